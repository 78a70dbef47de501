import { layoutAxes } from '../axes.ts'
import type { ChartTypeDefinition } from '../chart-type.ts'
import { buildEarlierSum, buildSumLine } from '../comparison-marks.ts'
import { joinExtents } from '../scales.ts'
import { buildStack, pickStacked, stackedType } from '../stack.ts'
import { buildGapBands } from '../unrecorded-rows.ts'

/** Bars that are narrower than this in px have no seams between their pieces. */
const MIN_SLOT = 6

/** Draws one bar in the slot of each row, with a piece for each series. */
export const stackedBar: ChartTypeDefinition = {
  symbol: 'area',
  tooltip: { kind: 'row', cursor: 'band', hasDots: false, pick: pickStacked },
  build(table, visible, width) {
    const series = pickStacked(visible)
    const stack = buildStack(table, series)
    const earlier = buildEarlierSum(table, series)
    const extent = earlier === null ? stack.extent : joinExtents([stack.extent, earlier.extent])
    const axes = layoutAxes(table, series, width, () => extent)
    const { plotArea, texts, rules } = axes
    const isTight = plotArea.width / table.rows.length < MIN_SLOT
    return {
      plotArea,
      marks: {
        bands: buildGapBands(table, plotArea.width),
        bars: stack.pieces.filter(({ low, high }) => high > low),
        shapes: buildSumLine(earlier, axes),
        texts,
        rules,
      },
      signals: {
        ...axes.signals,
        slots: [0],
        barGap: 0,
        maxBarWidth: 64,
        ...(isTight ? { groupGap: 0 } : { seam: 1 }),
      },
    }
  },
  ...stackedType,
}
