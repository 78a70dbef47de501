import type { ChartType } from '../report/plan.ts'
import type { Series } from '../report/table/report-table.ts'
import type { buildPolylines } from './cartesian.ts'
import type { ChartModel } from './chart-type.ts'
import { PIE_RADIUS } from './pie-layout.ts'

/** What a chart draws of one series, as an SVG path in px of the plot. */
export interface Outline {
  readonly path: string
  /** Whether the path is an area and no line. */
  readonly isFilled: boolean
}

type FindOutline = (model: ChartModel, series: Series) => string

const getRows = ({ data }: ChartModel, name: string, { id }: Series): readonly object[] =>
  ((data[name] ?? []) as readonly { readonly series: Series }[]).filter((one) => one.series.id === id)

const getNumber = ({ signals }: ChartModel, name: string): number => Number(signals[name])

/** The distance from the top of the plot of a value of the first axis. */
const getTop = (model: ChartModel, value: number): number => {
  const [min, max] = [getNumber(model, 'yMin'), getNumber(model, 'yMax')]
  return ((max - value) / (max - min)) * model.plotArea.height
}

const getSlot = (model: ChartModel): number => model.plotArea.width / getNumber(model, 'count')

const drawBox = (left: number, width: number, one: number, other: number): string =>
  `M${left},${one}h${width}V${other}h${-width}Z`

/** Whether a mark is of the chosen period: that of the earlier one, with which it is compared, is not opaque. */
const isChosen = ({ opacity = 1 }: { readonly opacity?: number }): boolean => opacity === 1

interface Value {
  readonly rowIndex: number
  readonly value: number
  readonly id: string
  readonly opacity?: number
}

interface Piece {
  readonly rowIndex: number
  readonly low: number
  readonly high: number
}

/** A line of single points, or a polyline; a point without neighbours is a short stroke. */
const findLine: FindOutline = (model, series) => {
  const polylines = getRows(model, 'polylines', series) as ReturnType<typeof buildPolylines>
  const polyline = polylines.find(isChosen)
  if (polyline !== undefined) return polyline.shape.context(null)() ?? ''
  const slot = getSlot(model)
  let before = ''
  return (getRows(model, 'points', series) as readonly Value[])
    .map(({ id, rowIndex, value }) => {
      const at = `${(rowIndex + 0.5) * slot},${getTop(model, value)}`
      const step = id === before ? `L${at}` : `M${at}h0.1`
      before = id
      return step
    })
    .join('')
}

/** The bars of the series within the slots of their rows, as Vega's band scales divide them. */
const findBars: FindOutline = (model, series) => {
  const slot = getSlot(model)
  const [groupGap, barGap] = [getNumber(model, 'groupGap'), getNumber(model, 'barGap')]
  const columns = [
    ...new Set(
      ((model.data['points'] ?? []) as readonly { columnIndex: number }[]).map(
        ({ columnIndex }) => columnIndex,
      ),
    ),
  ].toSorted((one, other) => one - other)
  const band = slot * (1 - groupGap)
  const step = band / Math.max(1, columns.length - barGap)
  const bandwidth = step * (1 - barGap)
  const width = Math.min(bandwidth, 32)
  const left = (slot * groupGap) / 2 + columns.indexOf(series.columnIndex) * step + (bandwidth - width) / 2
  return (getRows(model, 'points', series) as readonly Value[])
    .filter((point) => point.value !== 0 && isChosen(point))
    .map(({ rowIndex, value }) =>
      drawBox(rowIndex * slot + left, width, getTop(model, value), getTop(model, 0)),
    )
    .join('')
}

const findStacked: FindOutline = (model, series) => {
  const slot = getSlot(model)
  const width = Math.min(slot * (1 - getNumber(model, 'groupGap')), 64)
  return (getRows(model, 'pieces', series) as readonly Piece[])
    .filter(({ low, high }) => high > low)
    .map(({ rowIndex, low, high }) =>
      drawBox((rowIndex + 0.5) * slot - width / 2, width, getTop(model, high), getTop(model, low)),
    )
    .join('')
}

const findArea: FindOutline = (model, series) =>
  (getRows(model, 'areas', series) as readonly { readonly path: string }[]).map(({ path }) => path).join('')

interface Slice {
  readonly x: number
  readonly y: number
  readonly start: number
  readonly end: number
}

const findSlice: FindOutline = (model, series) =>
  (getRows(model, 'slices', series) as readonly Slice[])
    .map(({ x, y, start, end }) => {
      const locate = (angle: number) =>
        `${x + Math.sin(angle) * PIE_RADIUS},${y - Math.cos(angle) * PIE_RADIUS}`
      const arc = (from: number, to: number) =>
        `A${PIE_RADIUS},${PIE_RADIUS} 0 ${to - from > Math.PI ? 1 : 0} 1 ${locate(to)}`
      const middle = (start + end) / 2
      return `M${x},${y}L${locate(start)}${arc(start, middle)}${arc(middle, end)}Z`
    })
    .join('')

const outlines: { readonly [T in ChartType]: FindOutline } = {
  line: findLine,
  bar: findBars,
  pie: findSlice,
  stackedBar: findStacked,
  area: findArea,
}

/** What a chart draws of a series; an empty path for a series that it does not draw. */
export const findOutline = (model: ChartModel, series: Series): Outline => ({
  path: outlines[model.type](model, series),
  isFilled: model.type !== 'line',
})
