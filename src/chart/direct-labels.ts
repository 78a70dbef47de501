import type { ValueScale } from './scales.ts'
import { truncate, measureText } from './text.ts'
import type { ReportTable, Series } from '../report/table.ts'

/** The name of a series beside the end of its line: where it stands, in the units of the axes. */
export interface DirectLabel {
  readonly order: number
  readonly value: number
  readonly text: string
  readonly series: Series
}

const MOST_LABELS = 6
const LEAST_WIDTH = 560
const SIZE = 12
const WIDEST = 120
const LINE = 17
/** From the last point to the text, without and with the series' own mark between them. */
const NEAR = 12
const LEAD = 23

const textOf = (series: Series) => truncate(series.name, SIZE, WIDEST)

/** The room that labels want beside the plot in px; 0 where there are too many series or too little width. */
export function directLabelsWidth(table: ReportTable, series: readonly Series[], width: number): number {
  if (series.length > MOST_LABELS || width < LEAST_WIDTH) return 0
  const widest = series.reduce((most, one) => Math.max(most, measureText(textOf(one), SIZE)), 0)
  const halfSlot = width / table.rows.length / 2
  return Math.ceil(Math.max(16, LEAD + widest + 8 - halfSlot * 0.8))
}

interface EndLabels {
  readonly labels: readonly DirectLabel[]
  /** The same, where a mark before the text has to say whose it is. */
  readonly labelKeys: readonly DirectLabel[]
  /** From the last point to the text, px. */
  readonly labelGap: number
}

/**
 * Labels at the height of the last value, moved apart where they would overlap. A label right beside its line's last
 * marker needs no mark of its own.
 */
export function buildDirectLabels(
  { rows }: ReportTable,
  series: readonly Series[],
  { min, max }: ValueScale,
  height: number,
  hasMarkers: boolean,
): EndLabels {
  const order = rows.length - 1
  const last = rows[order]?.values ?? []
  const ends = series
    .map((one) => ({ series: one, end: ((max - (last[one.columnIndex] ?? 0)) / (max - min)) * height }))
    .toSorted((a, b) => a.end - b.end)
  const wanted = ends.map(({ end }) => end)
  const places = avoidOverlap(wanted, LINE, 0, height - 4)
  const labels = ends.map(({ series: one, end }, index) => ({
    order,
    value: max - ((places[index] ?? end) / height) * (max - min),
    text: textOf(one),
    series: one,
  }))
  const isPlain = hasMarkers && places.every((place, index) => Math.abs(place - (wanted[index] ?? 0)) < 4)
  return { labels, labelKeys: isPlain ? [] : labels, labelGap: isPlain ? NEAR : LEAD }
}

/**
 * Moves positions apart so that neighbours keep a distance of `gap` within `from` and `to`, in the order given.
 * Positions that fit stay where they are; where all cannot fit, they are spread evenly.
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
