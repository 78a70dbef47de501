import type { ValueScale } from './chart-scale.ts'
import { spread } from './chart-spread.ts'
import { shorten, textWidth } from './chart-text.ts'
import type { ReportTable, Series } from './report-table.ts'

/** The name of a series beside the end of its line: where it stands, in the units of the axes. */
export interface EndLabel {
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
/** From the last point over the label's own mark to its text. */
const LEAD = 23

const textOf = (series: Series) => shorten(series.name, SIZE, WIDEST)

/** The room that labels want beside the plot in px; 0 where there are too many series or too little width. */
export function endLabelsRoom(table: ReportTable, series: readonly Series[], width: number): number {
  if (series.length > MOST_LABELS || width < LEAST_WIDTH) return 0
  const widest = series.reduce((most, one) => Math.max(most, textWidth(textOf(one), SIZE)), 0)
  const halfSlot = width / table.rows.length / 2
  return Math.ceil(Math.max(16, LEAD + widest + 8 - halfSlot * 0.8))
}

/** Labels at the height of the last value, moved apart where they would overlap. */
export function endLabels(
  { rows }: ReportTable,
  series: readonly Series[],
  { min, max }: ValueScale,
  height: number,
): EndLabel[] {
  const order = rows.length - 1
  const last = rows[order]?.values ?? []
  const ends = series
    .map((one) => ({ series: one, end: ((max - (last[one.column] ?? 0)) / (max - min)) * height }))
    .toSorted((a, b) => a.end - b.end)
  const places = spread(
    ends.map(({ end }) => end),
    LINE,
    0,
    height - 4,
  )
  return ends.map(({ series: one, end }, index) => ({
    order,
    value: max - ((places[index] ?? end) / height) * (max - min),
    text: textOf(one),
    series: one,
  }))
}
