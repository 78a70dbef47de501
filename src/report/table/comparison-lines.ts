import { operations, type Value } from '../../query/arithmetic.ts'
import { isPoints, type NumberFormat, toPoints, TWO_DECIMALS } from '../model/format.ts'
import type { ReportPlan, Selection } from '../model/report-plan.ts'
import type { ReportResponse } from '../model/report-response.ts'
import type { Comparison, ReportTable, TableColumn, TableRow } from '../model/report-table.ts'
import { buildTable } from './build-table.ts'
import { combineGaps } from './gaps.ts'
import { keepShared, ONE_PERIOD } from './like-for-like.ts'
import { keepRanking } from './pivot-records.ts'
import { aggregateValues } from './totals.ts'
import { weighWeekdays } from './weekday-mix.ts'

/** A compared period: its records, and the table of all of them with totals. */
export interface ComparedPeriod {
  readonly selection: Selection
  readonly response: ReportResponse
  readonly table: ReportTable
  readonly name: string
  /** Its days with a record; null where rows are not compared by their days. */
  readonly days: readonly string[] | null
  /** How many days its totals are of; null where that is not compared. */
  readonly length: number | null
}

/** A pair of the chosen period and the earlier one. */
type Pair<T> = readonly [now: T, before: T]
/** Values in the order of columns, and what they lack. */
export type Figures = Pick<TableRow, 'values' | 'gaps'>
type BothFigures = Pair<Figures>

interface Compared {
  readonly plan: ReportPlan
  readonly columns: readonly TableColumn[]
  /** Whether means are compared, as the table has no row of totals. */
  readonly isMean: boolean
  readonly periods: Pair<ComparedPeriod>
}

/** The line of changes by which periods of more or fewer days are compared. */
export const PER_DAY = 'Difference per day %'

/** Builds the lines below the total. */
export function buildLines(compared: Compared): Comparison['lines'] {
  const { columns, isMean, periods } = compared
  const [now, before] = periods
  const figures = listFigures(compared, periods)
  const isUneven = !isMean && now.length !== before.length
  const rates = isUneven ? listRates(figures, compared) : null
  const hasRates = isUneven && now.days !== null
  const weighed = isMean ? null : listByWeekday(figures, compared)
  const alike = compareAlike(compared, figures, (like) =>
    hasRates ? listRates(like, compared) : listChanges(like, columns),
  )
  const changes = columns.map((column) => ({ ...column, format: computeChange(0, 0, column.format).format }))
  const signed = columns.map((column) => ({ ...column, format: addSign(column.format) }))
  const mean = isMean ? 'Mean of ' : ''
  const lines: readonly (Comparison['lines'][number] | false)[] = [
    isMean && { kind: 'current', label: `${mean}${now.name}`, ...figures[0], columns },
    { kind: 'earlier', label: `${mean}${before.name}`, ...figures[1], columns },
    { kind: 'difference', label: 'Difference', ...combine(figures, subtract), columns: signed },
    { kind: 'change', label: 'Difference %', ...listChanges(figures, columns), columns: changes },
    rates !== null &&
      rates.values.some((value) => value !== null) && {
        kind: 'rate',
        label: PER_DAY,
        ...rates,
        columns: changes,
      },
    weighed !== null && { kind: 'rate', label: 'Difference by weekday %', ...weighed, columns: changes },
    alike !== null && {
      kind: 'alike',
      label: `Like for like${hasRates ? ' per day' : ''} (${alike.names})`,
      ...alike.figures,
      columns: changes,
    },
  ]
  return lines.filter((line) => line !== false)
}

/** Compares the names that both periods have; null where that says nothing else than comparing all of them. */
function compareAlike(
  compared: Compared,
  figures: BothFigures,
  compare: (alike: BothFigures) => Figures,
): { readonly figures: Figures; readonly names: string } | null {
  const { plan, columns, periods } = compared
  const shared = keepShared(plan, [periods[0].response, periods[1].response])
  if (shared === null) return null
  const build = (period: ComparedPeriod, response: ReportResponse) => ({
    table: buildTable(withTotal(plan, periods[0].response), period.selection, response),
  })
  const alike = listFigures(compared, [build(periods[0], shared.now), build(periods[1], shared.before)])
  const { count, isPartial } = shared
  // A number that is computed from several ones needs all of them of the same names.
  const { values: both, gaps = [] } = compare(alike)
  const isMixed = (index: number) =>
    columns[index]?.total === 'computed' && gaps[index]?.includes(ONE_PERIOD) === true
  const lacks = gaps.map((texts) => texts.filter((text) => text !== ONE_PERIOD))
  const values = both.map((value, index) =>
    isMixed(index) || alike.every((list, at) => list.values[index] === figures[at]?.values[index])
      ? null
      : value,
  )
  const names = `${isPartial ? 'at most ' : ''}${count} ${count === 1 ? 'name' : 'names'}`
  return values.some((value) => value !== null) ? { figures: { values, gaps: lacks }, names } : null
}

