import { formatPercent } from './format-tick.ts'
import { avoidOverlap } from './direct-labels.ts'
import type { Labels, PieSlice, PlotArea } from './marks.ts'
import type { PiePart } from './pie-parts.ts'
import { measureText, truncate } from './text.ts'

/** The outer radius of the pie in px. */
export const PIE_RADIUS = 120

/** Builds one slice per part, in their order. */
export function buildPieSlices(parts: readonly PiePart[], x: number, y: number): PieSlice[] {
  const whole = parts.reduce((total, { sum }) => total + sum, 0)
  let passed = 0
  return parts.map((series) => {
    const { sum } = series
    const start = (passed / whole) * 2 * Math.PI
    passed += sum
    const end = (passed / whole) * 2 * Math.PI
    return { x, y, start, end, value: sum, percent: formatPercent(sum, whole), series }
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

const getMiddle = ({ start, end }: PieSlice): number => (start + end) / 2

/** Locates a point of a slice's middle at a distance from the centre. */
export const locateInSlice = (slice: PieSlice, radius: number) => ({
  x: slice.x + Math.sin(getMiddle(slice)) * radius,
  y: slice.y - Math.cos(getMiddle(slice)) * radius,
})

const FONT_SIZE = 12
const LINE_HEIGHT = 16

/** The distances from the centre at which leader lines start, and at which labels are. */
const LEADER_RADIUS = PIE_RADIUS + 2
const LABEL_RADIUS = 136

/** Formats `name NN%`; only the name is truncated. */
function formatLabel({ series, percent }: PieSlice, maxWidth: number): string {
  const share = ` ${percent}%`
  return truncate(series.name, FONT_SIZE, maxWidth - measureText(share, FONT_SIZE)) + share
}

/** Keeps the `count` largest slices, in the order they are drawn. */
function keepLargest(slices: readonly PieSlice[], count: number): readonly PieSlice[] {
  if (slices.length <= count) return slices
  const kept = new Set(slices.toSorted((a, b) => b.value - a.value).slice(0, count))
  return slices.filter((slice) => kept.has(slice))
}

/** Places labels to the left and the right of the pie, close to their slices, moved apart if they overlap. */
export function layoutLabelsAround(slices: readonly PieSlice[], plotArea: PlotArea): Labels {
  const labels = ([1, -1] as const).flatMap((side) => layoutSide(slices, plotArea, side))
  return { texts: labels.map(({ text }) => text), rules: labels.map(({ rule }) => rule), symbols: [] }
}

function layoutSide(slices: readonly PieSlice[], { width, height }: PlotArea, side: 1 | -1) {
  const isHere = (slice: PieSlice) => Math.sin(getMiddle(slice)) >= 0 === side > 0
  const labelled = keepLargest(slices.filter(isHere), Math.floor((2 * LABEL_RADIUS) / LINE_HEIGHT))
    .map((slice) => ({ slice, wanted: locateInSlice(slice, LABEL_RADIUS).y }))
    .toSorted((a, b) => a.wanted - b.wanted)
  const reach = LABEL_RADIUS + LINE_HEIGHT / 4
  const ys = avoidOverlap(
    labelled.map(({ wanted }) => wanted),
    LINE_HEIGHT,
    height / 2 - reach,
    height / 2 + reach,
  )
  return labelled.map(({ slice, wanted }, index) => {
    const y = ys[index] ?? wanted
    const x = slice.x + side * (Math.sqrt(Math.max(0, LABEL_RADIUS ** 2 - (y - slice.y) ** 2)) + 8)
    const label = formatLabel(slice, (side > 0 ? width - x : x) - 8)
    const from = locateInSlice(slice, LEADER_RADIUS)
    return {
      text: { x, y, text: label, align: side > 0 ? ('left' as const) : ('right' as const) },
      rule: { ...from, x2: x - side * 4, y2: y },
    }
  })
}

/** The grid of labels under a pie. */
const TOP = 276
const ROWS = 6
const MAX_COLUMNS = 2
const ROW_HEIGHT = 20

/** The distance of a label from its square's left edge, and what is left free at its right. */
const INDENT = 18
const LABEL_MARGIN = 8

/**
 * Places labels under the pie, each with its color, for narrow screens: on lines of their own, or in two columns. Small
 * slices that do not fit are counted.
 */
export function layoutLabelsBelow(slices: readonly PieSlice[], { width }: PlotArea): Labels {
  const columns = slices.length > ROWS ? MAX_COLUMNS : 1
  const isAll = slices.length <= ROWS * columns
  const shown = isAll ? slices : keepLargest(slices, ROWS * columns - 1)
  const more = slices.length - shown.length
  const maxWidth = width / columns - INDENT - LABEL_MARGIN
  const names = [
    ...shown.map((slice) => formatLabel(slice, maxWidth)),
    ...(more > 0 ? [`+ ${more} more`] : []),
  ]
  const labels = names.map((name, index) => {
    const x = ((index % columns) * width) / columns
    return { x, y: TOP + Math.floor(index / columns) * ROW_HEIGHT, name }
  })
  return {
    texts: labels.map(({ x, y, name }) => ({ x: x + INDENT, y, text: name })),
    symbols: shown.flatMap(({ series: { color } }, index) => {
      const { x = 0, y = 0 } = labels[index] ?? {}
      return { x: x + 7, y, size: 100, color, shape: 'square' }
    }),
    rules: [],
  }
}
