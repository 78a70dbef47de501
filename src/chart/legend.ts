import { truncate, measureText } from './text.ts'
import type { Series } from '../report/table.ts'
import type { SeriesSymbol } from './chart-type.ts'

/** Bands of an image in px: margins all around, title above, legend below. */
export const IMAGE = { margin: 20, titleBand: 80, legendBand: 120 } as const

/** A line of text of an image, in px of the box it is laid out for. */
export interface LegendText {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly size: number
  readonly weight: number
  readonly align: 'left' | 'center'
}

export interface LegendLine {
  readonly x: number
  readonly x2: number
  readonly y: number
  readonly series: Series
}

export interface LegendSwatch {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly shape: string
  readonly series: Series
}

export interface Legend {
  readonly captions: readonly LegendText[]
  readonly strokes: readonly LegendLine[]
  readonly swatches: readonly LegendSwatch[]
}

const SIZE = 12
const ROW = 20
/** Widths of the symbols in px, and the areas of their markers in px². */
const WIDTHS: Readonly<Record<SeriesSymbol, number>> = { line: 26, area: 14 }
const SIZES: Readonly<Record<SeriesSymbol, number>> = { line: 64, area: 130 }
const KEY_GAP = 8
const GAP = 20
const WIDEST = 190

/** The legend of the visible series in columns; what the band cannot hold is counted as `+ N more`. */
export function buildLegend(series: readonly Series[], symbol: SeriesSymbol, width: number): Legend {
  const names = series.map(({ name }) => truncate(name, SIZE, WIDEST))
  const key = WIDTHS[symbol]
  const cell =
    Math.ceil(names.reduce((most, name) => Math.max(most, measureText(name, SIZE)), 40)) + key + KEY_GAP + GAP
  const columns = Math.max(1, Math.min(series.length, Math.floor((width + GAP) / cell)))
  const places = columns * Math.floor((IMAGE.legendBand - ROW / 2) / ROW)
  const shown = series.length > places ? series.slice(0, places - 1) : series
  const left = Math.max(0, (width - columns * cell + GAP) / 2)
  const place = (index: number) => ({
    x: left + (index % columns) * cell,
    y: ROW + Math.floor(index / columns) * ROW,
  })
  const captions = shown.map((_, index) => captionAt(place(index), key, names[index] ?? ''))
  if (shown.length < series.length) {
    captions.push(captionAt(place(shown.length), key, `+ ${series.length - shown.length} more`))
  }
  return {
    captions,
    strokes: symbol === 'line' ? shown.map((one, index) => strokeAt(place(index), one)) : [],
    swatches: shown.map((one, index) => swatchAt(place(index), one, symbol)),
  }
}

interface Place {
  readonly x: number
  readonly y: number
}

const captionAt = ({ x, y }: Place, key: number, text: string): LegendText => ({
  x: x + key + KEY_GAP,
  y,
  text,
  size: SIZE,
  weight: 400,
  align: 'left',
})

const strokeAt = ({ x, y }: Place, series: Series): LegendLine => ({ x, x2: x + WIDTHS.line, y, series })

const swatchAt = ({ x, y }: Place, series: Series, symbol: SeriesSymbol): LegendSwatch => ({
  x: x + WIDTHS[symbol] / 2,
  y,
  size: SIZES[symbol],
  shape: symbol === 'line' ? series.shape : 'square',
  series,
})
