import { layoutAxes } from '../axes.ts'
import { addAxes, cartesianType } from '../cartesian.ts'
import type { ChartTypeDefinition } from '../chart-type.ts'
import { buildEarlierRecords } from '../comparison-marks.ts'
import { createRowSpec, dataset, type Json, type SpecInput } from '../specification.ts'
import { listValues } from '../table-data.ts'

const ROW = "bandwidth('x')"
const GAP = 0.08
/** Half the width of the bars of a row. A bar is at most 32 px wide; bars narrower than 2 px fill the row. */
const HALF = `(${ROW} < 2 * length(slots)
  ? ${ROW} / 2
  : min(0.38 * ${ROW}, (length(slots) - ${GAP}) * 16 / ${1 - GAP}))`

/** Specifies bars side by side in the slot of their row, each after a paler bar of an earlier period. */
const specify = (input: SpecInput): Json =>
  createRowSpec(input, (encoding, transform) => {
    const mark = { type: 'bar', invalid: 'show' }
    const slots = {
      domain: { expr: 'slots' },
      range: [{ expr: `${ROW} / 2 - ${HALF}` }, { expr: `${ROW} / 2 + ${HALF}` }],
      paddingInner: GAP,
    }
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

/** Draws bars side by side in the slot of their row. */
export const bar: ChartTypeDefinition = {
  symbol: 'area',
  tooltip: 'band',
  specify,
  build(table, series, box) {
    const axes = layoutAxes(table, series, box)
    const slots = series.flatMap(({ id }) => (table.comparison === undefined ? [id] : [`${id} earlier`, id]))
    const data = { table: listValues(table, series), earlier: buildEarlierRecords(table, series) }
    return addAxes(table, axes, data, { slots })
  },
  ...cartesianType,
  describeEarlier: ({ name }) => `The paler bars are ${name}.`,
}
