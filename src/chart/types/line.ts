import type { ReportTable, Series } from '../../report/model/report-table.ts'
import { type Axes, layoutAxes } from '../axes.ts'
import { addAxes, cartesianType, pickAlone } from '../cartesian.ts'
import type { ChartTypeDefinition } from '../chart-type.ts'
import { bandLayer } from '../band.ts'
import { buildEarlierRecords, getEarlierTable } from '../comparison-marks.ts'
import { buildDirectLabels, measureDirectLabels, type SeriesEnd } from '../labels.ts'
import { memoize } from '../memoize.ts'
import { createRowSpec, dataset, type Json, type SpecInput, styleChannel } from '../specification.ts'
import { listValues } from '../table-data.ts'

/** Specifies a line for each series, interrupted at blanks, above thinner lines of an earlier period. */
const specify = (input: SpecInput): Json =>
  createRowSpec(input, (encoding, transform) => {
    const strokeDash = styleChannel(input.series, ({ dash }) => (dash.length > 0 ? dash : [1, 0]))
    const drawLines = (name: string, look: Json): Json => ({
      data: dataset(name),
      transform,
      mark: { type: 'line', strokeJoin: 'bevel', invalid: 'break-paths-show-domains', ...look },
      encoding: { ...encoding, strokeDash },
    })
    return [
      ...(input.hasBand ? [bandLayer(encoding, transform)] : []),
      ...(input.isCompared ? [drawLines('earlier', { strokeWidth: 1.25, opacity: 0.5 })] : []),
      drawLines('table', { strokeWidth: 2 }),
      {
        data: dataset('shapes'),
        transform,
        projection: { type: 'identity', scale: 1, translate: [0, 0] },
        mark: {
          type: 'geoshape',
          filled: false,
          fill: null,
          strokeWidth: { expr: 'datum.width' },
          strokeDash: { expr: 'datum.dash' },
          strokeJoin: 'bevel',
          opacity: { expr: 'datum.opacity' },
        },
        encoding: { color: encoding.color },
      },
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
        encoding: { ...encoding, shape: styleChannel(input.series, ({ shape }) => shape) },
      },
    ]
  })

/** A marker on every point helps as long as the points are apart. */
const MAX_MARKERS = 31 * 6
const MIN_SLOT = 12
/** Above this number of points a mark for each is slow: each line of `shapes` is one mark. */
const MAX_POINTS = 400
/** Above this number of points dashes take half a second to paint: the lines are thin and solid. */
const MAX_DASHED_POINTS = 3_000

/** Draws lines, with markers and names at their ends if they fit. */
export const line: ChartTypeDefinition = {
  symbol: 'line',
  tooltip: 'line',
  specify,
  build(table, series, box) {
    const labelWidth = measureDirectLabels(table, series, box.width)
    const axes = layoutAxes(table, series, box, { labelWidth, isLine: true })
    const { plotArea, rightScale } = axes
    const count = table.rows.length * series.length
    const hasMarkers = count <= MAX_MARKERS && plotArea.width / table.rows.length >= MIN_SLOT
    const ends = labelWidth > 0 && rightScale === null ? findLineEnds(table, series) : []
    const lastRow = Math.max(0, ...ends.map(({ row }) => row))
    const isMany = count > MAX_POINTS
    const records = isMany ? [] : listValues(table, series)
    return addAxes(table, axes, {
      table: records,
      earlier: isMany ? [] : buildEarlierRecords(table, series),
      shapes: isMany ? listShapes(table, series, axes, count > MAX_DASHED_POINTS) : [],
      points: hasMarkers ? records.filter(({ value }) => value !== null) : pickAlone(records),
      ...buildDirectLabels(lastRow, ends, axes, hasMarkers),
    })
  },
  ...cartesianType,
  describeEarlier: ({ name }) => `The thinner lines are ${name}.`,
}

type BuildShape = (series: Series) => object
const latestShapes = new WeakMap<ReportTable, { readonly layout: string; readonly build: BuildShape }>()

/** Lists the lines of series as shapes, the same objects as long as the axes are the same. Earlier ones come first. */
function listShapes(
  table: ReportTable,
  series: readonly Series[],
  axes: Axes,
  isSolid: boolean,
): readonly object[] {
  const layout = JSON.stringify([axes.plotArea, axes.params, isSolid])
  return [getEarlierTable(table), table].flatMap((drawn) => {
    if (drawn === null) return []
    const latest = latestShapes.get(drawn)
    const look = drawn === table ? { width: 2, opacity: 1 } : { width: 1.25, opacity: 0.5 }
    const build = latest?.layout === layout ? latest.build : memoize(buildShape(drawn, axes, look, isSolid))
    latestShapes.set(drawn, { layout, build })
    return series.map(build)
  })
}

/** Builds a line as GeoJSON in px of the plot, in parts between blanks. A solid line is thin. */
const buildShape =
  (
    { rows }: ReportTable,
    { getX, getY }: Axes,
    look: { readonly width: number; readonly opacity: number },
    isSolid: boolean,
  ): BuildShape =>
  (series) => {
    const coordinates: [number, number][][] = []
    let isBlank = true
    for (const [index, { values }] of rows.entries()) {
      const value = values[series.columnIndex] ?? null
      if (value !== null) {
        const point: [number, number] = [round(getX(index)), round(getY(value, series))]
        // A line begins 1 px before, so that a point alone can be seen.
        if (isBlank) coordinates.push([[point[0] - 1, point[1]], point])
        else coordinates.at(-1)?.push(point)
      }
      isBlank = value === null
    }
    return {
      series: series.id,
      seriesLabel: series.name,
      ...look,
      ...(isSolid && { width: 1 }),
      dash: isSolid ? [] : series.dash,
      type: 'Feature',
      geometry: { type: 'MultiLineString', coordinates },
    }
  }

const round = (value: number): number => Math.round(value * 10) / 10

/** Finds the last value of each series. */
const findLineEnds = ({ rows }: ReportTable, drawn: readonly Series[]): SeriesEnd[] =>
  drawn.flatMap((series) => {
    const row = rows.findLastIndex(({ values }) => (values[series.columnIndex] ?? null) !== null)
    const value = rows[row]?.values[series.columnIndex] ?? null
    return value === null ? [] : [{ series, value, row }]
  })
