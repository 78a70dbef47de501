import type { ColumnPlanOf } from '../../report/model/column-kind.ts'
import type { ColumnPlan } from '../../report/model/report-plan.ts'
import { getPlaceholders } from '../../report/model/template.ts'
import type { DatasetPlan } from '../../dataset/dataset-plan.ts'
import type { Place, ReportIn } from '../diagnostic.ts'

/** What a column is checked against. */
export interface ColumnContext {
  /** All columns of the screen. */
  readonly columns: readonly ColumnPlan[]
  /** The names of the lists that `data.listPaths` declares. */
  readonly lists: readonly string[]
  /** Whether what is chosen has a year, so that the same can be requested of the year before. */
  readonly hasYear: boolean
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

/** Returns true for a column that expands to any number of columns, whose names are known only from a response. */
export const isGroup = ({ kind }: Pick<ColumnPlan, 'kind'>): boolean =>
  kind === 'list' || kind === 'pattern' || kind === 'pivot'

/** Lists what the texts and the link of a group can name of each of its columns. */
export const listParts = (column: ColumnPlan): readonly string[] =>
  column.kind === 'pattern'
    ? getPlaceholders(column.pattern).map(({ name }) => name)
    : isGroup(column)
      ? ['name']
      : []

/** A key of a column that names a field of the records, under the first of its names that is present. */
interface NamedField {
  readonly key: string
  readonly names: readonly string[]
  /** Whether no record may have it. */
  readonly isOptional: boolean
}

/** Lists the keys of a column that name fields of the records. */
export function listNamedFields(column: ColumnPlan): readonly NamedField[] {
  if (column.kind === 'field') {
    return [{ key: 'field', names: column.fields, isOptional: column.formula !== null }]
  }
  if (column.kind === 'text') return [{ key: 'text', names: column.fields, isOptional: true }]
  if (column.kind !== 'pivot') return []
  return [
    { key: 'pivot', names: [column.pivot], isOptional: false },
    { key: 'value', names: [column.value].flat(), isOptional: false },
  ]
}
