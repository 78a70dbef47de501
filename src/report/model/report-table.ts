import type { CalendarPlan } from '../../../schemas/calendar/definition.ts'
import type { Note } from '../../../schemas/api/note.ts'
import type { ValueComparison } from './comparisons.ts'
import type { DateFormat } from '../../time/calendar.ts'
import type { Value } from '../../query/arithmetic.ts'
import type { Sample, TableColumn } from './column-kind.ts'
import { formatNames, formatNumber, type NumberFormat } from './format.ts'
import type { KeyPlan } from './key-kinds.ts'
import type { Mark, ReportPlan } from './report-plan.ts'
import type { LinkPlan } from './links.ts'

export type { TableColumn } from './column-kind.ts'

/** Explains why columns are blank: a sentence for each blank column. */
export const explainBlanks = (columns: readonly TableColumn[]): string[] =>
  columns.flatMap(({ label, unavailable }) => (unavailable === null ? [] : [`${label}: ${unavailable}`]))

/** Lists what a reader has to know of a table: which rows it does not show, and why columns are blank. */
export const listRemarks = (
  { remarks, columns }: Pick<ReportTable, 'remarks' | 'columns'>,
  shown: readonly TableColumn[] = columns.filter(({ hidden }) => !hidden),
): string[] => [...remarks, ...explainBlanks(shown)]

export interface TableNote extends Readonly<Note> {
  /** By which signs refer to it: 1 for the first. */
  readonly number: number
  /** Its time, after the name of its row if it has one. */
  readonly subject: string
  readonly origin: string
}

/** A row of the table: `values` are in the order of the columns, null is a blank; `key` sorts. */
export interface TableRow {
  readonly key: string
  /** What identifies the row together with its key; missing if the key is unique. */
  readonly dimension?: string
  readonly label: string
  readonly values: readonly Value[]
  /** The values that columns are computed from and no column shows; missing if there are none. */
  readonly parts?: readonly Value[]
  /** The values of the records that columns aggregate, in the order of the columns; missing if none needs them. */
  readonly samples?: readonly (readonly Sample[])[]
  /** How many values columns such as a median are of, 0 for others; missing if there is no such column. */
  readonly counts?: readonly number[]
  /** The texts in the order of the columns, empty for none; missing if no column is a text. */
  readonly texts?: readonly string[]
  /** What joined datasets lack of its values, as sentences in the order of the columns; missing if they lack nothing. */
  readonly gaps?: readonly (readonly string[])[]
  /** False for a row that was added because there is no record of it. */
  readonly hasRecord: boolean
  /** True for a row whose records are all of earlier periods. */
  readonly isEarlier?: boolean
  /** True for the last row if it combines the rows that are not shown. */
  readonly isRest: boolean
  /** The notes on it; missing if there are none. */
  readonly notes?: readonly TableNote[]
}

/** Returns true for a row of records that combines no others. */
export const isRecorded = ({ hasRecord, isRest }: Pick<TableRow, 'hasRecord' | 'isRest'>): boolean =>
  hasRecord && !isRest

/** Returns what identifies a row: its key, here another one if it is given, with its dimension. */
export const getRowId = ({ key, dimension }: Pick<TableRow, 'key' | 'dimension'>, as = key): string =>
  dimension === undefined ? as : `${as}\n${dimension}`

export const getRowName = ({ label, dimension }: TableRow): string =>
  dimension === undefined ? label : `${label} ${dimension}`

/** Returns a table with one more remark; null is none. */
export const addRemark = (table: ReportTable, remark: string | null): ReportTable =>
  remark === null ? table : { ...table, remarks: [...table.remarks, remark] }

export const countLeading = ({ rows }: ReportTable): number => (rows[0]?.dimension === undefined ? 1 : 2)

/** Returns the text of a row in a column; empty for none. */
export const getText = ({ texts = [] }: Pick<TableRow, 'texts'>, index: number): string => texts[index] ?? ''

