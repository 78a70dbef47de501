import type { Series } from '../report/model/report-table.ts'

/** The space around the plot and the plot's own size, in px. */
export interface PlotArea {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly width: number
  readonly height: number
}

/** A slice of a pie: its centre, its angles (clockwise from the top, radians), value and share. */
export interface PieSlice {
  readonly x: number
  readonly y: number
  readonly start: number
  readonly end: number
  readonly value: number
  readonly percent: number
  readonly series: Series
}

/**
 * What is laid out in px of the plot, by dataset of a specification: names beside lines and slices, and what an image has
 * around its chart.
 */
export type Labels = Readonly<typeof noLabels>

export const noLabels = {
  rules: [] as readonly Rule[],
  symbols: [] as readonly SymbolMark[],
  texts: [] as readonly TextMark[],
}

const plainText = {
  size: 12,
  weight: 400,
  align: 'left' as 'left' | 'center' | 'right',
  isMuted: false,
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

const thinLine = { width: 1, dash: [] as readonly number[], color: null as string | null }

/** Builds a solid line of 1 px, unless its style says otherwise: of a color, or muted. */
export const createRule = (
  [x, y]: readonly [number, number],
  [x2, y2]: readonly [number, number],
  style: Partial<typeof thinLine> = {},
) => ({ x, y, x2, y2, ...thinLine, ...style })
export type Rule = Readonly<ReturnType<typeof createRule>>

/** Builds the square of a series' color that stands for its area, bar or slice; its size is the area in px². */
export const createSquare = (x: number, y: number, size: number, { color }: Pick<Series, 'color'>) => ({
  x,
  y,
  size,
  color,
  shape: 'square',
})
export type SymbolMark = Readonly<ReturnType<typeof createSquare>>
