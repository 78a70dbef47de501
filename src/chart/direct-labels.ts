import type { ValueScale } from './scales.ts'
import { truncate, measureText } from './text.ts'
import type { ReportTable, Series } from '../report/table/report-table.ts'

/** The name of a series beside the end of its line; its position is in the units of the axes. */
export interface DirectLabel {
  readonly rowIndex: number
  readonly value: number
  /** The last value of the series, from which a line leads to the label. */
  readonly end: number
  readonly text: string
  readonly series: Series
}

const MOST_LABELS = 6
const LEAST_WIDTH = 560
const FONT_SIZE = 12
const MOST_TEXT_WIDTH = 120
const LINE_HEIGHT = 17
/** The distance of the text from the last point in px, without and with a marker between them. */
const GAP = 12
const GAP_WITH_MARKER = 23

const formatLabel = (series: Series) => truncate(series.name, FONT_SIZE, MOST_TEXT_WIDTH)

/** The width in px that the labels need beside the plot; 0 if there are too many series or the chart is too narrow. */
export function measureDirectLabels(table: ReportTable, series: readonly Series[], width: number): number {
  if (series.length > MOST_LABELS || width < LEAST_WIDTH) return 0
  const widest = series.reduce((most, one) => Math.max(most, measureText(formatLabel(one), FONT_SIZE)), 0)
  const halfSlot = width / table.rows.length / 2
  return Math.ceil(Math.max(16, GAP_WITH_MARKER + widest + 8 - halfSlot * 0.8))
}

/** The end of a series, to which a label belongs. */
export interface LabelledEnd {
  readonly series: Series
  readonly value: number
  /** Whether the value is in the row beside which the labels are. */
  readonly isLast: boolean
}

interface DirectLabels {
  readonly labels: readonly DirectLabel[]
  /** The labels with a mark before the text, which identifies the series. */
  readonly labelMarkers: readonly DirectLabel[]
  /** The distance of the text from the last point in px. */
  readonly labelGap: number
}

/**
 * Labels at the height of the last values, moved apart if they overlap. Labels that are right beside the last marker of
 * their lines need no marker of their own.
 */
export function buildDirectLabels(
  rowIndex: number,
  labelled: readonly LabelledEnd[],
  { min, max }: ValueScale,
  height: number,
  hasMarkers: boolean,
): DirectLabels {
  const ends = labelled
    .map((end) => ({ ...end, top: ((max - end.value) / (max - min)) * height }))
    .toSorted((a, b) => a.top - b.top)
  const wanted = ends.map(({ top }) => top)
  const positions = avoidOverlap(wanted, LINE_HEIGHT, 0, height - 4)
  const labels = ends.map(({ series: one, value, top }, index) => ({
    rowIndex,
    value: max - ((positions[index] ?? top) / height) * (max - min),
    end: value,
    text: formatLabel(one),
    series: one,
  }))
  const isPlain =
    hasMarkers &&
    ends.every(({ isLast }) => isLast) &&
    positions.every((position, index) => Math.abs(position - (wanted[index] ?? 0)) < 4)
  return { labels, labelMarkers: isPlain ? [] : labels, labelGap: isPlain ? GAP : GAP_WITH_MARKER }
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
