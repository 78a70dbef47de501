import { layoutAxes } from '../axes.ts'
import { addAxes, cartesianType } from '../cartesian.ts'
import type { ChartTypeDefinition } from '../chart-type.ts'
import { buildEarlierRecords } from '../comparison-marks.ts'
import { createRowSpec, dataset, type Json, type SpecInput } from '../specification.ts'
import { listValues } from '../table-data.ts'

/** Specifies bars side by side in the slot of their row, each after a paler bar of an earlier period. */
const specify = (input: SpecInput): Json =>
  createRowSpec(input, (encoding, transform) => {
    const mark = { type: 'bar', invalid: 'show' }
    const slots = { domain: { expr: 'bars.slots' }, paddingInner: { expr: 'bars.barGap' } }
    const earlier: Json = {
      data: dataset('earlier'),
      transform: [...transform, { calculate: "datum.series + ' earlier'", as: 'slot' }],
      mark: { ...mark, opacity: 0.5 },
      encoding: { ...encoding, xOffset: { field: 'slot', type: 'ordinal', scale: slots } },
    }
    const now: Json = {
      data: dataset('table'),
      transform,
      mark,
      encoding: { ...encoding, xOffset: { field: 'series', type: 'ordinal', scale: slots } },
    }
    return input.isCompared ? [earlier, now] : [now]
  })

/** In px. Narrower bars have no gaps between them; bars that could be wider stay side by side. */
const BAR_WIDTH = { min: 2, max: 32 } as const
const GROUP_GAP = 0.24
const BAR_GAP = 0.08

/** Draws bars side by side in the slot of their row. */
export const bar: ChartTypeDefinition = {
  symbol: 'area',
  tooltip: 'band',
  specify,
  build(table, series, box) {
    const axes = layoutAxes(table, series, box)
    const slots = series.flatMap(({ id }) => (table.comparison === undefined ? [id] : [`${id} earlier`, id]))
    const slot = axes.plotArea.width / table.rows.length
    const isTight = slot / slots.length < BAR_WIDTH.min
    const widest = (BAR_WIDTH.max / (1 - BAR_GAP)) * (slots.length - BAR_GAP)
    const data = { table: listValues(table, series), earlier: buildEarlierRecords(table, series) }
    const gaps = isTight
      ? { groupGap: 0, barGap: 0 }
      : { groupGap: Math.max(GROUP_GAP, 1 - widest / slot), barGap: BAR_GAP }
    return addAxes(table, axes, data, { bars: { slots, ...gaps, seam: 0 } })
  },
  ...cartesianType,
  describeEarlier: ({ name }) => `The paler bars are ${name}.`,
}
