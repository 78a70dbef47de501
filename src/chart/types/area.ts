import { addAxes, pickAlone } from '../cartesian.ts'
import type { ChartTypeDefinition } from '../chart-type.ts'
import { createRowSpec, dataset, type Json, type SpecInput } from '../specification.ts'
import { earlierSumLayer, layoutStack, stackedType } from '../stack.ts'
import { listValues } from '../table-data.ts'

/**
 * Specifies stacked areas, interrupted at blanks, below a line of earlier sums. Values below 0 are stacked downwards, in
 * areas of their own. A value alone between blanks is a bar.
 */
const specify = (input: SpecInput): Json =>
  createRowSpec({ ...input, hasSecondAxis: false }, ({ y, ...channels }) => {
    const encoding = {
      ...channels,
      detail: { field: 'isBelow' },
      y: { ...y, field: 'high' },
      y2: { field: 'low' },
    }
    const areas: Json = {
      data: dataset('table'),
      transform: [
        { stack: 'value', groupby: ['row', 'isBelow'], sort: [{ field: 'order' }], as: ['low', 'high'] },
        { calculate: 'isValid(datum.value) ? datum.high : null', as: 'high' },
      ],
      layer: [
        {
          mark: {
            type: 'area',
            invalid: 'break-paths-show-domains',
            opacity: 1,
            stroke: { expr: 'backgroundColor' },
            strokeWidth: 0.75,
          },
          encoding,
        },
        {
          transform: [{ filter: 'datum.isAlone' }],
          mark: { type: 'bar', width: { expr: 'rowAxis.count > 1 ? 4 : 16' } },
          encoding,
        },
      ],
    }
    return [areas, ...(input.isCompared ? [earlierSumLayer] : [])]
  })

/** Draws areas upon each other, with names at their right ends. */
export const area: ChartTypeDefinition = {
  symbol: 'area',
  tooltip: 'line',
  specify,
  build(table, visible, box) {
    const { series, axes, earlierSums, labels } = layoutStack(table, visible, box, true)
    const records = listValues(table, series)
    const alone = new Set(pickAlone(records))
    const clip = (isBelow: boolean) =>
      records.map((record) => {
        const value = record.value && (isBelow ? Math.min : Math.max)(record.value, 0)
        return { ...record, value, isBelow, isAlone: alone.has(record) }
      })
    const hasNegatives = records.some(({ value }) => (value ?? 0) < 0)
    return addAxes(table, axes, {
      table: [...clip(false), ...(hasNegatives ? clip(true) : [])],
      earlierSums,
      ...labels,
    })
  },
  ...stackedType,
}
