import type { ChartType } from '../report/plan.ts'
import type { Comparison, ReportTable, Series } from '../report/table/report-table.ts'
import type { Json } from './vega-encodings.ts'

/** The chart's height on the screen and in an image, in px. */
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

/** A chart as a Vega view needs it. */
export interface ChartModel<T extends ChartType = ChartType> {
  readonly type: T
  readonly plotArea: PlotArea
  /** The bounds of the second value axis; null for a chart without one. */
  readonly rightScale: { readonly min: number; readonly max: number } | null
  /** The rows of the view's datasets, by dataset. */
  readonly data: Readonly<Record<string, readonly object[]>>
  /** The values of the view's signals, by signal. */
  readonly signals: Readonly<Record<string, unknown>>
  /** The number of marks: a few are drawn as SVG, many on a canvas. */
  readonly marks: number
}

/** The symbol of a series in legend and tooltip: its line with dash and marker, or a square of its color. */
export type SeriesSymbol = 'line' | 'area'

/** One mark under the pointer. */
export interface MarkTooltip {
  readonly series: Series
  readonly value: number
  /** The share of the whole. */
  readonly percent: number
}

/** What the tooltip describes: the table row under the pointer, or the single mark under it. */
export type TooltipTarget =
  | {
      readonly kind: 'row'
      /** How the row is highlighted: by a line through its middle or a band over its slot. */
      readonly cursor: 'line' | 'band'
      /** Whether each value of the row gets a dot. */
      readonly hasDots: boolean
      /** The series that are drawn, of the visible ones. */
      readonly pick: (series: readonly Series[]) => readonly Series[]
    }
  | {
      readonly kind: 'mark'
      /** The mark at a point of the chart in px, if any. */
      readonly find: (model: ChartModel, x: number, y: number) => MarkTooltip | null
      /** All marks in their order, each with a point inside it. */
      readonly list: (
        model: ChartModel,
      ) => readonly { readonly mark: MarkTooltip; readonly x: number; readonly y: number }[]
    }

/** The text of a chart without anything to draw. */
export const EMPTY_CHART_TEXT = 'No data available for the selected series.'

/** What an image says of its chart besides the title. */
export interface ChartLegend {
  readonly entries: readonly Series[]
  /** A line under the title. */
  readonly subtitle: string | null
}

/**
 * A chart type in the browser. `series` are always the visible series; all but `explainEmpty` and `buildRows` are
 * called only if the table has rows and `explainEmpty` is null.
 */
export interface ChartTypeDefinition<T extends ChartType> {
  readonly symbol: SeriesSymbol
  readonly tooltip: TooltipTarget
  /** Why there is nothing to draw; null if there is something. */
  explainEmpty(table: ReportTable, series: readonly Series[]): string | null
  /** Lays out the chart in a box `width` px wide and `CHART_HEIGHT` px high. */
  buildModel(table: ReportTable, series: readonly Series[], width: number): ChartModel<T>
  /** One sentence for screen readers. */
  summarize(table: ReportTable, series: readonly Series[]): string
  /** A sentence on how the earlier period is drawn, or that it is not. */
  describeEarlier(comparison: Comparison, table: ReportTable, series: readonly Series[]): string
  /** How a legend names the earlier period; null if it is not drawn. */
  readonly formatEarlierEntry: ((name: string) => string) | null
  /** The drawn values as a table. */
  buildRows(table: ReportTable, series: readonly Series[]): ReportTable
  buildLegend(table: ReportTable, series: readonly Series[]): ChartLegend
}

/** A chart type at build, from which its Vega-Lite specification is made. */
export interface ChartTypeSpec {
  readonly layers: readonly Json[]
  /** The signals that the model sets, with their initial values: no scale depends on a dataset. */
  readonly signals: Json
  /** Marks in Vega's own terms, drawn under the layers: for what Vega-Lite has no mark. */
  readonly vegaMarks: readonly Json[]
}

interface Margins {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The plot area within a box. It is at least 40 px wide and high, however large the margins are. */
export function layoutPlotArea(
  width: number,
  height: number,
  { left, right, top, bottom }: Margins,
): PlotArea {
  return {
    left,
    right,
    top,
    bottom,
    width: Math.max(40, width - left - right),
    height: Math.max(40, height - top - bottom),
  }
}
