import type { ReportTable, Series } from '../../report/table/report-table.ts'
import { layoutAxes } from '../axes.ts'
import { buildPoints, cartesianType, projectPoints } from '../cartesian.ts'
import type { ChartModel, ChartTypeDefinition, ChartTypeSpec } from '../chart-type.ts'
import { buildEarlierBars, getComparedExtent } from '../earlier.ts'
import { buildGapBands, gapBandMark } from '../measured.ts'
import { axisTextLayer, cartesianSignals, color, fromDataset, rowSlot, y } from '../vega-encodings.ts'

function buildModel(table: ReportTable, series: readonly Series[], width: number): ChartModel<'bar'> {
  const axes = layoutAxes(table, series, width, (list) => getComparedExtent(table, list))
  const { plotArea } = axes
  const points = projectPoints(
    series.flatMap((one) => buildPoints(table, one)),
    axes,
  )
  const earlier = buildEarlierBars(table, series, axes)
  const bars = table.comparison === undefined ? series.length : 2 * series.length
  const isTight = plotArea.width / table.rows.length / bars < 2
  return {
    type: 'bar',
    plotArea,
    rightScale: axes.rightScale,
    data: { points: [...earlier, ...points], gaps: buildGapBands(table, plotArea), axisTexts: axes.texts },
    signals: {
      ...axes.signals,
      groupGap: isTight ? 0 : 0.24,
      barGap: isTight ? 0 : 0.08,
    },
    marks: earlier.length + points.length,
  }
}

export const bar: ChartTypeDefinition<'bar'> = {
  symbol: 'area',
  tooltip: { kind: 'row', cursor: 'band', hasDots: false, pick: (series) => series },
  buildModel,
  ...cartesianType,
  describeEarlier: ({ name }) => `The paler bars are ${name}.`,
  formatEarlierEntry: (name) => `${name} (paler)`,
}

/** Bars side by side in the slot of their row. */
export const buildBarSpec = (): ChartTypeSpec => ({
  layers: [
    {
      ...fromDataset('points'),
      mark: {
        type: 'bar',
        fill: color,
        fillOpacity: { expr: 'datum.opacity' },
        width: { expr: "min(bandwidth('xOffset'), 32)" },
      },
      encoding: {
        x: rowSlot,
        y,
        xOffset: { field: 'columnIndex', type: 'ordinal', scale: { paddingInner: { expr: 'barGap' } } },
      },
    },
    axisTextLayer,
  ],
  signals: cartesianSignals,
  vegaMarks: [gapBandMark],
})
