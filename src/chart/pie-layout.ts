import { formatPercent } from '../report/chart-format.ts'
import type { Series } from '../report/table/report-table.ts'
import type { PlotArea } from './chart-type.ts'
import { avoidOverlap } from './direct-labels.ts'
import type { PiePart } from './pie-parts.ts'
import { measureText, truncate } from './text.ts'

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

interface PieLabel {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly align: 'left' | 'right'
}

/** The line from a slice to its label. */
interface LeaderLine {
  readonly x: number
  readonly y: number
  readonly x2: number
  readonly y2: number
}

/** The color of a label that is not beside its slice. */
interface LabelSwatch {
  readonly x: number
  readonly y: number
  readonly series: Series
}

interface PieLabels {
  readonly labels: readonly PieLabel[]
  readonly leaderLines: readonly LeaderLine[]
  readonly labelSwatches: readonly LabelSwatch[]
}

/** The outer radius of the pie in px. */
export const PIE_RADIUS = 120
const MANY = 36

/** One slice per part, in their order. */
export function buildPieSlices(parts: readonly PiePart[], x: number, y: number): PieSlice[] {
  const whole = parts.reduce((total, { sum }) => total + sum, 0)
  const strokeWidth = parts.length > MANY ? 0.5 : 1.5
  let passed = 0
  return parts.map((series) => {
    const { sum } = series
    const start = (passed / whole) * 2 * Math.PI
    passed += sum
    const end = (passed / whole) * 2 * Math.PI
    return { x, y, start, end, value: sum, percent: formatPercent(sum, whole), strokeWidth, series }
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

const FONT_SIZE = 12
const LINE_HEIGHT = 16

/** Where leader lines start. */
const LEADER_RADIUS = PIE_RADIUS + 2

/** Where labels are. */
const LABEL_RADIUS = 136

/** `name NN%`; only the name is truncated. */
function formatLabel({ series, percent }: PieSlice, maxWidth: number): string {
  const share = ` ${percent}%`
  return truncate(series.name, FONT_SIZE, maxWidth - measureText(share, FONT_SIZE)) + share
}

/** The `count` largest slices, in the order they are drawn. */
function keepLargest(slices: readonly PieSlice[], count: number): readonly PieSlice[] {
  if (slices.length <= count) return slices
  const kept = new Set(slices.toSorted((a, b) => b.value - a.value).slice(0, count))
  return slices.filter((slice) => kept.has(slice))
}

const getMiddle = ({ start, end }: PieSlice): number => (start + end) / 2

/** Labels to the left and the right of the pie, close to their slices, moved apart if they overlap. */
export function layoutLabelsAround(slices: readonly PieSlice[], plotArea: PlotArea): PieLabels {
  const labels: PieLabel[] = []
  const leaderLines: LeaderLine[] = []
  const most = Math.floor((2 * LABEL_RADIUS) / LINE_HEIGHT)
  for (const side of [1, -1]) {
    const labelled = keepLargest(
      slices.filter((slice) => (Math.sin(getMiddle(slice)) >= 0 ? 1 : -1) === side),
      most,
    )
      .map((slice) => ({ slice, y: slice.y - Math.cos(getMiddle(slice)) * LABEL_RADIUS }))
      .toSorted((a, b) => a.y - b.y)
    const ys = avoidOverlap(
      labelled.map(({ y }) => y),
      LINE_HEIGHT,
      plotArea.height / 2 - LABEL_RADIUS - LINE_HEIGHT / 4,
      plotArea.height / 2 + LABEL_RADIUS + LINE_HEIGHT / 4,
    )
    for (const [index, { slice, y: wanted }] of labelled.entries()) {
      const y = ys[index] ?? wanted
      const away = Math.sqrt(Math.max(0, LABEL_RADIUS ** 2 - (y - slice.y) ** 2))
      const x = slice.x + side * (away + 8)
      const angle = getMiddle(slice)
      labels.push({
        x,
        y,
        text: formatLabel(slice, (side > 0 ? plotArea.width - x : x) - 8),
        align: side > 0 ? 'left' : 'right',
      })
      leaderLines.push({
        x: slice.x + Math.sin(angle) * LEADER_RADIUS,
        y: slice.y - Math.cos(angle) * LEADER_RADIUS,
        x2: x - side * 4,
        y2: y,
      })
    }
  }
  return { labels, leaderLines, labelSwatches: [] }
}

/** The grid of labels under a pie. */
const TOP = 276
const ROWS = 6
const COLUMNS = 2
const ROW_HEIGHT = 20

/** The distance of a label from its swatch's left edge, and what is left free at its right. */
const INDENT = 18
const LABEL_MARGIN = 8
/** Lines that are closer than the rows of the grid. */
const MOST_LINES = 8

/** Labels under the pie, each with its color, for narrow screens: with whole names if there is a way, else in a grid. */
export const layoutLabelsBelow = (slices: readonly PieSlice[], plotArea: PlotArea): PieLabels =>
  layoutWholeNames(slices, plotArea) ?? layoutGrid(slices, plotArea)

/** A long name has a line of its own, short ones share one. Null if all fit into the grid, or not even into all lines. */
function layoutWholeNames(slices: readonly PieSlice[], { width }: PlotArea): PieLabels | null {
  const columnWidth = width / COLUMNS
  const widths = slices.map(
    (slice) => INDENT + measureText(formatLabel(slice, Infinity), FONT_SIZE) + LABEL_MARGIN,
  )
  if (widths.every((one) => one <= columnWidth)) return null
  let [line, column] = [0, 0]
  const positions = widths.map((one) => {
    const isLong = one > columnWidth
    if (isLong && column > 0) [line, column] = [line + 1, 0]
    const position = { x: column * columnWidth, line, mostWidth: isLong ? width : columnWidth }
    if (isLong || column === COLUMNS - 1) [line, column] = [line + 1, 0]
    else column++
    return position
  })
  const lines = column === 0 ? line : line + 1
  if (lines > MOST_LINES) return null
  const height = Math.min(ROW_HEIGHT, (ROWS * ROW_HEIGHT) / lines)
  const labels = slices.map((slice, index): PieLabel => {
    const { x, line: at, mostWidth } = positions[index] ?? { x: 0, line: 0, mostWidth: width }
    const text = formatLabel(slice, mostWidth - INDENT - LABEL_MARGIN)
    return { x: x + INDENT, y: TOP + at * height, text, align: 'left' }
  })
  const labelSwatches = labels.map(({ x, y }, index): LabelSwatch[] => {
    const series = slices[index]?.series
    return series === undefined ? [] : [{ x: x - INDENT + 7, y, series }]
  })
  return { labels, leaderLines: [], labelSwatches: labelSwatches.flat() }
}

/** Labels in two columns. */
function layoutGrid(slices: readonly PieSlice[], plotArea: PlotArea): PieLabels {
  const most = ROWS * COLUMNS
  const isAll = slices.length <= most
  const shown = isAll ? slices : keepLargest(slices, most - 1)
  const columnWidth = plotArea.width / COLUMNS
  const locate = (index: number) => ({
    x: (index % COLUMNS) * columnWidth,
    y: TOP + Math.floor(index / COLUMNS) * ROW_HEIGHT,
  })
  const labels = shown.map((slice, index): PieLabel => {
    const { x, y } = locate(index)
    return { x: x + INDENT, y, text: formatLabel(slice, columnWidth - INDENT - LABEL_MARGIN), align: 'left' }
  })
  const labelSwatches = shown.map(({ series }, index): LabelSwatch => {
    const { x, y } = locate(index)
    return { x: x + 7, y, series }
  })
  if (isAll) return { labels, leaderLines: [], labelSwatches }
  const { x, y } = locate(most - 1)
  const more: PieLabel = { x: x + INDENT, y, text: `+ ${slices.length - shown.length} more`, align: 'left' }
  return { labels: [...labels, more], leaderLines: [], labelSwatches }
}
