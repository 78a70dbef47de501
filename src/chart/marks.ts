import type { Series } from '../report/table/report-table.ts'
import type { PathShape } from './path-shape.ts'

/** The space around the plot and the plot's own size, in px. */
export interface PlotArea {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly width: number
  readonly height: number
}

/** A bar, or its piece of one series: the row is a position, the values are in the units of the first axis. */
export interface Bar {
  readonly rowIndex: number
  /** The bars of a row are in this order, side by side. */
  readonly slot: number
  readonly low: number
  readonly high: number
  readonly opacity: number
  readonly series: Series
}

/** A band as high as the plot. */
export interface Band {
  readonly x: number
  readonly x2: number
}

/** A slice of a pie: its centre, its angles (clockwise from the top, radians), value and share. */
export interface PieSlice {
  readonly x: number
  readonly y: number
  readonly start: number
  readonly end: number
  readonly value: number
  readonly percent: number
  /** The width of the line between slices; thinner if there are many. */
  readonly strokeWidth: number
  readonly series: Series
}

/** The line or the area of a series. */
export interface ShapeMark {
  readonly shape: PathShape
  /** Null for a line. */
  readonly fill: string | null
  /** Null is the background. */
  readonly stroke: string | null
  readonly dash: readonly number[]
  readonly width: number
  readonly opacity: number
  readonly series: Series
}

/**
 * What a chart draws, by dataset of its specification. Positions and sizes are in px of the plot. Text of a record
 * (label, name) is a value, never a field name (S46). The view recognizes by identity the marks that it already has.
 */
export type Marks = Readonly<typeof noMarks>

export const noMarks = {
  bands: [] as readonly Band[],
  bars: [] as readonly Bar[],
  slices: [] as readonly PieSlice[],
  shapes: [] as readonly ShapeMark[],
  rules: [] as readonly Rule[],
  symbols: [] as readonly SymbolMark[],
  texts: [] as readonly TextMark[],
}

const plainText = {
  size: 12,
  weight: 400,
  align: 'left' as 'left' | 'center' | 'right',
  /** In degrees, clockwise. */
  angle: 0,
  isMuted: false,
  series: null as Series | null,
}

/** Builds a text of 12 px that starts at its position, unless its style says otherwise. */
export const createText = (x: number, y: number, text: string, style: Partial<typeof plainText> = {}) => ({
  x,
  y,
  text,
  ...plainText,
  ...style,
})
export type TextMark = Readonly<ReturnType<typeof createText>>

const thinLine = { width: 1, dash: [] as readonly number[], series: null as Series | null }

/** Builds a solid line of 1 px, unless its style says otherwise: of a series, or muted. */
export const createRule = (
  [x, y]: readonly [number, number],
  [x2, y2]: readonly [number, number],
  style: Partial<typeof thinLine> = {},
) => ({ x, y, x2, y2, ...thinLine, ...style })
export type Rule = Readonly<ReturnType<typeof createRule>>

/** Builds the square of a series' color that stands for its area, bar or slice; its size is the area in px². */
export const createSquare = (x: number, y: number, size: number, series: Series) => ({
  x,
  y,
  size,
  shape: 'square',
  series,
})
export type SymbolMark = Readonly<ReturnType<typeof createSquare>>
