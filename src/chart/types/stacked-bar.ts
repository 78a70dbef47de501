import { addAxes } from '../cartesian.ts'
import type { ChartTypeDefinition } from '../chart-type.ts'
import { layoutStack, pickStacked, stackedType } from '../stack.ts'

/** Bars that are narrower than this in px have no seams between their pieces. */
const MIN_SLOT = 6

/** Draws one bar in the slot of each row, with a piece for each series. */
export const stackedBar: ChartTypeDefinition = {
  symbol: 'area',
  tooltip: { kind: 'row', cursor: 'band', hasDots: false, pick: pickStacked },
  build(table, visible, width) {
    const { stack, axes, sums } = layoutStack(table, visible, width)
    const isTight = axes.plotArea.width / table.rows.length < MIN_SLOT
    const bars = stack.pieces.filter(({ low, high }) => high > low)
    const gaps = isTight ? { groupGap: 0 } : { seam: 1 }
    return addAxes(table, axes, { bars, shapes: sums }, { slots: [0], barGap: 0, maxBarWidth: 64, ...gaps })
  },
  ...stackedType,
}
