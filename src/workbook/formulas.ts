import { type CellStyle, type ConditionalRule, rangeRef } from 'hucre/xlsx'
import type { Mark } from '../report/model/report-plan.ts'
import {
  findRuns,
  isRecorded,
  markSigns,
  type ReportTable,
  type TableColumn,
  type TableCondition,
} from '../report/model/report-table.ts'
import { addOrBlank, type Value } from '../query/arithmetic.ts'
import { listReads } from '../query/formula.ts'
import { getOrAdd } from '../query/get-or-add.ts'
import { capitalize } from '../report/model/format.ts'
import { aggregateValues, nameTotal } from '../report/table/totals.ts'
import { formatCellFormula, formatReference, isEqual, type SheetRow } from './cell-formulas.ts'
import { prefixNumberFormat } from './cells.ts'
import type { AggregateKind } from '../report/model/column-kind.ts'

/** Fills a conditional format: its ground is the background colour, that of a cell the foreground colour. */
const fillWith = (rgb: string) =>
  ({ type: 'pattern', pattern: 'solid', fgColor: { rgb }, bgColor: { rgb } }) as const

/** Each differs in its letters as well, because not everyone sees colours. */
const styles: Readonly<Record<Mark, CellStyle>> = {
  good: { font: { bold: true, color: { rgb: '14603A' } }, fill: fillWith('E7F5EC') },
  warning: { font: { bold: true, italic: true, color: { rgb: '6B4700' } }, fill: fillWith('FDF3D8') },
  bad: { font: { bold: true, underline: true, color: { rgb: 'A01F1A' } }, fill: fillWith('FDEEED') },
}

const SCALE = ['FFFFFFFF', 'FF8CCBC4']

/**
 * Builds the conditional formats of a table's highlights, for the rows that have a record. `headerRows` is the number of
 * rows above the first one.
 */
export function buildConditionalRules(table: ReportTable, headerRows: number): ConditionalRule[] {
  const { highlights, columns } = table
  const spans = findRuns(table.rows, (row) => isRecorded(row) || null)
  const [head] = spans
  if (head === undefined || highlights === undefined) return []
  const top = headerRows + head.first
  const formatRange = (left: number, right: number) =>
    spans.map(({ first, last }) => rangeRef(headerRows + first, left, headerRows + last, right)).join(' ')
  // A cell's own format is above that of its row.
  const conditions = highlights.conditions.toSorted((a, b) => Number(a.isRow) - Number(b.isRow))
  const rules = conditions.flatMap((condition) =>
    condition.isRow
      ? [
          {
            formula: `OR(${condition.columns.map((column) => formatFormula(condition, column, top)).join(',')})`,
            range: formatRange(0, columns.length),
            style: styles[condition.mark],
          },
        ]
      : condition.columns.map((column) => ({
          formula: formatFormula(condition, column, top),
          range: formatRange(column + 1, column + 1),
          style: {
            ...styles[condition.mark],
            numFmt: prefixNumberFormat(columns[column]?.format ?? null, markSigns[condition.mark]),
          },
        })),
  )
  const scales = highlights.scales.flatMap(({ columns: shaded, from, to }) =>
    from < to
      ? shaded.map((column) => ({
          range: formatRange(column + 1, column + 1),
          colorScale: {
            cfvo: [from, to].map((value) => ({ type: 'num' as const, value: String(value) })),
            colors: SCALE,
          },
        }))
      : [],
  )
  return [
    ...rules.map((rule, index) => ({ type: 'expression' as const, priority: index + 1, ...rule })),
    ...scales.map((rule, index) => ({
      type: 'colorScale' as const,
      priority: rules.length + index + 1,
      ...rule,
    })),
  ]
}

/** Returns the condition as a formula for the row `top`; a blank meets none. */
function formatFormula(condition: TableCondition, column: number, top: number): string {
  const { operator, absolute, limits } = condition
  const formatCell = (index: number) => `$${formatReference(top, index)}`
  const cells = [column, ...limits.flatMap((limit) => (typeof limit === 'number' ? [] : limit.index))]
  const value = absolute ? `ABS(${formatCell(column)})` : formatCell(column)
  const [first, last] = limits.map((limit) => (typeof limit === 'number' ? limit : formatCell(limit.index)))
  const comparison =
    operator === 'outside'
      ? `OR(${value}<${first},${value}>${last})`
      : `${value}${operator === '!=' ? '<>' : operator}${first}`
  return `AND(${[...cells.map((cell) => `ISNUMBER(${formatCell(cell)})`), comparison].join(',')})`
}

/** The functions of SUBTOTAL, which leave out the rows that a filter hides. */
const subtotals: Partial<Readonly<Record<AggregateKind, number>>> = {
  mean: 101,
  max: 104,
  min: 105,
  sum: 109,
}

/**
 * Returns the formula of a column's total; null where none gives the value of the screen, which counts records and not
 * rows. `headerRows` is the number of rows above the first one.
 */
