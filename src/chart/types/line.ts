import type { ReportTable, Series } from '../../report/table/report-table.ts'
import { layoutAxes } from '../axes.ts'
import { buildPoints, buildPolylines, cartesianType, type Point, projectPoints } from '../cartesian.ts'
import type { ChartModel, ChartTypeDefinition, ChartTypeSpec } from '../chart-type.ts'
import { buildDirectLabels, type LabelledEnd, measureDirectLabels } from '../direct-labels.ts'
import { buildEarlierLines, getComparedExtent } from '../earlier.ts'
import { buildGapBands, gapBandMark } from '../measured.ts'
import {
  axisTextLayer,
  cartesianSignals,
  color,
  dash,
  directLabelLayers,
  fromDataset,
  type Json,
  labelLeaders,
  pointMark,
  rowMiddle,
  shape,
  y,
} from '../vega-encodings.ts'

/** A marker on every point helps as long as the points are apart. */
const MOST_MARKERS = 31 * 6
const LEAST_SLOT = 12
/** Above this number of points each series is one polyline. */
const MOST_POINTS = 400
/** Above this number of points dashes cost more to paint than all else: polylines are thin and solid. */
const MOST_DASHED = 3_000

function buildModel(table: ReportTable, series: readonly Series[], width: number): ChartModel<'line'> {
  const labelWidth = measureDirectLabels(table, series, width)
  const axes = layoutAxes(table, series, width, (list) => getComparedExtent(table, list), labelWidth)
  const { plotArea, scale, rightScale } = axes
  const count = table.rows.length * series.length
  const isDense = count > MOST_POINTS
  const hasMarkers = count <= MOST_MARKERS && plotArea.width / table.rows.length >= LEAST_SLOT
  const points = isDense
    ? []
    : projectPoints(
        series.flatMap((one) => buildPoints(table, one)).filter((point) => !point.isBlank),
        axes,
      )
  const { rowIndex, ends } = findLineEnds(table, series)
  const { labels, labelMarkers, labelGap } = buildDirectLabels(
    rowIndex,
    labelWidth > 0 && rightScale === null ? ends : [],
    scale,
    plotArea.height,
    hasMarkers,
  )
  return {
    type: 'line',
    plotArea,
    rightScale,
    data: {
      points,
      polylines: [
        ...buildEarlierLines(table, series, axes),
        ...(isDense ? buildPolylines(table, series, axes, count <= MOST_DASHED) : []),
      ],
      markers: hasMarkers ? points : points.filter(isAlone),
      labels,
      labelMarkers,
      gaps: buildGapBands(table, plotArea),
      axisTexts: axes.texts,
    },
    signals: { ...axes.signals, labelGap },
    marks: isDense ? series.length : hasMarkers ? 2 * count : count,
  }
}

interface LineEnds {
  /** The last row in which a series has a value. */
  readonly rowIndex: number
  readonly ends: readonly LabelledEnd[]
}

/** The last value of each series that is not blank. */
function findLineEnds({ rows }: ReportTable, series: readonly Series[]): LineEnds {
  const found = series.flatMap((one) => {
    const index = rows.findLastIndex(({ values }) => (values[one.columnIndex] ?? null) !== null)
    const value = rows[index]?.values[one.columnIndex] ?? null
    return value === null ? [] : [{ series: one, value, index }]
  })
  const rowIndex = found.reduce((last, { index }) => Math.max(last, index), 0)
  return { rowIndex, ends: found.map((end) => ({ ...end, isLast: end.index === rowIndex })) }
}

/** Whether a point has no neighbour in its line, so that no line shows it. */
const isAlone = ({ id }: Point, index: number, points: readonly Point[]): boolean =>
  points[index - 1]?.id !== id && points[index + 1]?.id !== id

export const line: ChartTypeDefinition<'line'> = {
  symbol: 'line',
  tooltip: { kind: 'row', cursor: 'line', hasDots: true, pick: (series) => series },
  buildModel,
  ...cartesianType,
  describeEarlier: ({ name }) => `The thinner lines are ${name}.`,
  formatEarlierEntry: (name) => `${name} (thinner)`,
}

const polylineMark: Json = {
  type: 'shape',
  from: { data: 'polylines' },
  encode: {
    update: {
      shape: { field: 'shape' },
      stroke: { signal: 'datum.series.color' },
      strokeDash: { field: 'dash' },
      strokeWidth: { field: 'width' },
      strokeOpacity: { field: 'opacity' },
      strokeJoin: { value: 'bevel' },
    },
  },
}

/** Lines, markers, and direct labels with their symbols. */
export const buildLineSpec = (): ChartTypeSpec => ({
  layers: [
    {
      ...fromDataset('points'),
      mark: {
        type: 'line',
        stroke: color,
        strokeWidth: 2,
        strokeDash: dash,
        strokeJoin: 'bevel',
      },
      encoding: { x: rowMiddle, y, detail: { field: 'id', type: 'nominal' }, order: { value: null } },
    },
    {
      ...fromDataset('markers'),
      mark: { type: 'point', size: 60, fill: color, shape, ...pointMark },
      encoding: { x: rowMiddle, y },
    },
    ...directLabelLayers(labelLeaders),
    axisTextLayer,
  ],
  signals: cartesianSignals,
  vegaMarks: [gapBandMark, polylineMark],
})
