import type { DatasetKeyPlan, DatasetPlan } from '../../../definition/datasets/dataset-plan.ts'
import { isStorable } from '../../../time/grain.ts'
import { type GrainName, grains } from '../../../time/grains.ts'

/** How files and options write a kind of key. */
interface FileKeyKind {
  /** The heading in exported files; null for the label of reports. */
  readonly heading: string | null
  /** Further headings of the key, unless another column has that name. */
  readonly aliases: readonly string[]
  /** What rows can lack, so that a column beside the key, an option or the title names it. */
  readonly beside: 'year' | 'day' | null
  /** What its rows contain, for messages. */
  readonly rows: string
  /** What --replace can name. */
  readonly replaced: readonly GrainName[]
  /** What --from and --to can name. */
  readonly bounds: readonly GrainName[]
  /** The key in an example file. */
  readonly example: string
  /** What a cell contains, for the page about files. */
  readonly describe: string
  /** The period whose names are limited. */
  readonly namesOf: string
}

const fileKeyKinds: Readonly<Record<Exclude<DatasetKeyPlan['kind'], 'text'>, FileKeyKind>> = {
  date: {
    heading: 'Date',
    aliases: ['date', 'month'],
    beside: null,
    rows: 'full dates',
    replaced: ['month', 'day'],
    bounds: ['day', 'month', 'year'],
    example: '2025-03-07',
    describe: 'the day',
    namesOf: 'a month',
  },
  hour: {
    heading: 'Hour',
    aliases: ['hour', 'time'],
    beside: 'day',
    rows: 'hours',
    replaced: ['month', 'day'],
    bounds: ['day', 'month', 'year'],
    example: '2025-03-07 14:00',
    describe: 'the hour with its day, or `14:00` or `14`',
    namesOf: 'a day',
  },
  week: {
    heading: 'Week',
    aliases: ['week'],
    beside: 'year',
    rows: 'weeks',
    replaced: ['week', 'year'],
    bounds: ['week', 'year'],
    example: '2025-W07',
    describe: 'the week of ISO 8601 as `2025-W07`, or `W07` or `7`',
    namesOf: 'a year',
  },
  month: {
    heading: 'Month',
    aliases: ['date', 'month'],
    beside: 'year',
    rows: 'months',
    replaced: ['month', 'year'],
    bounds: ['month', 'year'],
    example: '2025-01',
    describe: '`Jan`, `January`, `1` or `2025-01`',
    namesOf: 'a year',
  },
  quarter: {
    heading: 'Quarter',
    aliases: ['quarter'],
    beside: 'year',
    rows: 'quarters',
    replaced: ['quarter', 'year'],
    bounds: ['quarter', 'year'],
    example: '2025-Q1',
    describe: 'the quarter as `2025-Q1`, or `Q1` or `1`',
    namesOf: 'a year',
  },
}

/** Texts have the periods that they are unique in. */
const text: FileKeyKind = {
  heading: null,
  aliases: [],
  beside: null,
  rows: 'names',
  replaced: ['month', 'year'],
  bounds: ['month', 'year'],
  example: 'A name',
  describe: 'the name',
  namesOf: 'a period',
}
const textOfYear: FileKeyKind = { ...text, replaced: ['year'], bounds: ['year'] }
const textAlone: FileKeyKind = { ...text, replaced: [], bounds: [] }

/** How files and options write the keys of a dataset. */
export function getFileKeyKind({ key }: DatasetPlan): FileKeyKind {
  if (key.kind !== 'text') return fileKeyKinds[key.kind]
  return key.per === 'month' ? text : key.per === 'year' ? textOfYear : textAlone
}

/** What a user writes after --replace, the shortest span first: `<day or month>`; `all` if records have no period. */
export function formatReplaceHint({ replaced }: FileKeyKind): string {
  const names = Object.keys(grains).filter((name) => replaced.some((one) => one === name))
  return names.length === 0 ? 'all' : `<${names.join(' or ')}>`
}

/** Whether a text names one of these spans. */
export const isSpan = (names: readonly GrainName[], value: string): boolean =>
  names.some((name) => isStorable(grains[name], value))

/** `a month or a day such as 2025-03 or 2025-03-07`. */
export const describeSpans = (names: readonly GrainName[]): string =>
  `${names.map((name) => `a ${name}`).join(' or ')} such as ${listExamples(names)}`

/** `2025-03-07 or 2025-03`. */
export const listExamples = (names: readonly GrainName[]): string =>
  names.map((name) => grains[name].example).join(' or ')
