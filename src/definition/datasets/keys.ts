import type { QueryInput } from '../../query/plan.ts'
import {
  dayParts,
  type DayPartName,
  mapGrains,
  yearPartNames,
  yearParts,
  type YearPartName,
} from '../../time/grains.ts'
import type { DatasetKeyPlan } from './dataset-plan.ts'

export type DatasetKeyPlanOf<K extends DatasetKeyPlan['kind']> = {
  [One in K]: Extract<DatasetKeyPlan, { kind: One }>
}[K]

/** A span of time that a request or a list can be about; `none` for records without any. */
export type Span = 'date' | 'range' | 'month' | YearPartName | 'year' | 'none'

/** The length of the text of each period by which records are stored. */
export const periodLengths = { none: 0, year: 4, month: 7, day: 10 } as const

/** What a kind of key means for a dataset's endpoints and fields. */
export interface DatasetKeyKind<P extends DatasetKeyPlan> {
  /** Records are about names: they keep their order and need a period of their own. */
  readonly isNamed: boolean
  /** The span by which records are stored and their years and months listed. */
  readonly period: (key: P) => keyof typeof periodLengths
  /** The length of time that a record is about, and what contains it; null for names without a month. */
  readonly time: (key: P) => QueryInput['time']
  /** The spans that a request can be about. */
  readonly requestedSpans: (key: P) => readonly Span[]
  /** The parts of the period that the key itself does not contain, so that a record states them beside it. */
  readonly statedParts: (key: P) => readonly ('year' | 'month')[]
  /** The field of the key for the year, if the kind has one. */
  readonly yearField: (key: P) => string | undefined
}

/** What the kinds have in common whose keys contain their year. */
const dated = { isNamed: false, statedParts: () => [], yearField: () => undefined }

/** A record is about a calendar date, and stored by its month. */
const date: DatasetKeyKind<DatasetKeyPlanOf<'date'>> = {
  ...dated,
  period: () => 'month',
  time: () => ({ grain: 'day', in: 'key' }),
  requestedSpans: () => ['year', 'month', ...yearPartNames, 'date', 'range'],
}

/** A record is about a part of a day, and stored by its day. */
const dayPart: DatasetKeyKind<DatasetKeyPlanOf<DayPartName>> = {
  ...dated,
  period: () => 'day',
  time: ({ kind }) => ({ grain: kind, in: 'key' }),
  requestedSpans: () => ['month', 'week', 'date'],
}

/** A record is about a part of a year, and stored by its year. */
const yearPart: DatasetKeyKind<DatasetKeyPlanOf<YearPartName>> = {
  ...dated,
  period: () => 'year',
  time: ({ kind }) => ({ grain: kind, in: 'key' }),
  requestedSpans: ({ kind }) => ['year', kind],
}

/** A record is about a month, and stored by its year. */
const month: DatasetKeyKind<DatasetKeyPlanOf<'month'>> = {
  isNamed: false,
  period: () => 'year',
  time: () => ({ grain: 'month', in: 'key' }),
  // The other parts of a year do not consist of months.
  requestedSpans: () => ['year', 'month', ...yearPartNames.filter((name) => yearParts[name].hasSameDates)],
  statedParts: () => ['year'],
  yearField: (key) => key.yearField,
}

/** A record is about a name, in a period that has each name once. */
const text: DatasetKeyKind<DatasetKeyPlanOf<'text'>> = {
  isNamed: true,
  period: ({ per }) => per,
  time: ({ per }) => (per === 'month' ? { grain: 'month', in: 'period' } : null),
  requestedSpans: ({ per }) => [per],
  statedParts: ({ per }) => (per === 'none' ? [] : per === 'year' ? ['year'] : ['year', 'month']),
  yearField: () => undefined,
}

/** Every kind of key; what the server does with each is in `src/server/datasets/keys.ts`. */
const datasetKeyKinds: { readonly [K in DatasetKeyPlan['kind']]: DatasetKeyKind<DatasetKeyPlanOf<K>> } = {
  date,
  month,
  text,
  ...mapGrains(dayParts, () => dayPart),
  ...mapGrains(yearParts, () => yearPart),
}

export const getDatasetKeyKind = <K extends DatasetKeyPlan['kind']>({
  kind,
}: {
  readonly kind: K
}): DatasetKeyKind<DatasetKeyPlanOf<K>> => datasetKeyKinds[kind]
