import type { DatasetKeyPlan, DatasetPlan } from '../../../definition/datasets/dataset-plan.ts'
import { type Grain, isStorable } from '../../../time/grain.ts'
import { dayParts, type GrainName, grains, mapGrains, yearParts } from '../../../time/grains.ts'

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
  /** The period whose names are limited. */
  readonly namesOf: string
}

/** Days, and what is within one. */
const dated = { replaced: ['month', 'day'], bounds: ['day', 'month', 'year'] } as const

const createYearPart = ({ noun, example }: Grain, name: GrainName): FileKeyKind => ({
  heading: `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`,
  aliases: [noun],
  beside: 'year',
  rows: `${noun}s`,
  replaced: [name, 'year'],
  bounds: [name, 'year'],
  example,
  namesOf: 'a year',
})

const fileKeyKinds: Readonly<Record<Exclude<DatasetKeyPlan['kind'], 'text'>, FileKeyKind>> = {
  date: {
    ...dated,
    heading: 'Date',
    aliases: ['date', 'month'],
    beside: null,
    rows: 'full dates',
    example: '2025-03-07',
    namesOf: 'a month',
  },
  month: { ...createYearPart(grains.month, 'month'), aliases: ['date', 'month'], example: '2025-01' },
  ...mapGrains(dayParts, ({ noun, example, formatTime }): FileKeyKind => ({
    ...dated,
    heading: `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`,
    aliases: [noun, 'time'],
    beside: 'day',
    rows: `${noun}s`,
    example: formatTime(example).replace('T', ' '),
    namesOf: 'a day',
  })),
  ...mapGrains(yearParts, (grain, name) => createYearPart(grain, name)),
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
