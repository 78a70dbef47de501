import type { ReportTable, Series } from '../../report/table/report-table.ts'
import { type Axes, layoutAxes, projectOnFirstAxis } from '../axes.ts'
import { addAxes, buildLines, cartesianType } from '../cartesian.ts'
import type { ChartTypeDefinition } from '../chart-type.ts'
import { buildEarlierLines, getComparedExtent } from '../comparison-marks.ts'
import { buildDirectLabels, measureDirectLabels } from '../direct-labels.ts'
import type { SymbolMark } from '../marks.ts'

/** A marker on every point helps as long as the points are apart. */
const MAX_MARKERS = 31 * 6
const MIN_SLOT = 12
/** Above this number of points a value between blanks is a dot of its line. */
const MAX_POINTS = 400
/** Above this number of points dashes cost more to paint than all else: lines are thin and solid. */
const MAX_DASHED = 3_000

/** Draws lines, with markers and names at their ends if they fit. */
export const line: ChartTypeDefinition = {
  symbol: 'line',
  tooltip: { kind: 'row', cursor: 'line', hasDots: true, pick: (series) => series },
  build(table, series, width) {
    const labelWidth = measureDirectLabels(table, series, width)
    const axes = layoutAxes(table, series, width, (list) => getComparedExtent(table, list), labelWidth, true)
    const { plotArea, rightScale } = axes
    const count = table.rows.length * series.length
    const isDashed = count <= MAX_DASHED
    const hasMarkers = count <= MAX_MARKERS && plotArea.width / table.rows.length >= MIN_SLOT
    const { rowIndex, ends } = findLineEnds(table, series)
    const labelled = labelWidth > 0 && rightScale === null ? ends : []
    const labels = buildDirectLabels(rowIndex, labelled, axes, hasMarkers ? 'marker' : 'line')
    return addAxes(table, axes, {
      ...labels,
      shapes: [
        ...buildEarlierLines(table, series, axes),
        ...buildLines(table, series, axes, { isDashed, width: isDashed ? 2 : 1, opacity: 1 }),
      ],
      symbols: count > MAX_POINTS ? [] : buildMarkers(table, series, axes, hasMarkers),
    })
  },
  ...cartesianType,
  describeEarlier: ({ name }) => `The thinner lines are ${name}.`,
  formatEarlierEntry: (name) => `${name} (thinner)`,
}

/** Builds markers of all points, or of those without a neighbour. */
const buildMarkers = (
  { rows }: ReportTable,
  series: readonly Series[],
  axes: Axes,
  isEvery: boolean,
): SymbolMark[] =>
  series.flatMap((one) => {
    const project = projectOnFirstAxis(axes, one)
    const getValue = (index: number) => rows[index]?.values[one.columnIndex] ?? null
    return rows.flatMap((_, index) => {
      const value = getValue(index)
      const isMarked = isEvery || (getValue(index - 1) === null && getValue(index + 1) === null)
      if (value === null || !isMarked) return []
      return [{ x: axes.getX(index), y: axes.getY(project(value)), size: 60, shape: one.shape, series: one }]
    })
  })

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
