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
        // In rows narrower than 6 px there are no gaps between bars, and no seams between their pieces.
        width: { expr: "bandwidth('x') < 6 ? bandwidth('x') : min(bandwidth('x') * 0.76, 64)" },
        stroke: { expr: 'backgroundColor' },
        strokeWidth: { expr: "bandwidth('x') < 6 ? 0 : 1" },
      },
      encoding: {
        ...channels,
        y: { ...y, stack: 'zero' },
        order: { field: 'order', type: 'quantitative' },
      },
    },
    ...(input.isCompared ? [earlierSumLayer] : []),
  ])

/** Draws one bar in the slot of each row, with a piece for each series. */
export const stackedBar: ChartTypeDefinition = {
  symbol: 'area',
  tooltip: 'band',
  specify,
  build(table, visible, box) {
    const { series, axes, earlierSums } = layoutStack(table, visible, box)
    return addAxes(table, axes, { table: listValues(table, series), earlierSums })
  },
  ...stackedType,
}
