import type { ParseArgsConfig } from 'node:util'
import { z } from 'zod'
import { parseArguments, UsageError } from '../command.ts'
import type { ImportOptions, ImportTarget } from './import/import-target.ts'
import { findDimensionValue } from './import/title.ts'
import { describeSpans, getFileKeyKind, isSpan } from './import/key-kinds.ts'
import { isStorable } from '../../time/grain.ts'
import { grains } from '../../time/grains.ts'

const importOptions = {
  year: { type: 'string' },
  period: { type: 'string' },
  sheet: { type: 'string' },
  replace: { type: 'string', multiple: true },
  'dry-run': { type: 'boolean' },
} as const satisfies ParseArgsConfig['options']

const createSchema = (names: readonly string[]) =>
  z.looseObject({
    files: z.tuple([z.enum(names, `expected a dataset: ${names.join(', ')}`), z.string()], {
      error: `expected a dataset (${names.join(', ')}) and one file`,
    }),
    year: z
      .string()
      .refine((text) => isStorable(grains.year, text), 'expected a year such as 2025')
      .transform(Number)
      .optional(),
    period: z.string().optional(),
    sheet: z.string().min(1).optional(),
    replace: z
      .array(z.string())
      .max(1, 'expected one month, day or year')
      .transform(([period]) => period)
      .optional(),
    'dry-run': z.boolean().default(false),
  })

/** The parsed arguments of an import. */
export interface ImportArguments {
  readonly target: ImportTarget
  readonly path: string
  readonly sheet: string | null
  readonly options: ImportOptions
  readonly isDryRun: boolean
}

/** Parses the arguments of an import, with an option for each dimension of the definitions. Throws UsageError. */
export function readArguments(targets: readonly ImportTarget[], args: readonly string[]): ImportArguments {
  const schema = createSchema(targets.map(({ name }) => name))
  const parsed = parseArguments(args, { ...dimensionOptions(targets), ...importOptions }, schema)
  const [name, path] = parsed.files
  const target = targets.find((one) => one.name === name)
  if (target === undefined) throw new UsageError(`unknown dataset ${name}`)
  const { year, period, replace, sheet } = parsed
  const values = readDimensions(targets, target, parsed)
  const { beside, rows } = getFileKeyKind(target.dataset)
  if (year !== undefined && beside !== 'year') {
    const reason = target.key === 'date' ? `their rows contain ${rows}` : 'use --period'
    throw new UsageError(`--year is not allowed for ${name}: ${reason}`)
  }
  return {
    target,
    path,
    sheet: sheet ?? null,
    options: {
      values,
      year: year ?? null,
      period: period === undefined ? null : parsePeriod(target, period),
      replaced: replace === undefined ? null : parseReplace(target, replace),
    },
    isDryRun: parsed['dry-run'],
  }
}

/** Parses the period of a file with text keys, or the day of one with hours. */
function parsePeriod({ dataset, key, per, name }: ImportTarget, text: string): string {
  const { beside, rows } = getFileKeyKind(dataset)
  if (beside === 'day') {
    if (isStorable(grains.day, text)) return text
    throw new UsageError('--period: expected a day such as 2025-03-07')
  }
  if (key !== 'text') throw new UsageError(`--period is not allowed for ${name}: their rows contain ${rows}`)
  if (per === 'none') throw new UsageError(`--period is not allowed for ${name}: their rows have no period`)
  if (isStorable(per === 'year' ? grains.year : grains.month, text)) return text
  throw new UsageError(
    `--period: expected ${per === 'year' ? 'a year such as 2025' : 'a month such as 2025-03'}`,
  )
}

/** Parses --replace; returns the prefix of the replaced keys or periods. */
function parseReplace({ dataset }: ImportTarget, text: string): string {
  const { replaced } = getFileKeyKind(dataset)
  if (replaced.length === 0) {
    if (text === 'all') return ''
    throw new UsageError('--replace: expected all, because the rows have no period')
  }
  if (isSpan(replaced, text)) return text
  throw new UsageError(`--replace: expected ${describeSpans(replaced)}`)
}

/** An option for each dimension of any dataset, such as `--type`. */
export const dimensionOptions = (
  targets: readonly ImportTarget[],
): Record<string, { readonly type: 'string' }> =>
  Object.fromEntries(
    targets.flatMap(({ dimensions }) => dimensions.map(({ id }) => [id, { type: 'string' }] as const)),
  )

/** Reads the values of dimensions from the options. Throws UsageError for other dimensions and values. */
export function readDimensions(
  targets: readonly ImportTarget[],
  { name, dimensions }: ImportTarget,
  options: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  const values: Record<string, string> = {}
  for (const id of Object.keys(dimensionOptions(targets))) {
    const text = options[id]
    if (typeof text !== 'string') continue
    const dimension = dimensions.find((one) => one.id === id)
    if (dimension === undefined)
      throw new UsageError(`--${id} is not allowed for ${name}: they have no ${id}`)
    const value = findDimensionValue(dimension, text)
    if (value === null) throw new UsageError(`--${id}: expected one of ${dimension.values.join(', ')}`)
    values[id] = value
  }
  return values
}
