import { layoutAxes } from '../axes.ts'
import { addAxes, cartesianType } from '../cartesian.ts'
import type { ChartTypeDefinition } from '../chart-type.ts'
import { buildEarlierRecords, getComparedExtent } from '../comparison-marks.ts'
import {
  colorChannel,
  createRowSpec,
  dataset,
  type Json,
  rowChannel,
  type SpecInput,
} from '../specification.ts'
import { listValues } from '../table-data.ts'

/** Bars side by side in the slot of their row, each after a paler one of an earlier period. */
const specify = (input: SpecInput): Json =>
  createRowSpec(input, (value, transform) => {
    const mark = { type: 'bar', invalid: 'show', width: { expr: "min(bandwidth('xOffset'), bars.maxWidth)" } }
    const slots = { domain: { expr: 'bars.slots' }, paddingInner: { expr: 'bars.barGap' } }
    const encoding = { x: rowChannel, y: value, color: colorChannel(input) }
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

/** Bars that are narrower than this in px have no gaps between them. */
const MIN_BAR_WIDTH = 2

/** Draws bars side by side in the slot of their row. */
export const bar: ChartTypeDefinition = {
  symbol: 'area',
  tooltip: { kind: 'row', cursor: 'band', hasDots: false },
  specify,
  build(table, series, width) {
    const axes = layoutAxes(table, series, width, (list) => getComparedExtent(table, list))
    const slots = series.flatMap(({ id }) => (table.comparison === undefined ? [id] : [`${id} earlier`, id]))
    const isTight = axes.plotArea.width / table.rows.length / slots.length < MIN_BAR_WIDTH
    const data = { table: listValues(table, series), earlier: buildEarlierRecords(table, series) }
    const gaps = isTight ? { groupGap: 0, barGap: 0 } : { groupGap: 0.24, barGap: 0.08 }
    return addAxes(table, axes, data, { bars: { slots, ...gaps, maxWidth: 32, seam: 0 } })
  },
  ...cartesianType,
  describeEarlier: ({ name }) => `The paler bars are ${name}.`,
  formatEarlierEntry: (name) => `${name} (paler)`,
}
