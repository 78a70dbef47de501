import { layoutAxes } from '../axes.ts'
import { addAxes, cartesianType, getBars } from '../cartesian.ts'
import type { ChartTypeDefinition } from '../chart-type.ts'
import { buildEarlierBars, getComparedExtent } from '../comparison-marks.ts'
import { layoutStack, pickStacked, stackedType } from '../stack.ts'

/** Bars that are narrower than this in px have no gaps between them. */
const MIN_BAR_WIDTH = 2

/** Draws bars side by side in the slot of their row. */
export const bar: ChartTypeDefinition = {
  symbol: 'area',
  tooltip: { kind: 'row', cursor: 'band', hasDots: false, pick: (series) => series },
  build(table, series, width) {
    const axes = layoutAxes(table, series, width, (list) => getComparedExtent(table, list))
    const slots = series.flatMap(({ columnIndex }) =>
      table.comparison === undefined ? [columnIndex] : [columnIndex - 0.5, columnIndex],
    )
    const isTight = axes.plotArea.width / table.rows.length / slots.length < MIN_BAR_WIDTH
    const bars = [...buildEarlierBars(table, series, axes), ...getBars(table, series, axes)]
    return addAxes(table, axes, { bars }, { slots, ...(isTight && { groupGap: 0, barGap: 0 }) })
  },
  ...cartesianType,
  describeEarlier: ({ name }) => `The paler bars are ${name}.`,
  formatEarlierEntry: (name) => `${name} (paler)`,
}

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
