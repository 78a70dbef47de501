import type { DatasetKeyPlan, DatasetPlan } from '../../../dataset/dataset-plan.ts'
import { type Grain, isStorable } from '../../../time/grain.ts'
import { dayParts, type GrainName, grainNames, grains, mapGrains, yearParts } from '../../../time/grains.ts'

/** Says how files and options write a kind of key. */
interface FileKeyKind {
  /** The heading in exported files; null for the label of reports. */
  readonly heading: string | null
  /** Further headings of the key, unless another column has that name. */
  readonly aliases: readonly string[]
  /** What rows can lack, so that columns beside the key, an option or the source of a workbook name it. */
  readonly beside: 'year' | 'day' | null
  /** What an option can name if no column has the key. */
  readonly stated: GrainName | null
  /** What its rows contain or do not contain, for messages. */
  readonly rows: string
  /** What --replace can name. */
  readonly replaced: readonly GrainName[]
}

const formatHeading = (noun: string) => `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`

const createYearPart = ({ noun }: Grain, name: GrainName): FileKeyKind => ({
  heading: formatHeading(noun),
  aliases: [noun],
  beside: 'year',
  stated: name,
  rows: `contain ${noun}s`,
  replaced: [name, 'year'],
})

const hourNames = ['HE', 'hr', 'Std', 'Stunde', 'Uhrzeit', 'heure', 'hora', 'ora', 'uur']

export const fileKeyKinds: Readonly<Record<DatasetKeyPlan['kind'], FileKeyKind>> = {
  date: {
    heading: 'Date',
    aliases: ['date', 'month'],
    beside: null,
    stated: null,
    rows: 'contain full dates',
    replaced: ['month', 'day'],
  },
  month: { ...createYearPart(grains.month, 'month'), aliases: ['date', 'month'] },
  ...mapGrains(dayParts, ({ noun }): FileKeyKind => ({
    heading: formatHeading(noun),
    aliases: [
      noun,
      'time',
      'start time',
      `${noun} ending`,
      `${noun} starting`,
      ...(noun === 'hour' ? hourNames : []),
    ],
    beside: 'day',
    stated: null,
    rows: `contain ${noun}s`,
    replaced: ['month', 'day'],
  })),
  ...mapGrains(yearParts, (grain, name) => createYearPart(grain, name)),
  year: {
    heading: 'Year',
    aliases: ['year'],
    beside: null,
    stated: 'year',
    rows: 'contain years',
    replaced: ['year'],
  },
  none: { heading: '', aliases: [], beside: null, stated: null, rows: 'have no time', replaced: [] },
}

/** Returns how files and options write the keys of a dataset. */
export const getFileKeyKind = ({ key }: DatasetPlan): FileKeyKind => fileKeyKinds[key.kind]

/** Lists what --from and --to can name: days also a year, everything else what --replace can. */
export const listBounds = ({ replaced }: FileKeyKind): readonly GrainName[] =>
  replaced.includes('day') ? ['day', 'month', 'year'] : replaced

/** Formats what a user writes after --replace, the shortest span first: `<day or month>`, or `all`. */
export function formatReplaceHint({ replaced }: FileKeyKind): string {
  const names = grainNames.filter((name) => replaced.includes(name))
  return names.length === 0 ? 'all' : `<${names.join(' or ')}>`
}

/** Returns true if a text names one of these spans. */
export const isSpan = (names: readonly GrainName[], value: string): boolean =>
  names.some((name) => isStorable(grains[name], value))

/** Describes `a month or a day such as 2025-03 or 2025-03-07`; `all` if records have no time. */
export const describeSpans = (names: readonly GrainName[]): string =>
  names.length === 0
    ? 'all'
    : `${names.map((name) => `a ${name}`).join(' or ')} such as ${names.map((name) => grains[name].example).join(' or ')}`
