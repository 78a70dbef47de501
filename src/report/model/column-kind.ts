import type { ColumnDefinitions } from '../../../schemas/report/columns.ts'
import type { Formula } from '../../query/formula.ts'
import type { NumberFormat } from './format.ts'
import type { LinkPlan } from './links.ts'
import type { ReportResponse } from './report-response.ts'

export type AggregateKind =
  | 'sum'
  | 'mean'
  | 'weightedMean'
  | 'min'
  | 'max'
  | 'first'
  | 'last'
  | 'median'
  | 'percentile'
  | 'deviation'
  | 'distinct'

/** The values of records that a row keeps, since an aggregate of them is none of the values of rows. */
export interface Sampling {
  /** The names of the field whose text says which values are added first; null for none. */
  readonly by: readonly string[] | null
  /** The percent of a percentile; null for any other aggregate. */
  readonly percent: number | null
}

/** A value of a record, with the text by which it is added to others. */
export interface Sample {
  readonly by: string
  readonly value: number
}

/** `computed` is computed from the totals of other columns, as the values of the rows are from theirs. */
export type TotalKind = AggregateKind | 'none' | 'computed'

/** A text has no numbers: it is neither charted nor totalled. */
export type Role = 'series' | 'total' | 'text'

/** With which rows a column is compared: all of them, those of the same key or dimension, or an earlier one. */
export type Place = 'total' | 'key' | 'dimension' | 'previousRow' | 'previousYear'

/** Which days or workdays of the chosen period are counted: all, those up to the last record, or those after it. */
export type DayCount = `${'days' | 'workdays'}${'' | 'Elapsed' | 'Left'}`

/** What a formula reads: a column or a group by its id, all series, a value of the records by its index, or a number of days. */
export type ColumnRead =
  | { readonly column: string }
  | { readonly columns: 'series' }
  | { readonly record: number }
  | { readonly days: DayCount }

/** What is aggregated from the records of a row: arithmetic of their fields, each by its names. */
export interface RecordValue {
  readonly aggregate: AggregateKind
  /** How the values of several rows become one: as those of a row do, or that of the last time. */
  readonly total: AggregateKind
  readonly formula: Formula<readonly string[]>
  /** The index of the value that weighs a weighted mean; null for none. */
  readonly weights: number | null
  /** The values that a row keeps; null where the values of the rows are enough. */
  readonly sampling: Sampling | null
  /** What it is: `sum of Minutes`. */
  readonly words: string
  /** Whether a pivot takes it of all its values, as for a share of the row. */
  readonly ofRow: boolean
}

export interface ColumnPlanBase {
  readonly id: string
  readonly label: string
  readonly role: Role
  readonly color: string | null
  /** Whether it is shown only after a user chooses it; neither charted nor in the workbook. */
  readonly hidden: boolean
  /** Null is two decimals. */
  readonly format: NumberFormat | null
  /** The selector whose value is the unit; missing if none is. */
  readonly chosenUnit?: { readonly by: string; readonly hasDecimals: boolean }
  /** How its records become one value; `computed` for a formula. */
  readonly aggregate: AggregateKind | 'computed'
  readonly total: boolean
  readonly header: string | null
  readonly description: string | null
  readonly link: LinkPlan | null
  /** Its expression in words; null for a column that shows what is loaded. */
  readonly words: string | null
}

/** What the plan of a kind contains in addition: its own part of the definition. */
interface OwnKeys {
  readonly field: { readonly fields: readonly string[]; readonly formula: ColumnFormula | null }
  readonly text: { readonly fields: readonly string[] }
  readonly list: Readonly<Omit<ColumnDefinitions['list'], keyof ColumnPlanBase>>
  readonly pattern: Readonly<Omit<ColumnDefinitions['pattern'], keyof ColumnPlanBase>>
  readonly value: { readonly formula: ColumnFormula; readonly records: readonly RecordValue[] }
  readonly pivot: OwnKeys['value'] & {
    readonly pivot: string
    /** The field with the year of a pivoted month; null for other values, and for months of one year. */
    readonly yearField: string | null
    readonly order: readonly string[]
    readonly labels: Readonly<Record<string, string>>
    /** How many values have columns of their own, or which; null for all. */
    readonly top: number | readonly string[] | null
    /** The label of one more column with all other values; null for none. */
    readonly rest: string | null
  }
}

