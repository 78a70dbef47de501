import type { ReportTable, Series } from '../report/model/report-table.ts'
import type { Axes } from './axes.ts'
import type { Labels } from './marks.ts'
import { measureText, truncate } from './text.ts'

// The names of series beside the ends of their lines or areas.

const MAX_LABELS = 6
const MIN_WIDTH = 560
const FONT_SIZE = 12
const MAX_TEXT_WIDTH = 120
const LINE_HEIGHT = 17
/** The distance of the text from the last point in px, without and with a line between them. */
const GAP = 12
const GAP_WITH_LINE = 23

const formatLabel = (series: Series) => truncate(series.name, FONT_SIZE, MAX_TEXT_WIDTH)

/** Measures what the labels need beside the plot; 0 if there are too many series or the chart is too narrow. */
export function measureDirectLabels(table: ReportTable, series: readonly Series[], width: number): number {
  if (series.length > MAX_LABELS || width < MIN_WIDTH) return 0
  const widest = series.reduce((most, one) => Math.max(most, measureText(formatLabel(one), FONT_SIZE)), 0)
  const halfSlot = width / table.rows.length / 2
  return Math.ceil(Math.max(16, GAP_WITH_LINE + widest + 8 - halfSlot * 0.8))
}

/** The end of a series, to which a label belongs. */
export interface LabelledEnd {
  readonly series: Series
  readonly value: number
  /** Whether the value is in the row beside which the labels are. */
  readonly isLast: boolean
}

/**
 * Places labels at the height of the last values, moved apart if they overlap, each behind a line that leads to it.
 * Labels that are right beside the last marker of their lines need no line.
 */
export function buildDirectLabels(
  rowIndex: number,
  labelled: readonly LabelledEnd[],
  { plotArea: { height }, getX, getY }: Axes,
  hasMarkers = false,
): Labels {
  const ends = labelled
    .map((end) => ({ ...end, wanted: getY(end.value, end.series) }))
    .toSorted((a, b) => a.wanted - b.wanted)
  const positions = avoidOverlap(
    ends.map(({ wanted }) => wanted),
    LINE_HEIGHT,
    0,
    height - 4,
  )
  const labels = ends.map((end, index) => ({ ...end, y: positions[index] ?? end.wanted }))
  const isPlain = hasMarkers && labels.every(({ isLast, wanted, y }) => isLast && Math.abs(y - wanted) < 4)
  const x = getX(rowIndex)
  const texts = labels.map(({ series, y }) => ({
    x: x + (isPlain ? GAP : GAP_WITH_LINE),
    y,
    text: formatLabel(series),
    isMuted: true,
  }))
  const rules = labels.map(({ series: { color }, wanted, y }) => ({
    x: x + 6,
    y: wanted,
    x2: x + 19,
    y2: y,
    color,
  }))
  return { texts, rules: isPlain ? [] : rules, symbols: [] }
}

/**
 * Moves positions apart to a distance of at least `gap`, between `from` and `to` and in the given order. Positions that
 * are far enough apart do not change; positions that cannot all fit are distributed evenly.
 */
export function avoidOverlap(positions: readonly number[], gap: number, from: number, to: number): number[] {
  const distance = Math.min(gap, positions.length > 1 ? (to - from) / (positions.length - 1) : gap)
  const down: number[] = []
  for (const position of positions) {
    down.push(Math.max(position, from, (down.at(-1) ?? from - distance) + distance))
  }
  const up: number[] = []
  for (const position of down.toReversed()) {
    up.push(Math.min(position, to, (up.at(-1) ?? to + distance) - distance))
  }
  return up.toReversed()
}
