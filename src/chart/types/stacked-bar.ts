import { addAxes } from '../cartesian.ts'
import type { ChartTypeDefinition } from '../chart-type.ts'
import { createRowSpec, dataset, type Json, type SpecInput } from '../specification.ts'
import { earlierSumLayer, layoutStack, stackedType } from '../stack.ts'
import { listValues } from '../table-data.ts'

/** Specifies one bar for each row, with a piece for each series, below a line of earlier sums. */
const specify = (input: SpecInput): Json =>
  createRowSpec({ ...input, hasSecondAxis: false }, ({ y, ...channels }) => [
    {
      data: dataset('table'),
      transform: [{ filter: 'datum.value' }],
      mark: {
        type: 'bar',
        stroke: { expr: 'backgroundColor' },
        strokeWidth: { expr: 'bars.seam' },
      },
      encoding: {
        ...channels,
        y: { ...y, stack: 'zero' },
        order: { field: 'order', type: 'quantitative' },
      },
    },
    ...(input.isCompared ? [earlierSumLayer] : []),
  ])

/** In px. Bars in narrower slots have no seams between their pieces. */
const MIN_SLOT = 6
const MAX_BAR_WIDTH = 64

/** Draws one bar in the slot of each row, with a piece for each series. */
export const stackedBar: ChartTypeDefinition = {
  symbol: 'area',
  tooltip: 'band',
  specify,
  build(table, visible, box) {
    const { series, axes, earlierSums } = layoutStack(table, visible, box)
    const slot = axes.plotArea.width / table.rows.length
    const isTight = slot < MIN_SLOT
    const groupGap = isTight ? 0 : Math.max(0.24, 1 - MAX_BAR_WIDTH / slot)
    const bars = { slots: [], groupGap, barGap: 0, seam: isTight ? 0 : 1 }
    return addAxes(table, axes, { table: listValues(table, series), earlierSums }, { bars })
  },
  ...stackedType,
}
