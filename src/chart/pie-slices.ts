import type { Box, PiePart, PieSlice } from './chart-type.ts'

/** The outer radius of the pie in px. */
export const PIE_RADIUS = 120

/** Builds one slice per part, in their order, around the middle of the plot. */
export function buildPieSlices(parts: readonly PiePart[], { width, height }: Box): PieSlice[] {
  const whole = parts.reduce((total, { sum }) => total + sum, 0)
  let passed = 0
  return parts.map((series) => {
    const start = (passed / whole) * 2 * Math.PI
    passed += series.sum
    return { x: width / 2, y: height / 2, start, end: (passed / whole) * 2 * Math.PI, series }
  })
}

/** Finds the index of the slice at a point of the plot; -1 outside of the pie. */
export function findSliceAt(slices: readonly PieSlice[], x: number, y: number): number {
  const center = slices[0]
  if (center === undefined || Math.hypot(x - center.x, y - center.y) > PIE_RADIUS) return -1
  const turn = Math.atan2(x - center.x, center.y - y)
  const angle = turn < 0 ? turn + 2 * Math.PI : turn
  return slices.findLastIndex(({ start }) => angle >= start)
}

export const getMiddle = ({ start, end }: PieSlice): number => (start + end) / 2

/** Locates a point of a slice's middle at a distance from the centre. */
export const locateInSlice = (slice: PieSlice, radius: number) => ({
  x: slice.x + Math.sin(getMiddle(slice)) * radius,
  y: slice.y - Math.cos(getMiddle(slice)) * radius,
})
