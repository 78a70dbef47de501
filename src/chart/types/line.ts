import type { ReportTable, Series } from '../../report/table/report-table.ts'
import { layoutAxes } from '../axes.ts'
import { addAxes, cartesianType, pickAlone } from '../cartesian.ts'
import type { ChartTypeDefinition } from '../chart-type.ts'
import { buildEarlierRecords, getComparedExtent } from '../comparison-marks.ts'
import { buildDirectLabels, measureDirectLabels } from '../direct-labels.ts'
import {
  colorChannel,
  createRowSpec,
  dashChannel,
  dataset,
  type Json,
  rowChannel,
  shapeChannel,
  type SpecInput,
} from '../specification.ts'
import { listValues } from '../table-data.ts'

/** A line for each series with its dashes and markers, interrupted at blanks, above thinner lines of an earlier period. */
const specify = (input: SpecInput): Json =>
  createRowSpec(input, (value, transform) => {
    const thin = {
      type: 'line',
      strokeWidth: 1,
      invalid: input.hasBlanks ? 'break-paths-show-domains' : 'show',
    }
    const mark = { ...thin, strokeWidth: 2, strokeJoin: 'bevel' }
    const encoding = { x: rowChannel, y: value, color: colorChannel(input) }
    const strokeDash = dashChannel(input)
    const earlier: Json = {
      data: dataset('earlier'),
      transform,
      mark: { ...mark, invalid: 'break-paths-show-domains', strokeWidth: 1.25, opacity: 0.5 },
      encoding: { ...encoding, strokeDash },
    }
    return [
      ...(input.isCompared ? [earlier] : []),
      {
        data: dataset('table'),
        transform,
        mark,
        encoding: { ...encoding, strokeDash },
      },
      { data: dataset('many'), transform, mark: thin, encoding },
      {
        data: dataset('points'),
        transform,
        mark: {
          type: 'point',
          filled: true,
          size: 60,
          opacity: 1,
          stroke: { expr: 'backgroundColor' },
          strokeWidth: 1,
        },
        encoding: { ...encoding, shape: shapeChannel(input) },
      },
    ]
  })

/** A marker on every point helps as long as the points are apart. */
const MAX_MARKERS = 31 * 6
const MIN_SLOT = 12
/** Above this number of points a value between blanks is a dot of its line. */
const MAX_POINTS = 400
/** Above this number of points dashes cost more to paint than all else: the lines of `many` are thin and solid. */
const MAX_DASHED = 3_000

/** Draws lines, with markers and names at their ends if they fit. */
export const line: ChartTypeDefinition = {
  symbol: 'line',
  tooltip: { kind: 'row', cursor: 'line', hasDots: true, pick: (series) => series },
  specify,
  build(table, series, width) {
    const labelWidth = measureDirectLabels(table, series, width)
    const axes = layoutAxes(table, series, width, (list) => getComparedExtent(table, list), labelWidth, true)
    const { plotArea, rightScale } = axes
    const count = table.rows.length * series.length
    const hasMarkers = count <= MAX_MARKERS && plotArea.width / table.rows.length >= MIN_SLOT
    const { rowIndex, ends } = findLineEnds(table, series)
    const labelled = labelWidth > 0 && rightScale === null ? ends : []
    const records = listValues(table, series)
    return addAxes(table, axes, {
      [count > MAX_DASHED ? 'many' : 'table']: records,
      points:
        count > MAX_POINTS
          ? []
          : hasMarkers
            ? records.filter(({ value }) => value !== null)
            : pickAlone(records),
      earlier: buildEarlierRecords(table, series),
      ...buildDirectLabels(rowIndex, labelled, axes, hasMarkers ? 'marker' : 'line'),
    })
  },
  ...cartesianType,
  describeEarlier: ({ name }) => `The thinner lines are ${name}.`,
  formatEarlierEntry: (name) => `${name} (thinner)`,
}

/** Finds the last row in which a series has a value, and the last value of each. */
function findLineEnds({ rows }: ReportTable, series: readonly Series[]) {
  const found = series.flatMap((one) => {
    const index = rows.findLastIndex(({ values }) => (values[one.columnIndex] ?? null) !== null)
    const value = rows[index]?.values[one.columnIndex] ?? null
    return value === null ? [] : [{ series: one, value, index }]
  })
  const rowIndex = found.reduce((last, { index }) => Math.max(last, index), 0)
  return { rowIndex, ends: found.map((end) => ({ ...end, isLast: end.index === rowIndex })) }
}
