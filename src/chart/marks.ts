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

/** A text of 12 px that starts at its position, unless it says otherwise. */
export interface TextMark {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly size?: number
  readonly weight?: number
  readonly align?: 'left' | 'center' | 'right'
  readonly isMuted?: boolean
}

/** A muted solid line of 1 px, unless it says otherwise. */
interface Rule {
  readonly x: number
  readonly y: number
  readonly x2: number
  readonly y2: number
  readonly width?: number
  readonly dash?: readonly number[]
  readonly color?: string
}

/** A symbol of a series; its size is the area in px². */
interface SymbolMark {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly color: string
  readonly shape: string
}

/** What is laid out in px of the plot: names beside lines and slices, and what an image has around its chart. */
export interface Labels {
  readonly rules: readonly Rule[]
  readonly symbols: readonly SymbolMark[]
  readonly texts: readonly TextMark[]
}
