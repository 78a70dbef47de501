import type { NumberFormatDefinition } from '../../../schemas/report/values.ts'
import type { ColumnPlanOf, ResolvedColumn } from '../../report/columns/column-kind.ts'
import type { ColumnPlan } from '../../report/plan.ts'
import type { FieldMap } from '../../report/request/response.ts'
import type { TableRow } from '../../report/table/report-table.ts'
import type { DatasetPlan } from '../datasets/dataset-plan.ts'
import type { CompatibilityError, Place } from '../diagnostic.ts'
import type { ApiRule } from '../rules/index.ts'

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

/** Records of a real response, with the fields that nothing in the definition names. */
export interface RecordsContext {
  readonly records: readonly FieldMap[]
  readonly unmapped: readonly string[]
}

/** The columns that result from one column of the plan, by their index, and the rows that have a record. */
export interface TableContext extends RecordsContext {
  readonly resolved: readonly { readonly index: number; readonly column: ResolvedColumn }[]
  readonly rows: readonly TableRow[]
}

/** How a response differs from a column; `key` is the key of the definition that it contradicts. */
export interface ColumnMismatch {
  readonly key: string
  readonly rule: ApiRule
  readonly message: string
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
  /** Compares the column with the records of a real response. */
  readonly verifyRecords: (column: ColumnPlanOf<K>, context: RecordsContext) => readonly ColumnMismatch[]
  /** Compares the column with the table of a real response. */
  readonly verifyTable: (column: ColumnPlanOf<K>, context: TableContext) => readonly ColumnMismatch[]
}
