import type { ReportTable, Series } from '../../report/table/report-table.ts'
import { layoutAxes } from '../axes.ts'
import type { ChartModel, ChartTypeDefinition, ChartTypeSpec } from '../chart-type.ts'
import { buildEarlierSum, buildSumLine, includeSum, sumLineLayer } from '../earlier.ts'
import { buildGapBands, gapBandMark } from '../measured.ts'
import { buildStack, pickStacked, stackedType } from '../stack.ts'
import {
  axisTextLayer,
  cartesianSignals,
  color,
  everyRowSlot,
  fromDataset,
  stackedY,
} from '../vega-encodings.ts'

/** Bars that are narrower than this in px have no seams between their pieces. */
const LEAST_SLOT = 6

function buildModel(table: ReportTable, visible: readonly Series[], width: number): ChartModel<'stackedBar'> {
  const series = pickStacked(visible)
  const { pieces, extent } = buildStack(table, series)
  const earlier = buildEarlierSum(table, series)
  const axes = layoutAxes(table, series, width, () => includeSum(extent, earlier))
  const { plotArea } = axes
  const shown = pieces.flat().filter((piece) => piece !== null && piece.high > piece.low)
  const isTight = plotArea.width / table.rows.length < LEAST_SLOT
  return {
    type: 'stackedBar',
    plotArea,
    rightScale: null,
    data: {
      pieces: shown as object[],
      gaps: buildGapBands(table, plotArea),
      earlierSums: buildSumLine(earlier, axes),
      axisTexts: axes.texts,
    },
    signals: {
      ...axes.signals,
      rowIndexes: table.rows.map((_, index) => index),
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
      encoding: { x: everyRowSlot, ...stackedY },
    },
    sumLineLayer,
    axisTextLayer,
  ],
  signals: { ...cartesianSignals, rowIndexes: [], seam: 1 },
  vegaMarks: [gapBandMark],
})
