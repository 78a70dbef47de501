import type { ReportTable, Series, SeriesStyle } from '../report/model/report-table.ts'
import type { Axes } from './axes.ts'
import type { Labels, SeriesSymbol } from './chart-type.ts'
import { measureText, truncate } from './text.ts'

const FONT_SIZE = 12

const MAX_LABELS = 6
const MIN_WIDTH = 560
const MAX_TEXT_WIDTH = 120
const LINE_HEIGHT = 17
/** The distance of the text from the last point in px, without and with a line between them. */
const GAP = 12
const GAP_WITH_LINE = 23

const formatLabel = (series: Series) => truncate(series.name, FONT_SIZE, MAX_TEXT_WIDTH)

const measureWidest = (names: readonly string[]): number =>
  Math.max(0, ...names.map((name) => measureText(name, FONT_SIZE)))

/** Measures what names need beside the plot; 0 if there are too many series or the chart is too narrow. */
export function measureDirectLabels(table: ReportTable, series: readonly Series[], width: number): number {
  if (series.length > MAX_LABELS || width < MIN_WIDTH) return 0
  const halfSlot = width / table.rows.length / 2
  const widest = measureWidest(series.map(formatLabel))
  return Math.ceil(Math.max(16, GAP_WITH_LINE + widest + 8 - halfSlot * 0.8))
}

/** The last value of a series, to which a label belongs. */
export interface SeriesEnd {
  readonly series: Series
  readonly value: number
  /** The row of the value. */
  readonly row: number
}

/**
 * Places the names of series after a row at the heights of their last values, moved apart if they overlap, each behind a
 * line that leads to it. Names that are right beside the last marker of their lines need no line.
 */
export function buildDirectLabels(
  row: number,
  ends: readonly SeriesEnd[],
  { plotArea: { height }, getX, getY }: Axes,
  hasMarkers = false,
): Labels {
  const wanted = ends.map((end) => ({ ...end, y: getY(end.value, end.series) })).toSorted((a, b) => a.y - b.y)
  const heights = avoidOverlap(
    wanted.map(({ y }) => y),
    LINE_HEIGHT,
    0,
    height - 4,
  )
  const labels = wanted.map((end, index) => ({ ...end, y2: heights[index] ?? end.y }))
  const isPlain = hasMarkers && labels.every((end) => end.row === row && Math.abs(end.y2 - end.y) < 4)
  const x = getX(row)
  const texts = labels.map(({ series, y2: y }) => ({
    x: x + (isPlain ? GAP : GAP_WITH_LINE),
    y,
    text: formatLabel(series),
    isMuted: true,
  }))
  const rules = labels.map(({ series: { color }, y, y2 }) => ({ x: x + 6, y, x2: x + 19, y2, color }))
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

export const ROW_HEIGHT = 20
const SYMBOL_WIDTHS: Readonly<Record<SeriesSymbol, number>> = { line: 26, area: 14 }
const SYMBOL_GAP = 8
const COLUMN_GAP = 20

/** Lays out entries in columns in the middle of a box. Those that do not fit are counted as `+ N more`. */
export function layoutLegend(
  entries: readonly (SeriesStyle & { readonly name: string })[],
  symbol: SeriesSymbol,
  box: Readonly<Record<'x' | 'y' | 'width' | 'height', number>>,
): Labels {
  const symbolWidth = SYMBOL_WIDTHS[symbol]
  const widest = Math.max(40, measureWidest(entries.map(({ name }) => name)))
  const columnWidth = Math.ceil(widest) + symbolWidth + SYMBOL_GAP + COLUMN_GAP
  const columns = Math.max(1, Math.min(entries.length, Math.floor((box.width + COLUMN_GAP) / columnWidth)))
  const capacity = columns * Math.floor((box.height - ROW_HEIGHT / 2) / ROW_HEIGHT)
  const shown = entries.length > capacity ? entries.slice(0, capacity - 1) : entries
  const hidden = entries.length - shown.length
  const left = box.x + Math.max(0, (box.width - columns * columnWidth + COLUMN_GAP) / 2)
  const names = [...shown.map(({ name }) => name), ...(hidden > 0 ? [`+ ${hidden} more`] : [])]
  const texts = names.map((text, index) => ({
    x: left + (index % columns) * columnWidth + symbolWidth + SYMBOL_GAP,
    y: box.y + ROW_HEIGHT * (1 + Math.floor(index / columns)),
    text,
  }))
  const look = symbol === 'line' ? { size: 64 } : { size: 130, shape: 'square' }
  const symbols = shown.map(({ color, shape, dash }, index) => {
    const { x = 0, y = 0 } = texts[index] ?? {}
    return { x: x - SYMBOL_GAP - symbolWidth / 2, y, color, shape, dash, ...look }
  })
  const rules = symbols.map(({ x, y, color, dash }) => ({
    x: x - symbolWidth / 2,
    y,
    x2: x + symbolWidth / 2,
    y2: y,
    width: 2.5,
    color,
    dash,
  }))
  return { texts, symbols, rules: symbol === 'line' ? rules : [] }
}
