import type { NumberFormatDefinition } from '../../../schemas/report/values.ts'
import type { ColumnPlanOf } from '../../report/columns/column-kind.ts'
import type { ColumnPlan } from '../../report/plan.ts'
import type { DatasetPlan } from '../datasets/dataset-plan.ts'
import type { CompatibilityError, Place } from '../diagnostic.ts'

/** What a column is checked against. */
export interface ColumnContext {
  /** All columns of the screen. */
  readonly columns: readonly ColumnPlan[]
  /** Those of them that are groups. */
  readonly groups: readonly ColumnPlan[]
  /** The names of the lists that `data.listPaths` declares. */
  readonly lists: readonly string[]
  /** Whether what is chosen has a year, so that the same can be requested of the year before. */
  readonly hasYear: boolean
  /** Where each column is written. */
  readonly origins: readonly Place[]
  /** Where the column is written. */
  readonly origin: Place
}

/** The values of dimensions that a request is about, as far as they are known. */
export type RequestedRead = ReadonlyMap<string, readonly string[]>

/** A dataset that serves the records, and each way in which its list is requested. */
export interface DatasetContext {
  readonly dataset: DatasetPlan
  readonly requested: readonly RequestedRead[]
  readonly listPaths: Readonly<Record<string, readonly string[]>>
  /** Where the column is written. */
  readonly origin: Place
  /** Where `data` is written. */
  readonly data: Place
}

/** A key of a column that names a field of the records, under the first of its names that is present. */
export interface NamedField {
  readonly key: string
  readonly names: readonly string[]
  /** Whether no record may have it. */
  readonly isOptional: boolean
}

/** What a kind of column means in a definition: what only Node needs of it. */
export interface ColumnDefinitionKind<K extends ColumnPlan['kind']> {
  /** Whether it expands to any number of columns, whose names are known only from a response. */
  readonly isGroup: boolean
  /** The default format; null is two decimals. */
  readonly usualFormat: NumberFormatDefinition | null
  /** What the texts and the link of a group can name of each column. */
  readonly parts: (column: ColumnPlanOf<K>) => readonly string[]
  /** Reports what is wrong with the column by itself and among the others. */
  readonly check: (column: ColumnPlanOf<K>, context: ColumnContext) => void
  /** Finds where the column and a dataset differ. */
  readonly checkDataset: (column: ColumnPlanOf<K>, context: DatasetContext) => readonly CompatibilityError[]
  /** The fields of a sample record; a group has one for each of the names. */
  readonly sampleFields: (column: ColumnPlanOf<K>, names: readonly string[]) => readonly string[]
  /** The keys that name fields of the records. */
  readonly fields: (column: ColumnPlanOf<K>) => readonly NamedField[]
}
