import { CHART_HEIGHT, layoutPlotArea } from '../plot-area.ts'
import type { ChartModel } from '../model.ts'
import { labelsAround, labelsBelow } from '../pie-labels.ts'
import { formatPercent } from '../../report/format.ts'
import type { ReportTable, Series } from '../../report/table.ts'

/** Outer radius in px. */
export const PIE_RADIUS = 120

const MANY = 36

/** One slice: centre and angles in the plot (clockwise from the top, radians), and what it stands for. */
export interface PieSlice {
  readonly x: number
  readonly y: number
  readonly start: number
  readonly end: number
  readonly value: number
  readonly percent: number
  /** Width of the line between slices; many slices leave little room for it. */
  readonly edge: number
  readonly series: Series
}

/** One slice per visible series with a sum, in the series' order. */
export function buildPieSlices(series: readonly Series[], x: number, y: number): PieSlice[] {
  const shown = series.filter(({ sum }) => sum > 0)
  const whole = shown.reduce((total, { sum }) => total + sum, 0)
  const edge = shown.length > MANY ? 0.5 : 1.5
  let passed = 0
  return shown.map((one) => {
    const start = (passed / whole) * 2 * Math.PI
    passed += one.sum
    const end = (passed / whole) * 2 * Math.PI
    return { x, y, start, end, value: one.sum, percent: formatPercent(one.sum, whole), edge, series: one }
  })
}

/** Below this width names stand under the pie, for beside it they would not fit. */
const LEAST_WIDTH = 480

export function buildPieModel(_: ReportTable, series: readonly Series[], width: number): ChartModel {
  const frame = layoutPlotArea(width, CHART_HEIGHT, { left: 0, right: 0, top: 0, bottom: 0 })
  const isNarrow = frame.width < LEAST_WIDTH
  const slices = buildPieSlices(series, frame.width / 2, isNarrow ? PIE_RADIUS + 8 : frame.height / 2)
  const { names, leaders, keys } = isNarrow ? labelsBelow(slices, frame) : labelsAround(slices, frame)
  return {
    type: 'pie',
    frame,
    data: { slices, names, leaders, keys },
    signals: {},
    marks: slices.length + names.length,
  }
}

/** The slice under a point of the plot, or null beside the pie. */
export function findSliceAt(slices: readonly PieSlice[], x: number, y: number): PieSlice | null {
  const centre = slices[0]
  if (centre === undefined || Math.hypot(x - centre.x, y - centre.y) > PIE_RADIUS) return null
  const turn = Math.atan2(x - centre.x, centre.y - y)
  const angle = turn < 0 ? turn + 2 * Math.PI : turn
  return slices.find(({ start, end }) => angle >= start && angle < end) ?? slices.at(-1) ?? null
}