export function formatTotalFormula(table: ReportTable, index: number, headerRows: number): string | null {
  const { rows, hiddenRows, columns, total } = table
  const [column, value] = [columns[index], total?.values[index] ?? null]
  if (column === undefined || value === null) return null
  if (column.total === 'computed') {
    const row = createSheet(table, headerRows)(headerRows + rows.length, total?.values ?? [])
    return column.formula && formatCellFormula(column.formula, row, value)
  }
  if (hiddenRows > 0 || column.total === 'none') return null
  const formula = formatAggregate(column.total, { table, index, headerRows })
  const result = formula?.value ?? null
  return formula !== null && result !== null && isEqual(result, value) ? formula.text : null
}

/** Returns the formula that aggregates the cells of a column, with its value; null without one. */
function formatAggregate(
  kind: AggregateKind,
  { table: { rows, columns }, index, headerRows }: { table: ReportTable; index: number; headerRows: number },
): { readonly text: string; readonly value: Value } | null {
  const listCells = (column: number) => rows.map(({ values }) => values[column] ?? null)
  const formatRange = (column: number, first = 0, last = rows.length - 1) =>
    rangeRef(headerRows + first, column + 1, headerRows + last, column + 1)
  const filled = listCells(index).filter((cell) => cell !== null)
  const subtotal = subtotals[kind]
  if (subtotal !== undefined) {
    return { text: `SUBTOTAL(${subtotal},${formatRange(index)})`, value: aggregateValues(kind, filled, []) }
  }
  if (kind === 'last') {
    const row = listCells(index).findLastIndex((cell) => cell !== null)
    return { text: formatRange(index, row, row), value: filled.at(-1) ?? null }
  }
  const weights = columns[index]?.weights ?? -1
  // Weights in a hidden column are not in the file.
  if (kind !== 'weightedMean' || weights < 0) return null
  const weightRange = formatRange(weights)
  // An empty cell is 0 here.
  const [values, factors] = [index, weights].map((column) => listCells(column).map((cell) => cell ?? 0))
  return {
    text: `SUMPRODUCT(${formatRange(index)},${weightRange})/SUM(${weightRange})`,
    value: aggregateValues(kind, values ?? [], factors ?? []),
  }
}

/** Returns what finds the operands of formulas in the rows of a sheet. The sum of a column is computed once. */
export function createSheet(table: ReportTable, headerRows: number) {
  const { rows, hiddenRows, columns } = table
  const sums = new Map<number, Value>()
  const sum = (index: number): Value =>
    getOrAdd(sums, index, () => addOrBlank(rows.map(({ values }) => values[index] ?? null)))
  /** Returns a range that stays the same where a row is sorted or copied. */
  const formatSum = (index: number) => {
    const range = rangeRef(headerRows, index + 1, headerRows + rows.length - 1, index + 1)
    return `SUM(${range.replaceAll(/(?<=[A-Z])(?=\d)/g, '$')})`
  }
  return (line: number, values: readonly Value[]): SheetRow => ({
    line,
    values,
    hasColumn: (index) => columns[index] !== undefined && columns[index].role !== 'text',
    findWhole: (index) =>
      columns[index]?.total === 'sum' && hiddenRows === 0
        ? { text: formatSum(index), value: sum(index) }
        : null,
  })
}

/** Returns the columns whose total stays the same whatever a filter hides. */
export function listFixedTotals(table: ReportTable): TableColumn[] {
  const follows = (index: number): boolean => {
    const formula = formatTotalFormula(table, index, 0)
    const { total, formula: computed = null } = table.columns[index] ?? {}
    if (total !== 'computed') return formula?.startsWith('SUBTOTAL(') === true
    return formula !== null && computed !== null && listReads(computed).every(follows)
  }
  return table.columns.filter((_, index) => (table.total?.values[index] ?? null) !== null && !follows(index))
}

/** Says how a column was computed that has values where `hasFormula` finds none; null for one that is loaded or added up. */
export function explainValues(
  { columns, rows }: ReportTable,
  index: number,
  hasFormula: (row: number) => boolean,
): string | null {
  const { words = null, total, formula = null } = columns[index] ?? {}
  if (words === null || (total === 'sum' && formula !== null)) return null
  const hasValue = rows.some(({ values }, row) => (values[index] ?? null) !== null && !hasFormula(row))
  return hasValue ? capitalize(words) : null
}

export function explainTotal({ columns, hiddenRows }: ReportTable, index: number): string {
  const { words = null, total = 'none', label = '' } = columns[index] ?? {}
  const name = total === 'sum' ? 'sum' : nameTotal({ total }, 0)
  const text = total === 'computed' && words !== null ? words : `${name} of ${label}`
  const others = hiddenRows === 1 ? '1 row that is' : `${hiddenRows} rows that are`
  return capitalize(hiddenRows === 0 ? text : `${text}, also of ${others} not in this sheet`)
}
