import { addAxes } from '../cartesian.ts'
import type { ChartTypeDefinition } from '../chart-type.ts'
import {
  colorChannel,
  createRowSpec,
  dataset,
  type Json,
  rowChannel,
  type SpecInput,
} from '../specification.ts'
import { earlierSumLayer, layoutStack, stackedType } from '../stack.ts'
import { listValues } from '../table-data.ts'

/** One bar in the slot of each row, with a piece for each series, below a line of the sums of an earlier period. */
const specify = (input: SpecInput): Json =>
  createRowSpec({ ...input, hasSecondAxis: false }, (value) => [
    {
      data: dataset('table'),
      transform: [{ filter: 'datum.value' }],
      mark: {
        type: 'bar',
        width: { expr: "min(bandwidth('x'), bars.maxWidth)" },
        stroke: { expr: 'backgroundColor' },
        strokeWidth: { expr: 'bars.seam' },
      },
      encoding: {
        x: rowChannel,
        y: { ...value, stack: 'zero' },
        color: colorChannel(input),
        order: { field: 'order', type: 'quantitative' },
      },
    },
    ...(input.isCompared ? [earlierSumLayer] : []),
  ])

/** Bars that are narrower than this in px have no seams between their pieces. */
const MIN_SLOT = 6

/** Draws one bar in the slot of each row, with a piece for each series. */
export const stackedBar: ChartTypeDefinition = {
  symbol: 'area',
  tooltip: { kind: 'row', cursor: 'band', hasDots: false },
  specify,
  build(table, visible, width) {
    const { series, axes, earlierSums } = layoutStack(table, visible, width)
    const isTight = axes.plotArea.width / table.rows.length < MIN_SLOT
    const bars = { slots: [], groupGap: isTight ? 0 : 0.24, barGap: 0, maxWidth: 64, seam: isTight ? 0 : 1 }
    return addAxes(table, axes, { table: listValues(table, series), earlierSums }, { bars })
  },
  ...stackedType,
}
