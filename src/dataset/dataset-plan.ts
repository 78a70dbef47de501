import type { CalendarPlan } from '../../schemas/calendar/definition.ts'
import type {
  DatasetDefinition,
  DemoDefinition,
  SourcedDataset,
  StoredDataset,
} from '../../schemas/dataset/definition.ts'
import type { MeasureDefinitions } from '../../schemas/dataset/measures.ts'
import type { Choices } from '../../schemas/dataset/reading.ts'
import type { Frozen } from '../../schemas/report/primitives.ts'
import type { NumberFormatDefinition } from '../../schemas/report/values.ts'
import type { QueryPlan } from '../query/plan.ts'

/** The key of records without a time, which no field has. */
export const NO_TIME = { kind: 'none', field: '' } as const
export type DatasetKeyPlan = Readonly<NonNullable<StoredDataset['time']>> | typeof NO_TIME

export interface DimensionPlan {
  readonly id: string
  /** Every value; null for an open dimension, whose values are known from the data. */
  readonly values: readonly string[] | null
  /** Whether a request can name several values; it can be for all of an open dimension. */
  readonly multiple: boolean
  /** The field of a record; null if the value is not sent. */
  readonly field: string | null
  /** How the path of a call writes each value; null if it is written unchanged. */
  readonly paths: Readonly<Record<string, string>> | null
}

export interface Bounds {
  readonly min: number
  readonly max: number
  /** The most decimals; null for any number. */
  readonly decimals: number | null
}

export interface FixedMeasure extends Bounds {
  readonly field: string
  readonly label: string
  /** Headings of imported files beside field and label. */
  readonly headings: readonly string[]
  /** The measures that it adds up; null for one that adds up none. */
  readonly sum: readonly string[] | null
  /** The values of dimensions whose records have it; empty if all have. */
  readonly when: Readonly<Record<string, readonly string[]>>
  /** The unit, empty for none, or the dimension whose value is the unit. */
  readonly unit: string | { readonly from: string }
}

export interface ComputedMeasurePlan {
  readonly id: string
  readonly label: string
  /** The expression, over the records of a cell. */
  readonly value: string
  readonly format: NumberFormatDefinition | null
  readonly description: string | null
}

export type TextPlan = Readonly<StoredDataset['texts'][number]> & { readonly label: string }

/** Measures whose names are known only from the data. */
export type GroupMeasure = Bounds &
  {
    readonly [K in 'list' | 'pattern']: { readonly kind: K } & Frozen<
      Omit<MeasureDefinitions[K], keyof Bounds>
    >
  }['list' | 'pattern']

/** What a field of a record before its measures contains. */
export type FieldSource =
  | { readonly kind: 'id' | 'key' | 'year' | 'month' | 'createdAt' | 'updatedAt' }
  | { readonly kind: 'dimension'; readonly index: number }

export type LeadingField = FieldSource & { readonly name: string }

export type PathPart = { readonly text: string } | { readonly placeholder: string }

export interface EndpointPlan {
  readonly url: string
  readonly path: readonly PathPart[]
  readonly query: readonly { readonly name: string; readonly placeholder: string }[]
}

export const endpointKinds = [
  'list',
  'years',
  'months',
  'values',
  'download',
  'create',
  'record',
  'generate',
] as const
export type EndpointKind = (typeof endpointKinds)[number]

/** The endpoints that a report can call: those of GET. */
export const readKinds = ['list', 'years', 'months', 'values', 'download', 'record'] as const
export type ReadKind = (typeof readKinds)[number]

/** How the records of a dataset are computed when they are read. */
export interface DerivationPlan {
  readonly sources: readonly DatasetPlan[]
  readonly query: QueryPlan
  /** Queries of more records of the rows, whose values the report keeps for a median or the like. */
  readonly samples: readonly QueryPlan[]
  /** What answers the same report for days that a reader chooses; null if it has no such screen. */
  readonly ownDays: DatasetPlan | null
}

/** What a source computes of a column. */
export interface SourceMeasurePlan {
  readonly field: string
  readonly aggregate: SourceAggregate
  readonly column: string
  readonly divideBy: number
}