/** How a series is drawn, so that colour is never the only difference. */
export interface SeriesStyle {
  readonly color: string
  /** Dash lengths in px; empty is a solid line. */
  readonly dash: readonly number[]
  readonly shape: string
}

/** A column that can be charted: its style, its total over all rows, and whether it is visible at first. */
export interface Series extends SeriesStyle {
  readonly id: string
  readonly name: string
  readonly columnIndex: number
  readonly format: NumberFormat | null
  /** Null for a column that cannot be added up, such as a rate. */
  readonly sum: number | null
  readonly visible: boolean
  /** Whether its values are on the second axis of line and bar charts. */
  readonly isSecond: boolean
}

/** An earlier period beside that of a table. All values are in the order of the table's columns. */
export interface Comparison {
  /** The earlier period and that of the table: `February 2025`. */
  readonly name: string
  readonly currentName: string
  /** Whether it is read only for as many days as the period of the table has records of. */
  readonly isPart?: boolean
  /** The last day of the period of the table; missing if it is not known. */
  readonly end?: string | undefined
  /** For each row of the table the one that it is compared with; null for none. */
  readonly rows: readonly (TableRow | null)[]
  /**
   * For below the total: totals and their differences, each with the columns whose formats it has. A table without a row
   * of totals has the means of both periods and their differences. Further earlier periods follow the first.
   */
  readonly lines: readonly {
    readonly kind: 'current' | 'earlier' | 'difference' | 'change' | 'rate' | 'alike'
    readonly label: string
    readonly values: readonly Value[]
    readonly gaps?: readonly (readonly string[])[]
    readonly columns: readonly TableColumn[]
  }[]
  readonly totals: readonly Value[]
  readonly earlierTotals: readonly Value[]
  /** All rows and columns of the earlier period, in the order of the keys. */
  readonly table: ReportTable
}

export interface TableCondition extends ValueComparison {
  readonly columns: readonly number[]
  readonly limits: readonly (number | { readonly index: number })[]
  readonly mark: Mark
  readonly isRow: boolean
  /** What it means, as a line below the table. */
  readonly label: string
}

export interface Highlights {
  readonly conditions: readonly TableCondition[]
  readonly scales: readonly {
    readonly columns: readonly number[]
    readonly from: number
    readonly to: number
  }[]
}

/** An order of rows: by the column at an index, or by the key. */
export interface RowOrder {
  readonly column: number | null
  readonly isAscending: boolean
}

export interface TableChart extends Pick<
  ReportPlan['chart'],
  'from' | 'to' | 'sum' | 'rest' | 'lines' | 'specs' | 'band' | 'forecast'
> {
  /** Null is the order of the table. */
  readonly sort: RowOrder | null
}

/** A period whose records end before it does, so that its numbers cannot be compared with those of a whole one. */
export interface BegunPeriod {
  /** The row that it is; null for the period of the whole table. */
  readonly row: string | null
  /** How many of its days there are: `1 of 31 days`. */
  readonly days: string
}

