import { formatPercent } from '../report/format.ts'
import type { Series } from '../report/table.ts'

/** Outer radius in px. */
export const PIE_RADIUS = 120

const MANY = 36

/** One slice: center and angles in the plot (clockwise from the top, radians), value and share. */
export interface PieSlice {
  readonly x: number
  readonly y: number
  readonly start: number
  readonly end: number
  readonly value: number
  readonly percent: number
  /** Width in px of the line between slices; thinner if there are many. */
  readonly strokeWidth: number
  readonly series: Series
}

/** One slice per visible series with a sum above 0, in the order of the series. */
export function buildPieSlices(series: readonly Series[], x: number, y: number): PieSlice[] {
  const shown = series.filter(({ sum }) => sum > 0)
  const whole = shown.reduce((total, { sum }) => total + sum, 0)
  const strokeWidth = shown.length > MANY ? 0.5 : 1.5
  let passed = 0
  return shown.map((one) => {
    const start = (passed / whole) * 2 * Math.PI
    passed += one.sum
    const end = (passed / whole) * 2 * Math.PI
    return {
      x,
      y,
      start,
      end,
      value: one.sum,
      percent: formatPercent(one.sum, whole),
      strokeWidth,
      series: one,
    }
  })
}

/** The slice at a point of the plot, or null outside of the pie. */
export function findSliceAt(slices: readonly PieSlice[], x: number, y: number): PieSlice | null {
  const center = slices[0]
  if (center === undefined || Math.hypot(x - center.x, y - center.y) > PIE_RADIUS) return null
  const turn = Math.atan2(x - center.x, center.y - y)
  const angle = turn < 0 ? turn + 2 * Math.PI : turn
  return slices.find(({ start, end }) => angle >= start && angle < end) ?? slices.at(-1) ?? null
}
