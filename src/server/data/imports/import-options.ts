import { z } from 'zod'
import {
  type Choices,
  FileReading,
  fillChoices,
  OF_FILE,
  Reading,
} from '../../../../schemas/dataset/reading.ts'
import type { ListedImport } from '../../../../schemas/api/import-calls.ts'
import { flagValues } from '../../../reading/evidence.ts'
import { describeValues, findDimensionValue, type ImportOptions, type ImportTarget } from './import-target.ts'
import { describeSpans, getFileKeyKind, isSpan } from './key-kinds.ts'

/** Says which option of an import is wrong, as a command line names it. */
export class OptionError extends Error {
  override readonly name = 'OptionError'
}

/** Contains the options of an import as people write them; null for none. */
export interface WrittenOptions {
  readonly values: ImportOptions['values']
  readonly period: string | null
  readonly sheet: string | null
  readonly replace: string | null
  readonly read: readonly string[]
}

/** Parses the options of an import. Throws OptionError. */
export const parseOptions = (
  target: ImportTarget,
  { values, period, sheet, replace, read }: WrittenOptions,
  periodOption = '--period',
): ImportOptions => ({
  values: parseValues(target, values),
  period: period === null ? null : parsePeriod(target, periodOption, period),
  sheet,
  replaced: replace === null ? null : parseReplace(target, replace),
  choices: parseChoices(read, target.dataset.read),
})

/** Parses values of dimensions by their ids. Throws OptionError. */
export function parseValues({ dataset, dimensions }: ImportTarget, written: WrittenOptions['values']) {
  const values = Object.entries(written).map(([id, text]) => {
    const dimension = dimensions.find((dimension) => dimension.id === id)
    if (dimension === undefined)
      throw new OptionError(`--${id} is not allowed for ${dataset.id}: they have no ${id}`)
    const value = findDimensionValue(dimension, text)
    if (value === null) {
      const prefix = dimension.values === null ? '' : 'one of '
      throw new OptionError(`--${id}: expected ${prefix}${describeValues(dimension, ', ')}`)
    }
    return [id, value] as const
  })
  return Object.fromEntries(values)
}

/** Parses the year or day that the rows of a file lack, or the period of all of them. */
function parsePeriod({ dataset }: ImportTarget, option: string, period: string): string {
  const { beside, stated, rows } = getFileKeyKind(dataset)
  const spans = [stated, beside].flatMap((span) => span ?? [])
  if (spans.length === 0)
    throw new OptionError(`${option} is not allowed for ${dataset.id}: their rows ${rows}`)
  if (isSpan(spans, period)) return period
  throw new OptionError(`${option}: expected ${describeSpans(spans)}`)
}

/** Parses --replace; returns the prefix of the replaced keys or periods. */
function parseReplace({ dataset }: ImportTarget, period: string): string {
  const { replaced } = getFileKeyKind(dataset)
  if (isSpan(replaced, period)) return period
  if (replaced.length === 0 && period === 'all') return ''
  throw new OptionError(`--replace: expected ${describeSpans(replaced)}`)
}

/** Spellings of values that are shorter on a command line. */
const values: Readonly<Record<string, string>> = {
  'day-first': 'DD/MM/YYYY',
  'month-first': 'MM/DD/YYYY',
  'year-first': 'YY/MM/DD',
  ...Object.fromEntries(Object.entries(flagValues).map(([value, flag]) => [flag, value])),
}

/** Parses choices of the command line, which go before those of a dataset. Throws OptionError. */
export function parseChoices(options: readonly string[], base?: Choices): Choices {
  const written: Record<string, unknown> = {}
  for (const option of options) {
    const [, key = '', value = ''] = /^(\w+)=(.*)$/su.exec(option) ?? []
    if (!Object.hasOwn(Reading.shape, key)) {
      throw new OptionError(
        `--read ${option}: expected KEY=VALUE of ${Object.keys(Reading.shape).join(', ')}`,
      )
    }
    if (key === 'blank')
      written[key] = [...((written[key] as string[] | undefined) ?? []), ...value.split(',')]
    else if (key === 'headings')
      written[key] = { ...(written[key] as object | undefined), ...parseHeading(value) }
    else written[key] = values[value] ?? value
  }
  const { success, data, error } = FileReading.safeParse(written)
  if (success) {
    const { durations, percents, ...others } = data
    return fillChoices(
      {
        ...others,
        ...(durations && { durations: { ...base?.durations, [OF_FILE]: durations } }),
        ...(percents && { percents: { ...base?.percents, [OF_FILE]: percents } }),
      },
      base,
    )
  }
  throw new OptionError(
    error.issues.map(({ path, message }) => `--read ${path.join('.')}: ${message}`).join('; '),
  )
}

const StoredOptions = z.object({
  values: z.record(z.string(), z.string()).default({}),
  period: z.string().nullable().default(null),
  sheet: z.string().nullable().default(null),
  replaced: z.string().nullable().default(null),
  read: z
    .record(z.string(), z.union([z.string(), z.array(z.string()), z.record(z.string(), z.string())]))
    .default({}),
})

/** Formats the options of a stored import as a command line writes them. */
export function formatOptions(stored: ListedImport['options']): string[] {
  const { values, period, sheet, replaced, read } = StoredOptions.parse(stored)
  const choices = Object.entries(read).flatMap(([key, choice]) =>
    listChoices(choice).map((value) => ['read', `${key}=${value}`] as const),
  )
  const options = [
    ...Object.entries(values),
    ['period', period],
    ['sheet', sheet],
    ['replace', replaced === '' ? 'all' : replaced],
    ...choices,
  ] as const
  return options.flatMap(([name, value]) => (value === null ? [] : [`--${name} ${value}`]))
}

/** Lists the values of one choice: of a heading with its field, of a measure with its unit. */
function listChoices(choice: z.output<typeof StoredOptions>['read'][string]): string[] {
  if (typeof choice === 'string') return [flagValues[choice] ?? choice]
  if (Array.isArray(choice)) return [choice.join(',')]
  return Object.entries(choice).map(([name, value]) => (name === OF_FILE ? value : `${name}:${value}`))
}

/** Parses a heading and the field that it contains: `Day of call:day`. */
function parseHeading(value: string): Readonly<Record<string, string>> {
  const text = value.replace(/^"(.*)"$/, '$1')
  const at = text.lastIndexOf(':')
  if (at < 1) throw new OptionError('--read headings: expected HEADING:FIELD, such as "Day of call:day"')
  return { [text.slice(0, at)]: text.slice(at + 1) }
}
