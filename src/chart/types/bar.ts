import type { ReportTable, Series } from '../../report/table.ts'
import {
  BOTTOM,
  buildAxisSignals,
  buildPoints,
  buildValueAxis,
  cartesianType,
  RIGHT,
  TOP,
} from '../cartesian.ts'
import {
  CHART_HEIGHT,
  type ChartModel,
  type ChartTypeDefinition,
  type ChartTypeSpec,
  layoutPlotArea,
} from '../chart-type.ts'
import { getSeriesExtent } from '../scales.ts'
import { cartesianSignals, color, fromDataset, rowSlot, y } from '../vega-encodings.ts'

function buildModel(table: ReportTable, series: readonly Series[], width: number): ChartModel<'bar'> {
  const { scale, left } = buildValueAxis(getSeriesExtent(table, series), series)
  const plotArea = layoutPlotArea(width, CHART_HEIGHT, { left, right: RIGHT, top: TOP, bottom: BOTTOM })
  const points = series.flatMap((one) => buildPoints(table, one))
  const isTight = plotArea.width / table.rows.length / series.length < 2
  return {
    type: 'bar',
    plotArea,
    data: { points },
    signals: {
      ...buildAxisSignals(table, series, plotArea, scale),
      groupGap: isTight ? 0 : 0.24,
      barGap: isTight ? 0 : 0.08,
    },
    marks: points.length,
  }
}

export const bar: ChartTypeDefinition<'bar'> = {
  symbol: 'area',
  tooltip: { kind: 'row', cursor: 'band', hasDots: false, pick: (series) => series },
  buildModel,
  ...cartesianType,
}

/** Bars side by side in the slot of their row. */
export const buildBarSpec = (): ChartTypeSpec => ({
  layers: [
    {
      ...fromDataset('points'),
      mark: {
        type: 'bar',
        fill: color,
        width: { expr: "min(bandwidth('xOffset'), 32)" },
      },
      encoding: {
        x: rowSlot,
        y,
        xOffset: { field: 'columnIndex', type: 'ordinal', scale: { paddingInner: { expr: 'barGap' } } },
      },
    },
  ],
  signals: cartesianSignals,
  vegaMarks: [],
})
