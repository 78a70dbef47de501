import { addWeekday } from '../report/table/add-weekday.ts'
import { addOrBlank } from '../query/arithmetic.ts'
import {
  listRemarks,
  type ReportTable,
  type RowOrder,
  type Series,
  type TableRow,
} from '../report/model/report-table.ts'
import { compareRows } from '../report/table/row-order.ts'
import { pickColumns } from '../report/table/pick-columns.ts'
import { findSharedFormat } from './axes.ts'
import { describeBand, nameBand } from './band.ts'
import { describeHolidays } from './cartesian.ts'
import { CHART_HEIGHT, type ChartModel, hasRows, type ImageInput, type PieSlice } from './chart-type.ts'
import { getEarlierTable } from './comparison-marks.ts'
import { memoize } from './memoize.ts'
import { initialParams, type Json, type SpecInput } from './specification.ts'
import { getChartType } from './types/index.ts'
import { formatMissingRows } from '../report/table/rows-without-record.ts'
import { blankUnrecorded, describeUndrawn, describeUndrawnRows } from './undrawn.ts'

/** The tooltip of a row: the values of the drawn series, largest first and blanks last, and their sum. */
export type TooltipData = NonNullable<ReturnType<typeof getTooltipData>>

/** Returns true if a chart of these (visible) series shows nothing. */
export function isEmptyChart(given: ReportTable, series: readonly Series[], type: string): boolean {
  const table = blankUnrecorded(given)
  const hasValues = table.rows.some(({ values }) => series.some((item) => values[item.columnIndex] !== null))
  return !hasValues || getChartType(table, type).select(table, series).drawn.length === 0
}

/** More bars than these are faster on a canvas; lines and areas are one mark for each series. */
const MAX_SVG_MARKS = 1_500

/** Builds the chart of the given (visible) series in a box of this size in px; null if there is nothing to draw. */
export function buildChartModel(
  table: ReportTable,
  series: readonly Series[],
  type: string,
  width: number,
  height = CHART_HEIGHT,
): ChartModel | null {
  if (isEmptyChart(table, series, type)) return null
  const chart = getChartType(table, type)
  const box = { width: Math.max(width, CHART_HEIGHT / 2), height }
  const parts = chart.build(blankUnrecorded(table), series, box)
  const { plotArea, params, data, slices = [] } = parts
  return {
    type,
    plotArea,
    params: { ...initialParams, ...params },
    data: { rules: [], symbols: [], texts: [], ...data },
    slices,
    isLarge: chart.tooltip === 'band' && (data['table'] ?? []).length > MAX_SVG_MARKS,
  }
}

/** Builds the specification of a chart type for tables with the structure of this one. */
export const specifyChart = (table: ReportTable, type: string, image: ImageInput | null = null): Json =>
  getChartType(table, type).specify(describeStructure(table), image)

/** Describes what specifications depend on: tables of the same series have the same, whichever are on. */
export const describeStructure = memoize((table: ReportTable): SpecInput => {
  const { series, comparison } = table
  return {
    series: series.map(({ id, name, color, dash, shape }) => ({ id, name, color, dash, shape })),
    isCompared: comparison !== undefined,
    hasBand: nameBand(table) !== null,
    hasSecondAxis: series.some(({ isSecond }) => isSecond) && series.some(({ isSecond }) => !isSecond),
  }
})

/** Summarizes a chart that is not empty, in one sentence on its values. */
export const summarizeChart = (table: ReportTable, series: readonly Series[], type: string): string =>
  getChartType(table, type).summarize(blankUnrecorded(table), series)

/**
 * Lists what a reader of a table and its chart of visible series has to know: what is not shown or drawn and why, and what
 * is drawn that is no series. The type is null without a chart.
 */
export function listChartRemarks(
  table: ReportTable,
  { type, series }: { readonly type: string | null; readonly series: readonly Series[] },
): readonly string[] {
  const missing = formatMissingRows(table)
  if (type === null) return [...listRemarks(table), missing].filter((text) => text !== '')
  const chart = getChartType(table, type)
  return [
    ...listRemarks(
      table,
      series.flatMap(({ columnIndex }) => table.columns[columnIndex] ?? []),
    ),
    ...describeUndrawnRows(table),
    describeUndrawn(chart.place, chart.select(blankUnrecorded(table), series).undrawn),
    chart.describeShares?.(blankUnrecorded(table), series) ?? '',
    missing,
    ...(isEmptyChart(table, series, type) ? [] : describeMarks(table, series, type)),
  ].filter((text) => text !== '')
}

