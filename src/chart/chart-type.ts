import type { ChartType } from '../report/plan.ts'
import type { Comparison, ReportTable, Series } from '../report/table/report-table.ts'
import type { Marks, PlotArea } from './marks.ts'

/** The chart's height on the screen and in an image, in px. */
export const CHART_HEIGHT = 400

/** The bounds of a value axis. */
export interface Bounds {
  readonly min: number
  readonly max: number
}

/** The values of the specification's signals: axes and bars. */
export const initialSignals = {
  rowIndexes: [] as readonly number[],
  xTicks: [] as readonly number[],
  xLabels: [] as readonly string[],
  yMin: 0,
  yMax: 1,
  yTicks: [] as readonly number[],
  yLabels: [] as readonly string[],
  /** The slots of bars in a row, and the widths around and between them as shares. */
  slots: [] as readonly number[],
  groupGap: 0.24,
  barGap: 0.08,
  /** In px. */
  maxBarWidth: 32,
  /** The width in px of the line around bars. */
  seam: 0,
}
export type ChartSignals = Readonly<typeof initialSignals>

/** A chart as its Vega view needs it. */
export interface ChartModel {
  readonly type: ChartType
  readonly plotArea: PlotArea
  /** The bounds of the second value axis; null for a chart without one. */
  readonly rightScale: Bounds | null
  readonly marks: Marks
  readonly signals: ChartSignals
}

/** What a chart type decides of a model; the rest is empty. */
export interface ChartParts {
  readonly plotArea: PlotArea
  readonly rightScale?: Bounds | null
  readonly marks: Partial<Marks>
  readonly signals?: Partial<ChartSignals>
}

/** The symbol of a series in legend and tooltip: its line with dash and marker, or a square of its color. */
export type SeriesSymbol = 'line' | 'area'

/** What the tooltip describes: the slice under the pointer, or the table row with these settings. */
export type TooltipTarget =
  | { readonly kind: 'slice' }
  | {
      readonly kind: 'row'
      /** How the row is highlighted: by a line through its middle or a band over its slot. */
      readonly cursor: 'line' | 'band'
      /** Whether each value of the row gets a dot. */
      readonly hasDots: boolean
      /** Picks the series that are drawn, of the visible ones. */
      readonly pick: (series: readonly Series[]) => readonly Series[]
    }

export const EMPTY_CHART_TEXT = 'No data available for the selected series.'

/** What an image says of its chart besides the title. */
export interface ChartLegend {
  readonly entries: readonly Series[]
  /** A line under the title. */
  readonly subtitle: string | null
}

/**
 * A chart type. `series` are always the visible series; all but `explainEmpty` and `buildRows` are called only if the
 * table has rows and `explainEmpty` is null.
 */
export interface ChartTypeDefinition {
  readonly symbol: SeriesSymbol
  readonly tooltip: TooltipTarget
  /** Says why there is nothing to draw; null if there is something. */
  explainEmpty(table: ReportTable, series: readonly Series[]): string | null
  /** Lays out the chart in a box `width` px wide and `CHART_HEIGHT` px high. */
  build(table: ReportTable, series: readonly Series[], width: number): ChartParts
  /** Describes the chart in one sentence for screen readers. */
  summarize(table: ReportTable, series: readonly Series[]): string
  /** Says how the earlier period is drawn, or that it is not. */
  describeEarlier(comparison: Comparison, table: ReportTable, series: readonly Series[]): string
  /** Names the earlier period in a legend; null if it is not drawn. */
  readonly formatEarlierEntry: ((name: string) => string) | null
  /** Builds a table of the drawn values. */
  buildRows(table: ReportTable, series: readonly Series[]): ReportTable
  buildLegend(table: ReportTable, series: readonly Series[]): ChartLegend
}

type Margins = Omit<PlotArea, 'width' | 'height'>

/** Computes the plot area within a box. It is at least 40 px wide and high, however large the margins are. */
export const layoutPlotArea = (width: number, margins: Margins): PlotArea => ({
  ...margins,
  width: Math.max(40, width - margins.left - margins.right),
  height: Math.max(40, CHART_HEIGHT - margins.top - margins.bottom),
})

/**
 * The colors of what is not data, by Vega signal. A specification starts with the light ones; the view sets them with
 * each model. Images are always light.
 */
export const chartThemes = {
  light: { textColor: '#14191d', mutedColor: '#5b656e', gridColor: '#e6e9ec', backgroundColor: '#ffffff' },
  dark: { textColor: '#e9edf0', mutedColor: '#9aa4ac', gridColor: '#252b30', backgroundColor: '#121518' },
} as const

export type ChartTheme = keyof typeof chartThemes

/** The font of the page. */
export const CHART_FONT =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI', Inter, Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif"
