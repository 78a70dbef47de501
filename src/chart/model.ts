import { addWeekday } from '../report/table/add-weekday.ts'
import { addOrBlank } from '../query/arithmetic.ts'
import { listRemarks, type ReportTable, type Series, type TableRow } from '../report/model/report-table.ts'
import { pickColumns } from '../report/table/pick-columns.ts'
import { getSeriesStyle } from '../report/model/series-style.ts'
import { findSharedFormat } from './axes.ts'
import { describeForecast, nameBand } from './band.ts'
import { CHART_HEIGHT, type ChartModel, EMPTY_CHART_TEXT, hasRows, type ImageInput } from './chart-type.ts'
import { getEarlierTable } from './comparison-marks.ts'
import { describeHolidays } from './row-marks.ts'
import type { PieSlice } from './marks.ts'
import { memoize } from './memoize.ts'
import { initialParams, type Json, type SpecInput } from './specification.ts'
import { getChartType } from './types/index.ts'
import { formatMissingRows } from '../report/table/rows-without-record.ts'
import { blankUnrecorded, describeUndrawn, describeUndrawnRows } from './undrawn.ts'

/** The tooltip of a row: the values of the drawn series, largest first and blanks last, and their sum. */
export type TooltipData = NonNullable<ReturnType<typeof getTooltipData>>

/** Explains why a chart of these (visible) series shows nothing; null if it shows something. */
export function explainEmptyChart(
  given: ReportTable,
  series: readonly Series[],
  type: string,
): string | null {
  const table = blankUnrecorded(given)
  const hasValues = table.rows.some(({ values }) => series.some((one) => values[one.columnIndex] !== null))
  if (!hasValues) return EMPTY_CHART_TEXT
  return getChartType(table, type).explainEmpty?.(table, series) ?? null
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
  if (explainEmptyChart(table, series, type) !== null) return null
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
  const { series, rows, pieOver, comparison } = table
  const styles = series.map(({ id, name, color, dash, shape }) => ({ id, name, color, dash, shape }))
  return {
    series: styles,
    slices:
      pieOver === 'rows'
        ? rows.map((_, index) => ({ id: `r${index}`, name: '', ...getSeriesStyle(index, null) }))
        : styles,
    isCompared: comparison !== undefined,
    hasBand: nameBand(table) !== null,
    hasSecondAxis: series.some(({ isSecond }) => isSecond) && series.some(({ isSecond }) => !isSecond),
  }
})

/** Summarizes a chart for screen readers: a sentence on the values, and one on the rows without a record. */
export function summarizeChart(table: ReportTable, series: readonly Series[], type: string): string {
  const empty = explainEmptyChart(table, series, type)
  if (empty !== null) return empty
  const chart = getChartType(table, type)
  const { comparison } = table
  const earlier =
    comparison && (chart.describeEarlier?.(comparison, table, series) ?? `${comparison.name} is not drawn.`)
  const summary = chart.summarize(blankUnrecorded(table), series)
  return [summary, ...listDrawingRemarks(table, series, type), earlier ?? ''].join(' ').trim()
}

/** Lists what a chart does not draw, which of its rows are holidays, and its forecast, as sentences. */
function listDrawingRemarks(table: ReportTable, series: readonly Series[], type: string): readonly string[] {
  const chart = getChartType(table, type)
  return [
    describeUndrawn(chart.place, chart.select(blankUnrecorded(table), series).undrawn),
    formatMissingRows(table),
    ...(hasRows(chart) ? [describeHolidays(table)] : []),
    ...(type === 'line' ? describeForecast(table) : []),
  ].filter((text) => text !== '')
}

interface RemarkedChart {
  /** Null without a chart. */
  readonly type: string | null
  /** The visible series. */
  readonly series: readonly Series[]
  /** Whether its visible summary names the series and rows that it does not draw. */
  readonly isSummarized?: boolean
}

/** Lists what a reader of a table and its chart has to know: what is not shown or drawn, and why values are missing. */
export function listChartRemarks(
  table: ReportTable,
  { type, series, isSummarized = false }: RemarkedChart,
): readonly string[] {
  if (type === null) return [...listRemarks(table), formatMissingRows(table)].filter((text) => text !== '')
  const charted = series.flatMap(({ columnIndex }) => table.columns[columnIndex] ?? [])
  const isDrawn = explainEmptyChart(table, series, type) === null
  return [
    ...listRemarks(table, charted),
    ...describeUndrawnRows(table),
    ...(isSummarized ? [] : isDrawn ? listDrawingRemarks(table, series, type) : [formatMissingRows(table)]),
  ].filter((text) => text !== '')
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
    .map((one) => ({ series: one, value: row.values[one.columnIndex] ?? null }))
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
