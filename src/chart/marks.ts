import type { Series } from '../report/model/report-table.ts'
import type { Json } from './specification.ts'

/** The space around the plot and the plot's own size, in px. */
export interface PlotArea {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly width: number
  readonly height: number
}

/** A slice to be: a series, or a row in the look of one. Its sum is above 0. */
export type PiePart = Series & { readonly sum: number; readonly percent: number }

/** A slice of a pie: its centre, and its angles (clockwise from the top, radians). */
export interface PieSlice {
  readonly x: number
  readonly y: number
  readonly start: number
  readonly end: number
  readonly series: PiePart
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

/** What is laid out in px of the plot: names beside lines and slices, and what an image has around its chart. */
export interface Labels {
  readonly rules: readonly Json[]
  readonly symbols: readonly Json[]
  readonly texts: readonly TextMark[]
}