/** Lists what is compared of both periods, in the order of the columns: totals or means. */
function listFigures(
  { columns, isMean, plan }: Compared,
  tables: Pair<Pick<ComparedPeriod, 'table'>>,
): BothFigures {
  const list = ({ table }: Pick<ComparedPeriod, 'table'>) => {
    const { total } = table
    const values = isMean ? computeMeans(table) : (total?.values ?? [])
    return alignRow({ values, ...(total?.gaps && { gaps: total.gaps }) }, table, columns, plan)
  }
  return [list(tables[0]), list(tables[1])]
}

/** Returns a row of a table in the order of other columns. A column of a list that the table lacks had nothing. */
export function alignRow<R extends Figures>(
  row: R,
  table: ReportTable,
  columns: readonly TableColumn[],
  { rows }: ReportPlan,
): R {
  const positions = new Map(table.columns.map(({ label }, index) => [label, index]))
  const find = ({ label }: TableColumn) => positions.get(label) ?? -1
  const values = columns.map((column) => {
    const index = find(column)
    if (index >= 0) return row.values[index] ?? null
    return column.total === 'sum' && rows.missing === 'zero' ? 0 : null
  })
  return {
    ...row,
    values,
    ...(row.gaps && { gaps: columns.map((column) => row.gaps?.[find(column)] ?? []) }),
  }
}

/**
 * Returns the plan with totals, which some tables do not show, with all rows in the order of their keys, and with the
 * columns that the chosen period ranks first.
 */
export const withTotal = (plan: ReportPlan, chosen: ReportResponse): ReportPlan => ({
  ...keepRanking(plan, chosen),
  rows: { ...plan.rows, sort: null, top: null, total: plan.rows.total ?? '' },
})

/**
 * Computes what a table without a row of totals compares, since the sum of its values can mean nothing: the mean of the
 * rows with a record. A column that is computed from others is blank.
 */
const computeMeans = ({ columns, rows, total }: ReportTable): readonly Value[] =>
  columns.map((column, index) => {
    if (column.total === 'computed') return null
    if (column.total !== 'sum') return total?.values[index] ?? null
    const values = rows.flatMap(({ hasRecord, values }) => (hasRecord ? (values[index] ?? []) : []))
    return aggregateValues('mean', values, [])
  })

/** Computes of both periods what lacks the records that either of them lacks. */
const combine = (
  [now, before]: BothFigures,
  compute: (value: Value, earlier: Value, index: number) => Value,
): Figures => ({
  values: now.values.map((value, index) => compute(value, before.values[index] ?? null, index)),
  ...((now.gaps ?? before.gaps) && { gaps: combineGaps(now.values, [now, before]) }),
})

const listChanges = (figures: BothFigures, columns: readonly TableColumn[]): Figures =>
  combine(
    figures,
    (value, earlier, index) => computeChange(value, earlier, columns[index]?.format ?? null).value,
  )

/** Lists the changes per day of the numbers that add up. */
function listRates([now, before]: BothFigures, { columns, periods }: Compared): Figures {
  const divide = ({ values, ...row }: Figures, { length }: ComparedPeriod): Figures => ({
    ...row,
    values: values.map((value, index) =>
      columns[index]?.total === 'sum' ? operations['/']([value, length]) : null,
    ),
  })
  return listChanges([divide(now, periods[0]), divide(before, periods[1])], columns)
}

/** Lists the changes since what the earlier period has with the weekdays of the chosen one; null where that is the same. */
function listByWeekday([now, before]: BothFigures, { plan, columns, periods }: Compared): Figures | null {
  const [{ days }, { days: earlierDays, table }] = periods
  if (days === null || earlierDays === null) return null
  const rows = table.rows.map((row) => alignRow(row, table, columns, plan))
  const values = weighWeekdays([days, earlierDays], rows, columns)
  return values && listChanges([now, { ...before, values }], columns)
}

const subtract = (value: Value, earlier: Value): Value => operations['-']([value, earlier])

/** A change with its format: a part of the earlier number, or percentage points. */
export interface Change {
  readonly value: Value
  readonly format: NumberFormat
}

/** Computes the change of a number since an earlier one. Percentages differ by percentage points. */
export function computeChange(value: Value, earlier: Value, format: NumberFormat | null): Change {
  const signed = addSign(format)
  return isPoints(signed)
    ? { value: subtract(value, earlier), format: signed }
    : { value: operations.change([value, earlier]), format: CHANGE_FORMAT }
}

const CHANGE_FORMAT: NumberFormat = {
  options: {
    ...TWO_DECIMALS.options,
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    style: 'percent',
    signDisplay: 'exceptZero',
  },
  suffix: '',
}

const addSign = (format: NumberFormat | null): NumberFormat => {
  const own = format ?? TWO_DECIMALS
  return toPoints({ ...own, options: { ...own.options, signDisplay: 'exceptZero' } })
}