export const sourceAggregates = ['sum', 'mean', 'min', 'max', 'count'] as const
export type SourceAggregate = (typeof sourceAggregates)[number]

/** Where the rows are from which records are computed. */
export type SourcePlan = Readonly<Omit<SourcedDataset['source'], 'relation'>> & {
  /** The name of the table or view, after that of its schema if it is written. */
  readonly relation: readonly string[]
  /** The column of each dimension, and how it writes each value; null for the values of an open one, as they are. */
  readonly dimensions: readonly { readonly column: string; readonly codes: readonly string[] | null }[]
  readonly measures: readonly SourceMeasurePlan[]
}

/** What an imported file is expected to contain; periods without a gap are of a grain. */
export type ExpectationPlan = Frozen<StoredDataset['expect'][number]>

/** A dataset as understood: nothing optional, nothing to look up, plain JSON. */
export interface DatasetPlan {
  readonly id: string
  readonly title: string
  readonly summary: string
  readonly noun: string
  /** The days on which nobody works; null if they are not known. */
  readonly calendar: CalendarPlan | null
  readonly key: DatasetKeyPlan
  readonly dimensions: readonly DimensionPlan[]
  readonly measures: readonly FixedMeasure[]
  readonly group: GroupMeasure | null
  readonly computed: readonly ComputedMeasurePlan[]
  /** The datasets that reports over this one can read, by the name that expressions use. */
  readonly with: Frozen<DatasetDefinition['with']>
  readonly texts: readonly TextPlan[]
  readonly rowTotal: readonly string[]
  readonly read: Choices
  readonly expect: readonly ExpectationPlan[]
  /** The time of day by which new records are due; null if it is not known. */
  readonly dueBy: string | null
  readonly response: {
    /** The name of the list of records inside `records`; null if `records` is the list. */
    readonly recordsIn: string | null
    readonly leading: readonly LeadingField[]
    readonly empty: string
  }
  readonly endpoints: { readonly [K in EndpointKind]: EndpointPlan | null }
  readonly demo: DemoDefinition | null
  /** How its records are computed from other datasets; null if they are not. */
  readonly from: DerivationPlan | null
  /** Where its rows are; null if they are in no other database. */
  readonly source: SourcePlan | null
}

/** Returns true for a dimension of one value, which no file, record and request has to name. */
export const isSingle = ({ values }: { readonly values?: readonly string[] | null | undefined }): boolean =>
  values?.length === 1

/** Returns true for a dataset with a dimension whose values are known from the data. */
export const isOpenDataset = ({ dimensions }: Pick<DatasetPlan, 'dimensions'>): boolean =>
  dimensions.some(({ values }) => values === null)

/** Returns true for a dataset whose records are stored by this portal. */
export const isStored = ({ from, source }: DatasetPlan): boolean => from === null && source === null

/** Finds the dataset whose definition has the dimensions of a dataset: what a report asks takes them from its source. */
export const findOwner = (dataset: DatasetPlan): DatasetPlan => dataset.from?.sources[0] ?? dataset

/** Returns true for a dataset of which a part, or all, is in another database. */
export const isSourced = ({ from, source }: DatasetPlan): boolean =>
  source !== null || (from?.sources.some(isSourced) ?? false)

/** Returns the placeholders of an endpoint, in path and query. */
export function getPlaceholders(endpoint: EndpointPlan | null): readonly string[] {
  if (endpoint === null) return []
  const inPath = endpoint.path.flatMap((part) => ('placeholder' in part ? [part.placeholder] : []))
  return [...inPath, ...endpoint.query.map(({ placeholder }) => placeholder)]
}

/** Returns the list of names that a dataset sends beside its records; null for none. */
export const getSentList = (group: GroupMeasure | null): string | null =>
  group?.kind === 'list' ? group.list : null

/** Returns the pattern of the names of a group; null if they can be any, or if there is no group. */
export const getNamePattern = (group: GroupMeasure | null): string | null =>
  group?.kind === 'pattern' ? group.pattern : null
