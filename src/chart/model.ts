import { CHART_HEIGHT, type PlotArea } from './plot-area.ts'
import { buildPieModel } from './types/pie.ts'
import { buildBarModel, buildLineModel } from './types/plot.ts'
import type { ChartType } from '../report/plan.ts'
import type { ReportTable, Series } from '../report/table.ts'
import { isDrawable } from '../report/series.ts'

/** Everything a live view is given: rows for its datasets, values for its signals, the plot's place. */
export interface ChartModel {
  readonly type: ChartType
  readonly frame: PlotArea
  readonly data: Readonly<Record<string, readonly object[]>>
  readonly signals: Readonly<Record<string, unknown>>
  /** How many marks are drawn: few go into SVG, many onto a canvas. */
  readonly marks: number
}

type Draw = (table: ReportTable, series: readonly Series[], width: number) => ChartModel

const draw: Readonly<Record<ChartType, Draw>> = {
  line: buildLineModel,
  bar: buildBarModel,
  pie: buildPieModel,
}

/**
 * The chart of the given (visible) series in a box `width` px wide and 400 px high, or null where there is nothing
 * to draw. Only the visible series are read.
 */
export function buildChartModel(
  table: ReportTable,
  series: readonly Series[],
  type: ChartType,
  width: number,
): ChartModel | null {
  if (table.rows.length === 0 || !isDrawable(series, type)) return null
  return draw[type](table, series, Math.max(width, CHART_HEIGHT / 2))
}