export type ColumnFormula = Formula<ColumnRead, Place>

export type ColumnPlanOf<K extends keyof ColumnDefinitions> = {
  [One in K]: ColumnPlanBase & OwnKeys[One] & { readonly kind: One }
}[K]
export type ColumnPlan = ColumnPlanOf<keyof ColumnDefinitions>

/** A column of the table as its kind finds it in a response. */
export interface FoundColumn {
  readonly label: string
  readonly color: string | null
  /** The names of the field that is read; empty for a column that is only computed. */
  readonly fields: readonly string[]
  /** The named parts of a column of a group, for links. */
  readonly parts?: ReadonlyMap<string, string>
  /** Fills a text with the named parts as they are shown. */
  readonly fill?: (text: string) => string
  /** What is computed of the records, and the column from it; missing for a column that shows a field. */
  readonly computed?: Pick<ColumnPlanOf<'value'>, 'formula' | 'records'>
  /** The format of a column of a pivot that has a unit of its own. */
  readonly format?: NumberFormat | null
}

/** A header above that of a column, and the label below it, which need not be unique. */
export interface ColumnHeader {
  readonly above: string
  readonly label: string
}

/** A formula over the columns of a table by their indexes; those after the last are its parts. */
export type TableFormula = Formula<number, Place>

/** A column after the first. `id` is generated (`c0`, `c1` …), because labels can be any text. */
export interface TableColumn extends Pick<
  ColumnPlanBase,
  'label' | 'role' | 'hidden' | 'format' | 'description' | 'words' | 'link'
> {
  readonly id: string
  /** The id of the column or group of the report from which it comes. */
  readonly from: string
  readonly total: TotalKind
  /** The index of the column that weighs a weighted mean; null for none. */
  readonly weights: number | null
  /** Null for a column without a header above its own. */
  readonly header: ColumnHeader | null
  /** Computes a value that is not loaded, and a total from other totals; null for none. */
  readonly formula: TableFormula | null
  /** Why every value is blank, as a sentence for readers; null if they are not. */
  readonly unavailable: string | null
}

export interface ResolvedColumn
  extends Omit<TableColumn, 'unavailable'>, Pick<FoundColumn, 'color' | 'fields'> {
  /** The value of a pivot whose column it is; empty for any other column. */
  readonly member: string
  readonly aggregate: AggregateKind | 'computed'
  /** Computes the value of a record from its fields; null for a column that is no value of the records. */
  readonly record: RecordValue['formula'] | null
  readonly sampling: Sampling | null
}

export interface ResolveContext {
  readonly response: ReportResponse
  /** The fields that no group contains: those of the key and of single columns, and the ignored ones. */
  readonly fixed: ReadonlySet<string>
  readonly warn: (text: string) => void
}

export interface ColumnKind<K extends keyof ColumnDefinitions> {
  readonly fixedFields: (column: ColumnPlanOf<K>) => readonly string[]
  /** The columns of the table: one, or those that the response has for a group. */
  readonly resolve: (column: ColumnPlanOf<K>, context: ResolveContext) => readonly FoundColumn[]
}

/** Lists what a column takes of the records of a row. */
export const listRecords = (column: ColumnPlan): readonly RecordValue[] =>
  column.kind === 'value' || column.kind === 'pivot' ? column.records : []

/** Returns the formula of a column; null for one that is only loaded. */
export const getFormula = (column: ColumnPlan): ColumnFormula | null =>
  'formula' in column ? column.formula : null
