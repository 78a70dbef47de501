import type { DatasetKeyPlan } from './dataset-plan.ts'

export type DatasetKeyPlanOf<K extends DatasetKeyPlan['kind']> = Extract<DatasetKeyPlan, { kind: K }>

/** A span of time that a request or a list can be about; `none` for records without any. */
export type Span = 'date' | 'range' | 'week' | 'month' | 'quarter' | 'year' | 'none'

/** The span by which records are stored. */
export type StoredSpan = Extract<Span, 'date' | 'month' | 'year' | 'none'>

/** What a kind of key means for a dataset's endpoints and fields. */
export interface DatasetKeyKind<K extends DatasetKeyPlan['kind']> {
  /** Records are about names: they keep their order and need a period of their own. */
  readonly isNamed: boolean
  /** The span by which records are stored and their years and months listed. */
  readonly period: (key: DatasetKeyPlanOf<K>) => StoredSpan
  /** The spans that a request can be about. */
  readonly requestedSpans: (key: DatasetKeyPlanOf<K>) => readonly Span[]
  /** The parts of the period that the key itself does not contain, so that a record states them beside it. */
  readonly statedParts: (key: DatasetKeyPlanOf<K>) => readonly ('year' | 'month')[]
  /** The field of the key for the year, if the kind has one. */
  readonly yearField: (key: DatasetKeyPlanOf<K>) => string | undefined
  /** Its role where demo records are the monthly averages of another dataset. */
  readonly averages: 'source' | 'result' | null
}

/** A record is about a calendar date, and stored by its month. */
const date: DatasetKeyKind<'date'> = {
  isNamed: false,
  period: () => 'month',
  requestedSpans: () => ['year', 'month', 'week', 'quarter', 'date', 'range'],
  statedParts: () => [],
  yearField: () => undefined,
  averages: 'source',
}

/** A record is about an hour of a day, and stored by its day. */
const hour: DatasetKeyKind<'hour'> = {
  isNamed: false,
  period: () => 'date',
  requestedSpans: () => ['month', 'week', 'date'],
  statedParts: () => [],
  yearField: () => undefined,
  averages: null,
}

/** A record is about a week or quarter, and stored by its year. */
const partOfYear = {
  isNamed: false,
  period: () => 'year',
  requestedSpans: () => ['year'],
  statedParts: () => [],
  yearField: () => undefined,
  averages: null,
} as const satisfies DatasetKeyKind<'week' | 'quarter'>

/** A record is about a month, and stored by its year. */
const month: DatasetKeyKind<'month'> = {
  isNamed: false,
  period: () => 'year',
  requestedSpans: () => ['year', 'quarter'],
  statedParts: () => ['year'],
  yearField: (key) => key.yearField,
  averages: 'result',
}

/** A record is about a name, in a period that has each name once. */
const text: DatasetKeyKind<'text'> = {
  isNamed: true,
  period: ({ per }) => per,
  requestedSpans: ({ per }) => [per],
  statedParts: ({ per }) => (per === 'none' ? [] : per === 'year' ? ['year'] : ['year', 'month']),
  yearField: () => undefined,
  averages: null,
}

/** Every kind of key; what the server does with each is in `src/server/datasets/keys.ts`. */
const datasetKeyKinds: { readonly [K in DatasetKeyPlan['kind']]: DatasetKeyKind<K> } = {
  date,
  hour,
  week: partOfYear,
  month,
  quarter: partOfYear,
  text,
}

export const getDatasetKeyKind = <K extends DatasetKeyPlan['kind']>({
  kind,
}: {
  readonly kind: K
}): DatasetKeyKind<K> => datasetKeyKinds[kind]
