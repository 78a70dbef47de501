import type { ReportTable, Series } from '../../report/table.ts'
import { BOTTOM, buildAxisSignals, buildValueAxis, RIGHT, TOP } from '../cartesian.ts'
import {
  CHART_HEIGHT,
  type ChartModel,
  type ChartTypeDefinition,
  type ChartTypeSpec,
  layoutPlotArea,
} from '../chart-type.ts'
import { buildStack, pickStacked, stackedType } from '../stack.ts'
import { cartesianSignals, color, fromDataset, rowSlot, stackedY } from '../vega-encodings.ts'

/** Bars that are narrower than this in px have no seams between their pieces. */
const LEAST_SLOT = 6

function buildModel(table: ReportTable, visible: readonly Series[], width: number): ChartModel<'stackedBar'> {
  const series = pickStacked(visible)
  const { pieces, extent } = buildStack(table, series)
  const { scale, left } = buildValueAxis(extent, series)
  const plotArea = layoutPlotArea(width, CHART_HEIGHT, { left, right: RIGHT, top: TOP, bottom: BOTTOM })
  const shown = pieces.flat().filter((piece) => piece !== null && piece.high > piece.low)
  const isTight = plotArea.width / table.rows.length < LEAST_SLOT
  return {
    type: 'stackedBar',
    plotArea,
    data: { pieces: shown as object[] },
    signals: {
      ...buildAxisSignals(table, series, plotArea, scale),
      groupGap: isTight ? 0 : 0.24,
      seam: isTight ? 0 : 1,
    },
    marks: shown.length,
  }
}

export const stackedBar: ChartTypeDefinition<'stackedBar'> = {
  symbol: 'area',
  tooltip: { kind: 'row', cursor: 'band', hasDots: false, pick: pickStacked },
  buildModel,
  ...stackedType,
}

/** One bar in the slot of each row, with a piece for each series. */
export const buildStackedBarSpec = (): ChartTypeSpec => ({
  layers: [
    {
      ...fromDataset('pieces'),
      mark: {
        type: 'bar',
        fill: color,
        stroke: { expr: 'backgroundColor' },
        strokeWidth: { expr: 'seam' },
        width: { expr: "min(bandwidth('x'), 64)" },
      },
      encoding: { x: rowSlot, ...stackedY },
    },
  ],
  signals: { ...cartesianSignals, seam: 1 },
  vegaMarks: [],
})
