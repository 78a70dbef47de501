import type { ColumnPlanOf } from '../../report/model/column-kind.ts'
import type { ColumnPlan } from '../../report/model/report-plan.ts'
import type { DatasetPlan } from '../../dataset/dataset-plan.ts'
import type { Place, ReportIn } from '../../diagnostics/diagnostic.ts'

/** What a column is checked against. */
export interface ColumnContext {
  /** All columns of the screen. */
  readonly columns: readonly ColumnPlan[]
  /** The names of the lists that `data.listPaths` declares. */
  readonly lists: readonly string[]
  /** Whether what is chosen has a year, so that the same can be requested of the year before. */
  readonly hasYear: boolean
  /** Whether several records of one row are combined. */
  readonly isCombined: boolean
  /** Where each column is written, and where this one is. */
  readonly origins: readonly Place[]
  readonly origin: Place
}

/** The values of dimensions that a request is about, as far as they are known. */
export type RequestedRead = ReadonlyMap<string, readonly string[]>

/** A dataset that serves the records, and each way in which its list is requested. */
export interface DatasetContext {
  readonly dataset: DatasetPlan
  readonly requested: readonly RequestedRead[]
  readonly listPaths: Readonly<Record<string, readonly string[]>>
  /** Where the column is written, and where `data` is. */
  readonly origin: Place
  readonly data: Place
  readonly report: ReportIn
}

/** How a kind of column is checked. */
export interface ColumnDefinitionKind<K extends ColumnPlan['kind']> {
  /** Reports what is wrong with the column by itself and among the others. */
  readonly check: (column: ColumnPlanOf<K>, context: ColumnContext) => void
  /** Reports where the column and a dataset differ. */
  readonly checkDataset: (column: ColumnPlanOf<K>, context: DatasetContext) => void
}
