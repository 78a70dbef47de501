import type { Comparison, ReportTable, Series } from '../report/model/report-table.ts'
import type { ChartParams, Json, SpecInput } from './specification.ts'
import type { UndrawnSeries } from './undrawn.ts'

/** The height of a chart in a report and in an image, in px. */
export const CHART_HEIGHT = 400

/** The space around the plot and the plot's own size, in px. */
export interface PlotArea {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly width: number
  readonly height: number
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

/** What the datasets of a specification contain, by their names; those that are missing are empty. */
export type ChartData = Readonly<Record<string, readonly object[]>>

/** A chart as its Vega view needs it. */
export interface ChartModel {
  readonly type: string
  readonly plotArea: PlotArea
  readonly params: ChartParams
  readonly data: ChartData & Labels
  /** The slices of a pie; empty for other charts. */
  readonly slices: readonly PieSlice[]
  /** Whether it has so many marks that a canvas draws them faster. */
  readonly isLarge: boolean
}

/** What a chart type decides of a model; the rest is empty. */
export type ChartParts = Pick<ChartModel, 'plotArea'> &
  Partial<Pick<ChartModel, 'slices'>> & {
    readonly params?: Partial<ChartParams> & Json
    readonly data: ChartData & Partial<Labels>
  }

/** The size in px of what a chart is drawn into. */
export interface Box {
  readonly width: number
  readonly height: number
}

/** The title of an image, and the width of its chart in px. */
export interface ImageInput {
  readonly title: string
  readonly width: number
}

/** The symbol of a series in legend and tooltip: its line with dash and marker, or a square of its color. */
export type SeriesSymbol = 'line' | 'area'

/**
 * What the tooltip describes: the slice under the pointer, or the row, highlighted by a line through its middle or a band
 * over its slot.
 */
type TooltipTarget = 'none' | 'slice' | 'line' | 'band'

export const EMPTY_CHART_TEXT = 'No data available for the selected series.'

/** Which of the visible series a chart draws. */
export interface DrawnSeries {
  /** Series, or rows in the look of series. */
  readonly drawn: readonly Series[]
  readonly undrawn: readonly UndrawnSeries[]
  /** The series that are added up where rows are drawn. */
  readonly added?: readonly Series[]
}

/**
 * A chart type. `series` are always the visible series; all but `select` and `specify` are called only if some value is not
 * blank and some series is drawn.
 */
export interface ChartTypeDefinition {
  /** Null if series have no color: an axis names them. */
  readonly symbol: SeriesSymbol | null
  readonly tooltip: TooltipTarget
  /** Builds the Vega-Lite specification. Only one by an author has title and legend of an image in it. */
  readonly specify: (input: SpecInput, image?: ImageInput | null) => Json
  readonly select: (table: ReportTable, series: readonly Series[]) => DrawnSeries
  /** How remarks call the place of drawn series: `Not stacked: …`. */
  readonly place: string
  /** Lays out the chart in a box. */
  build(table: ReportTable, series: readonly Series[], box: Box): ChartParts
  /** Describes the chart in one sentence for screen readers, without the series that it does not draw. */
  summarize(table: ReportTable, series: readonly Series[]): string
  /** Says of what shares are, unless it is all that the table has. */
  readonly describeShares?: (table: ReportTable, series: readonly Series[]) => string
  /** Says how the earlier period is drawn, if it is. */
  readonly describeEarlier?: (comparison: Comparison, table: ReportTable, series: readonly Series[]) => string
  /** Builds a table of the drawn values, unless it is the columns of the drawn series. */
  readonly buildRows?: (table: ReportTable, series: readonly Series[]) => ReportTable
}

/** Returns true for a chart type of the engine with rows on the horizontal axis. */
export const hasRows = ({ tooltip }: Pick<ChartTypeDefinition, 'tooltip'>): boolean =>
  tooltip === 'line' || tooltip === 'band'

type Margins = Omit<PlotArea, 'width' | 'height'>

/** Computes the plot area within a box. It is at least 40 px wide and high, however large the margins are. */
export const layoutPlotArea = ({ width, height }: Box, margins: Margins): PlotArea => ({
  ...margins,
  width: Math.max(40, width - margins.left - margins.right),
  height: Math.max(40, height - margins.top - margins.bottom),
})
