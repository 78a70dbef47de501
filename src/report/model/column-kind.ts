import type { ColumnDefinitions } from '../../../schemas/report/columns.ts'
import type { Value } from '../../query/arithmetic.ts'
import type { NumberFormat } from './format.ts'
import type { LinkPlan } from './links.ts'
import type { ReportResponse } from './report-response.ts'

/** `computed` is computed from the totals of other columns, as the values of the rows are from theirs. */
export type TotalKind = 'sum' | 'mean' | 'weightedMean' | 'min' | 'max' | 'last' | 'none' | 'computed'

/** The value of a column in the row of totals, and the column of the weights by id. */
export interface TotalPlan {
  readonly kind: TotalKind
  readonly weights: string | null
}

/** A text has no numbers: it is neither charted nor totalled. */
export type Role = 'series' | 'total' | 'text'
/** All series, or columns by their ids. */
export type SumOf = 'series' | readonly string[]

/** What the plans of all kinds of columns contain. */
export interface ColumnPlanBase {
  readonly id: string
  readonly label: string
  readonly role: Role
  readonly color: string | null
  /** Whether it is shown only after a user chooses it; neither charted nor in the workbook. */
  readonly hidden: boolean
  /** Null is two decimals. */
  readonly format: NumberFormat | null
  readonly total: TotalPlan
  /** The header above that of the column. */
  readonly header: string | null
  /** What the numbers are. */
  readonly description: string | null
  /** What each number opens. */
  readonly link: LinkPlan | null
}

/** What the plan of a kind contains beside that: what its definition says. */
type OwnKeys<K extends keyof ColumnDefinitions> = K extends 'field'
  ? { readonly fields: readonly string[]; readonly sum: SumOf | null }
  : K extends 'text'
    ? { readonly fields: readonly string[] }
    : Readonly<Omit<ColumnDefinitions[K], keyof ColumnPlanBase>>

export type ColumnPlanOf<K extends keyof ColumnDefinitions> = {
  [One in K]: ColumnPlanBase & OwnKeys<One> & { readonly kind: One }
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
}

/** A header above that of a column, and the label below it, which need not be unique. */
export interface ColumnHeader {
  readonly above: string
  readonly label: string
}

/** A column after the first. `id` is generated (`c0`, `c1` …), because labels can be any text. */
export interface TableColumn {
  readonly id: string
  /** The id of the column or group of the report from which it comes. */
  readonly from: string
  /** No other column has it. */
  readonly label: string
  readonly role: Role
  /** Whether it is shown only after a user chooses it; not in the workbook. */
  readonly hidden: boolean
  /** Null is two decimals. */
  readonly format: NumberFormat | null
  readonly total: TotalKind
  /** The index of the column that weighs a weighted mean; null for none. */
  readonly weights: number | null
  /** Null for a column without a header above its own. */
  readonly header: ColumnHeader | null
  /** What the numbers are. */
  readonly description: string | null
  /** What each number opens. */
  readonly link: LinkPlan | null
  /** Why every value is blank, as a sentence for readers; null if they are not. */
  readonly unavailable: string | null
}

/** A column of the table with what its values are read or computed from. */
export interface ResolvedColumn
  extends Omit<TableColumn, 'unavailable'>, Pick<FoundColumn, 'color' | 'fields'> {
  /** The columns from which a value is computed if it is not loaded, by their indexes; null for none. */
  readonly operands: readonly number[] | null
  readonly base: Base | null
  /** Computes a value from those of the operands and those of the base. */
  readonly compute: (operands: readonly Value[], base: readonly Value[]) => Value
}

export interface ResolveContext {
  readonly response: ReportResponse
  /** The fields that no group contains: those of the key and of single columns, and the ignored ones. */
  readonly fixed: ReadonlySet<string>
  /** Reports what was left out. */
  readonly warn: (text: string) => void
}

/** With what the operands of a computed column are compared: their totals, or their values in an earlier row. */
export type Base = 'total' | 'previousRow' | 'previousYear'

/** What a kind of column does at runtime, in the browser and on the server. */
export interface ColumnKind<K extends keyof ColumnDefinitions> {
  /** The fields that belong to the column alone. */
  readonly fixedFields: (column: ColumnPlanOf<K>) => readonly string[]
  /** The columns from which a value is computed if it is not loaded; null for none. */
  readonly operands: (column: ColumnPlanOf<K>) => SumOf | null
  /** With what the operands are compared; null for nothing. */
  readonly base: (column: ColumnPlanOf<K>) => Base | null
  /** The columns of the table: one, or those that the response has for a group. */
  readonly resolve: (column: ColumnPlanOf<K>, context: ResolveContext) => readonly FoundColumn[]
  /** Computes a value from those of the operands, in their order, and those of the base. Null is a blank. */
  readonly compute: (operands: readonly Value[], base: readonly Value[]) => Value
}

/** A value for each column, the given one or else a computed one; those of the operands are computed first. */
export function computeValues(
  columns: readonly ResolvedColumn[],
  given: readonly (Value | undefined)[],
  compute: (column: ResolvedColumn, index: number, operands: () => readonly Value[]) => Value,
): Value[] {
  const values = [...given]
  const get = (index: number): Value => {
    const known = values[index]
    if (known !== undefined) return known
    const column = columns[index]
    if (column === undefined) return 0
    return (values[index] = compute(column, index, () => column.operands?.map(get) ?? []))
  }
  return columns.map((_, index) => get(index))
}