/** Says what a chart draws that is no series: holidays, the band, the earlier period. */
function describeMarks(table: ReportTable, series: readonly Series[], type: string): readonly string[] {
  const chart = getChartType(table, type)
  const { comparison } = table
  return [
    hasRows(chart) ? describeHolidays(table) : '',
    ...(type === 'line' ? describeBand(table) : []),
    comparison === undefined
      ? ''
      : (chart.describeEarlier?.(comparison, table, series) ?? `${comparison.name} is not drawn.`),
  ]
}

/** Builds the table of what a chart draws: the rows with the visible series alone; for a pie, sums and shares. */
export function buildChartRows(table: ReportTable, series: readonly Series[], type: string): ReportTable {
  const { buildRows, select } = getChartType(table, type)
  if (buildRows !== undefined) return buildRows(table, series)
  return pickColumns(
    table,
    select(table, series).drawn.map(({ columnIndex }) => columnIndex),
  )
}

/**
 * Builds the tooltip of the row with the given index; null if there is no such row. Its total is null if the values
 * cannot be added: other units, or rates.
 */
export function getTooltipData(table: ReportTable, series: readonly Series[], rowIndex: number) {
  const row = blankUnrecorded(table).rows[rowIndex]
  if (row === undefined) return null
  const values = series
    .map((item) => ({ series: item, value: row.values[item.columnIndex] ?? null }))
    .toSorted((a, b) => (b.value ?? -Infinity) - (a.value ?? -Infinity))
  const isAdditive =
    table.chart?.sum !== false &&
    series.every(({ sum }) => sum !== null) &&
    findSharedFormat(series) !== undefined
  const sumUp = (from: TableRow) =>
    isAdditive ? addOrBlank(series.map(({ columnIndex }) => from.values[columnIndex] ?? null)) : null
  const before = getEarlierTable(table)?.rows[rowIndex]
  const earlier = before?.hasRecord
    ? { label: addWeekday(table, before), values: before.values, total: sumUp(before) }
    : null
  const { hasRecord, notes = [] } = row
  return { label: addWeekday(table, row), hasRecord, values, total: sumUp(row), earlier, notes }
}

/** Builds the tooltip of a slice, below its share. */
export const describeSlice = ({ series }: PieSlice): TooltipData => ({
  label: `${series.percent}%`,
  hasRecord: true,
  values: [{ series, value: series.sum }],
  total: null,
  earlier: null,
  notes: [],
})

/**
 * Orders the rows as a chart draws them: what connects points in time connects them in the order of time, anything else
 * has the order that the report says for charts, or that of the table. The row of the remaining rows is last, or left out.
 */
export function orderChartRows(table: ReportTable, type: string): ReportTable {
  const isConnected = getChartType(table, type).tooltip === 'line'
  return isConnected && table.keyKind !== 'text' ? orderByTime(table) : orderAsSaid(table)
}

const orderByTime = memoize((table: ReportTable) => arrangeRows(table, { column: null, isAscending: true }))
const orderAsSaid = memoize((table: ReportTable) => arrangeRows(table, table.chart?.sort ?? null))

function arrangeRows(table: ReportTable, order: RowOrder | null): ReportTable {
  const { rows, comparison, chart, keyKind } = table
  const compare = order === null ? () => 0 : compareRows(order, keyKind)
  const pairs = rows.map((row, index) => ({ row, earlier: comparison?.rows[index] ?? null }))
  const ordered = pairs
    .filter(({ row }) => !row.isRest || chart?.rest !== false)
    .toSorted(({ row: a }, { row: b }) => Number(a.isRest) - Number(b.isRest) || compare(a, b))
  if (ordered.length === rows.length && ordered.every(({ row }, index) => row === rows[index])) return table
  return {
    ...table,
    rows: ordered.map(({ row }) => row),
    hiddenRows: table.hiddenRows + rows.length - ordered.length,
    ...(comparison && { comparison: { ...comparison, rows: ordered.map(({ earlier }) => earlier) } }),
  }
}