/** The table of a response: what screen, charts, workbook and summaries read. */
export interface ReportTable {
  readonly keyLabel: string
  readonly keyKind: KeyPlan['kind']
  /** How the labels write a date; null for keys that are not dates. */
  readonly keyFormat: DateFormat | null
  /** The chosen year, which the keys of months do not name; null if none is chosen. */
  readonly keyYear: number | null
  readonly link: LinkPlan | null
  readonly columns: readonly TableColumn[]
  readonly rows: readonly TableRow[]
  /** How many rows are neither shown nor in the row of the remaining rows; the totals count them. */
  readonly hiddenRows: number
  readonly total: Pick<TableRow, 'label' | 'values' | 'parts' | 'counts' | 'gaps'> | null
  /** The names of the parts that rows and the total have; missing if there are none. */
  readonly parts?: readonly string[]
  readonly highlights?: Highlights
  /** The rows after the last record, with what the records before say of them; missing if there are none. */
  readonly forecast?: readonly TableRow[]
  readonly series: readonly Series[]
  /** What the report says of its charts, where it is not the usual. */
  readonly chart?: Partial<TableChart>
  /** Whether the slices of a pie are the series or the rows. */
  readonly pieOver: 'columns' | 'rows'
  /** The calendar whose holidays charts mark; missing if there is none. */
  readonly calendar?: CalendarPlan
  /** Sentences for below the table: rows that are not shown, records of one key, the remark of the server. */
  readonly remarks: readonly string[]
  /** The period whose records end before it does, if there is one. */
  readonly begun?: BegunPeriod
  readonly comparison?: Comparison
  /** The notes on its time, also those on no row; missing if there are none. */
  readonly notes?: readonly TableNote[]
  /** What a reader changed by an address, and the table as it was loaded; missing if nothing. */
  readonly arranged?: { readonly added: readonly string[]; readonly base: ReportTable }
  /** What was left out and why, for the log. */
  readonly warnings: readonly string[]
}

/** Adjacent columns below one header; without a text they have none. */
export interface HeaderGroup {
  readonly text: string | null
  /** The index of the first column, and how many there are. */
  readonly start: number
  readonly count: number
}

/** Returns the row above the headers of these columns; empty if none of them has a header above. */
export function groupHeaders(columns: readonly Pick<TableColumn, 'header'>[]): readonly HeaderGroup[] {
  const groups: HeaderGroup[] = []
  for (const [start, { header }] of columns.entries()) {
    const text = header?.above ?? null
    const last = groups.at(-1)
    if (last === undefined || last.text !== text) groups.push({ text, start, count: 1 })
    else groups.splice(-1, 1, { ...last, count: last.count + 1 })
  }
  return groups.some(({ text }) => text !== null) ? groups : []
}

/** Formats a note as a sentence: `14 Mar 2025: Cable cut (ada, 20 Mar 2025)`. */
export const formatNote = ({ subject, text, origin }: TableNote): string => `${subject}: ${text} (${origin})`

/** The sign of each mark, so that colour is never the only difference. */
export const markSigns: Readonly<Record<Mark, string>> = { good: '✓', warning: '!', bad: '✗' }

/** Says what the marks and shades of a table mean, a line for each. */
export const explainMarks = (table: ReportTable): string[] => [
  ...(table.highlights?.conditions ?? []).map(({ label }) => label),
  ...describeScales(table).map(({ names, from, to }) => `${names}: shaded from ${from} to ${to}`),
]

/** Names the columns of each colour scale, and the values without a shade and with the full one. */
export const describeScales = ({ highlights, columns }: ReportTable) =>
  (highlights?.scales ?? []).flatMap(({ columns: shaded, from, to }) => {
    const labels = shaded.flatMap((index) => columns[index]?.label ?? [])
    const format = columns[shaded[0] ?? -1]?.format
    const isShown = labels.length > 0 && from < to
    return isShown
      ? [{ names: formatNames(labels, 3), from: formatNumber(from, format), to: formatNumber(to, format) }]
      : []
  })

/** Rows that follow each other and have one value, by the indexes of the first and the last. */
export interface Run<T> {
  readonly value: T
  readonly first: number
  readonly last: number
}

/** Finds the runs of rows with equal values; a row without a value, which is null, is in none. */
export function findRuns<T>(rows: readonly TableRow[], getValue: (row: TableRow) => T | null): Run<T>[] {
  const runs: Run<T>[] = []
  for (const [index, row] of rows.entries()) {
    const value = getValue(row)
    const before = runs.at(-1)
    if (value === null) continue
    if (before?.value === value && before.last === index - 1) runs.splice(-1, 1, { ...before, last: index })
    else runs.push({ value, first: index, last: index })
  }
  return runs
}
