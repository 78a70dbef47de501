import type { ParseArgsConfig } from 'node:util'
import { z } from 'zod'
import { parseArguments, UsageError } from '../command.ts'
import type { RecordType } from './import/import-target.ts'
import type { ImportOptions } from './import/parse-file.ts'
import { readValue } from './import/title.ts'
import { isDay, isMonth, isYear } from '../../server/datasets/keys/period-text.ts'

const options = {
  year: { type: 'string' },
  period: { type: 'string' },
  sheet: { type: 'string' },
  replace: { type: 'string', multiple: true },
  'dry-run': { type: 'boolean' },
} as const satisfies ParseArgsConfig['options']

const schemaOf = (names: readonly string[]) =>
  z.looseObject({
    files: z.tuple([z.enum(names, `a dataset is needed: ${names.join(', ')}`), z.string()], {
      error: `a dataset (${names.join(', ')}) and one file are needed`,
    }),
    year: z.string().refine(isYear, 'a year such as 2025').transform(Number).optional(),
    period: z.string().optional(),
    sheet: z.string().min(1).optional(),
    replace: z
      .array(z.string())
      .max(1, 'one month, day or year')
      .transform(([period]) => period)
      .optional(),
    'dry-run': z.boolean().default(false),
  })

/** What an import is asked to do. */
export interface ImportArguments {
  readonly kind: RecordType
  readonly path: string
  readonly sheet: string | null
  readonly given: ImportOptions
  readonly isTrial: boolean
}

/** Reads the arguments of an import; the options of dimensions are those of the definitions. Throws UsageError. */
export function readArguments(kinds: readonly RecordType[], args: readonly string[]): ImportArguments {
  const schema = schemaOf(kinds.map(({ name }) => name))
  const parsed = parseArguments(args, { ...dimensionOptions(kinds), ...options }, schema)
  const [name, path] = parsed.files
  const kind = kinds.find((one) => one.name === name)
  if (kind === undefined) throw new UsageError(`there is no dataset ${name}`)
  const { year, period, replace, sheet } = parsed
  const values = readDimensions(kinds, kind, parsed)
  if (year !== undefined && kind.key !== 'month') {
    throw new UsageError(
      `--year: ${name} have ${kind.key === 'date' ? 'whole dates' : 'names, whose period is given by --period'}`,
    )
  }
  return {
    kind,
    path,
    sheet: sheet ?? null,
    given: {
      values,
      year: year ?? null,
      period: period === undefined ? null : periodOf(kind, period),
      replaced: replace === undefined ? null : replacedBy(kind, replace),
    },
    isTrial: parsed['dry-run'],
  }
}

/** The period of a file of names. */
function periodOf({ key, per, name }: RecordType, text: string): string {
  if (key !== 'text')
    throw new UsageError(`--period: ${name} have ${key === 'date' ? 'whole dates' : 'months'}`)
  if (per === 'none') throw new UsageError(`--period: ${name} have names without a period`)
  if (per === 'year' ? isYear(text) : isMonth(text)) return text
  throw new UsageError(`--period: ${per === 'year' ? 'a year such as 2025' : 'a month such as 2025-03'}`)
}

/** What is replaced, as the beginning of the keys or periods that lie in it. */
function replacedBy({ key, per }: RecordType, text: string): string {
  if (key === 'date') {
    if (isMonth(text) || isDay(text)) return text
    throw new UsageError('--replace: a month or a day such as 2025-03 or 2025-03-07')
  }
  if (key === 'text' && per === 'none') {
    if (text === 'all') return ''
    throw new UsageError('--replace: all, since the names have no period')
  }
  if (isYear(text) || (isMonth(text) && (key === 'month' || per === 'month'))) return text
  throw new UsageError(
    key === 'text' && per === 'year'
      ? '--replace: a year such as 2025'
      : '--replace: a month or a year such as 2025-03 or 2025',
  )
}

/** An option for each dimension of any dataset, such as `--type`. */
export const dimensionOptions = (kinds: readonly RecordType[]): Record<string, { readonly type: 'string' }> =>
  Object.fromEntries(
    kinds.flatMap(({ dimensions }) => dimensions.map(({ id }) => [id, { type: 'string' }] as const)),
  )

/** The values that options give to the dimensions of a dataset. Throws UsageError for what it does not have. */
export function readDimensions(
  kinds: readonly RecordType[],
  { name, dimensions }: RecordType,
  options: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  const values: Record<string, string> = {}
  for (const id of Object.keys(dimensionOptions(kinds))) {
    const asked = options[id]
    if (typeof asked !== 'string') continue
    const dimension = dimensions.find((one) => one.id === id)
    if (dimension === undefined) throw new UsageError(`--${id}: ${name} have no ${id}`)
    const value = readValue(dimension, asked)
    if (value === null) throw new UsageError(`--${id}: one of ${dimension.values.join(', ')}`)
    values[id] = value
  }
  return values
}
