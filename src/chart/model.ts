import type { ChartType } from '../report/plan.ts'
import type { ReportTable, Series } from '../report/table.ts'
import type { ChartModel } from './chart-type.ts'
import { CHART_HEIGHT } from './plot-area.ts'
import { chartTypes } from './types/index.ts'

/** The text of a chart without anything to draw. */
export const EMPTY_CHART_TEXT = 'No data available for the selected series.'

/** Whether a chart of these (visible) series shows anything. */
export function isDrawable(table: ReportTable, series: readonly Series[], type: ChartType): boolean {
  return table.rows.length > 0 && chartTypes[type].isDrawable(series)
}

/**
 * The chart of the given (visible) series in a box `width` px wide and `CHART_HEIGHT` px high, or null if there is
 * nothing to draw.
 */
export function buildChartModel(
  table: ReportTable,
  series: readonly Series[],
  type: ChartType,
  width: number,
): ChartModel | null {
  if (!isDrawable(table, series, type)) return null
  return chartTypes[type].buildModel(table, series, Math.max(width, CHART_HEIGHT / 2))
}

/** A one-sentence summary for screen readers. */
export function summarizeChart(table: ReportTable, series: readonly Series[], type: ChartType): string {
  return isDrawable(table, series, type) ? chartTypes[type].summarize(table, series) : EMPTY_CHART_TEXT
}

/** What a chart draws, as a table: the rows with the visible series alone; for a pie, sums and shares. */
export function buildChartRows(table: ReportTable, series: readonly Series[], type: ChartType): ReportTable {
  return chartTypes[type].buildRows(table, series)
}
