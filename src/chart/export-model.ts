import type { ChartType } from '../report/plan.ts'
import type { ReportTable, Series } from '../report/table/report-table.ts'
import { CHART_HEIGHT, type ChartModel, type SeriesSymbol } from './chart-type.ts'
import { buildEarlierEntry } from './earlier.ts'
import { buildChartModel } from './model.ts'
import { measureText, truncate } from './text.ts'
import { chartTypes } from './types/index.ts'

/** Bands of an image in px: margins on all sides, title above, legend below. */
const IMAGE = { margin: 20, titleBand: 80, legendBand: 120 } as const

/** A line of text of an image; its position is in px of the box that it is laid out in. */
export interface LegendText {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly size: number
  readonly weight: number
  readonly align: 'left' | 'center'
}

/** The line of a line symbol. */
interface LegendLine {
  readonly x: number
  readonly x2: number
  readonly y: number
  readonly series: Series
}

/** The marker of a line symbol, or an area symbol. */
interface LegendSwatch {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly shape: string
  readonly series: Series
}

interface Legend {
  readonly texts: readonly LegendText[]
  readonly lines: readonly LegendLine[]
  readonly swatches: readonly LegendSwatch[]
}

const TITLE_SIZE = 20

/**
 * The chart as an image `width` px wide: the screen's model between a title band and a legend band, inside margins.
 * Null if there is nothing to draw.
 */
export function buildExportModel(
  table: ReportTable,
  series: readonly Series[],
  type: ChartType,
  title: string,
  width: number,
): ChartModel | null {
  const innerWidth = width - 2 * IMAGE.margin
  const chart = buildChartModel(table, series, type, innerWidth)
  if (chart === null) return null
  const { plotArea } = chart
  const { entries, subtitle } = chartTypes[type].buildLegend(table, series)
  const legend = buildLegend([...entries, ...listEarlier(table, type)], chartTypes[type].symbol, innerWidth)
  /** From the box of the chart to the plot, which is the origin of all marks. */
  const toPlot = <T extends { readonly x: number; readonly y: number }>(item: T, top: number): T => ({
    ...item,
    x: item.x - plotArea.left,
    y: item.y - plotArea.top + top,
    ...('x2' in item && typeof item.x2 === 'number' ? { x2: item.x2 - plotArea.left } : {}),
  })
  const belowChart = <T extends { readonly x: number; readonly y: number }>(items: readonly T[]) =>
    items.map((item) => toPlot(item, CHART_HEIGHT))
  const titleText: LegendText = {
    x: innerWidth / 2,
    y: -IMAGE.titleBand / 2,
    text: truncate(title, TITLE_SIZE, innerWidth),
    size: TITLE_SIZE,
    weight: 600,
    align: 'center',
  }
  const titles = subtitle === null ? [titleText] : [titleText, buildSubtitle(subtitle, innerWidth)]
  return {
    ...chart,
    plotArea: {
      ...plotArea,
      left: plotArea.left + IMAGE.margin,
      right: plotArea.right + IMAGE.margin,
      top: plotArea.top + IMAGE.margin + IMAGE.titleBand,
      bottom: plotArea.bottom + IMAGE.margin + IMAGE.legendBand,
    },
    data: {
      ...chart.data,
      texts: [...titles.map((text) => toPlot(text, 0)), ...belowChart(legend.texts)],
      legendLines: belowChart(legend.lines),
      legendSwatches: belowChart(legend.swatches),
    },
  }
}

/** The legend entry of the earlier period, if it is drawn. */
function listEarlier({ comparison }: ReportTable, type: ChartType): Series[] {
  const format = chartTypes[type].formatEarlierEntry
  return comparison === undefined || format === null ? [] : [buildEarlierEntry(format(comparison.name))]
}

const FONT_SIZE = 12

const buildSubtitle = (subtitle: string, width: number): LegendText => ({
  x: width / 2,
  y: -IMAGE.titleBand / 2 + TITLE_SIZE + 4,
  text: truncate(subtitle, FONT_SIZE, width),
  size: FONT_SIZE,
  weight: 400,
  align: 'center',
})

const ROW_HEIGHT = 20

/** Widths of the symbols in px, and the areas of their swatches in px². */
const SYMBOL_WIDTHS: Readonly<Record<SeriesSymbol, number>> = { line: 26, area: 14 }

const SWATCH_SIZES: Readonly<Record<SeriesSymbol, number>> = { line: 64, area: 130 }

const SYMBOL_GAP = 8
const COLUMN_GAP = 20
const MOST_TEXT_WIDTH = 190

/** The legend of the visible series in columns; series that do not fit in the band are counted as `+ N more`. */
export function buildLegend(series: readonly Series[], symbol: SeriesSymbol, width: number): Legend {
  const names = series.map(({ name }) => truncate(name, FONT_SIZE, MOST_TEXT_WIDTH))
  const symbolWidth = SYMBOL_WIDTHS[symbol]
  const widest = names.reduce((most, name) => Math.max(most, measureText(name, FONT_SIZE)), 40)
  const columnWidth = Math.ceil(widest) + symbolWidth + SYMBOL_GAP + COLUMN_GAP
  const columns = Math.max(1, Math.min(series.length, Math.floor((width + COLUMN_GAP) / columnWidth)))
  const most = columns * Math.floor((IMAGE.legendBand - ROW_HEIGHT / 2) / ROW_HEIGHT)
  const shown = series.length > most ? series.slice(0, most - 1) : series
  const left = Math.max(0, (width - columns * columnWidth + COLUMN_GAP) / 2)
  const locate = (index: number) => ({
    x: left + (index % columns) * columnWidth,
    y: ROW_HEIGHT + Math.floor(index / columns) * ROW_HEIGHT,
  })
  const textAt = (index: number, text: string): LegendText => {
    const { x, y } = locate(index)
    return { x: x + symbolWidth + SYMBOL_GAP, y, text, size: FONT_SIZE, weight: 400, align: 'left' }
  }
  const lineAt = (index: number, one: Series): LegendLine => {
    const { x, y } = locate(index)
    return { x, x2: x + symbolWidth, y, series: one }
  }
  const swatchAt = (index: number, one: Series): LegendSwatch => {
    const { x, y } = locate(index)
    const shape = symbol === 'line' ? one.shape : 'square'
    return { x: x + symbolWidth / 2, y, size: SWATCH_SIZES[symbol], shape, series: one }
  }
  const texts = shown.map((_, index) => textAt(index, names[index] ?? ''))
  const hidden = series.length - shown.length
  return {
    texts: hidden > 0 ? [...texts, textAt(shown.length, `+ ${hidden} more`)] : texts,
    lines: symbol === 'line' ? shown.map((one, index) => lineAt(index, one)) : [],
    swatches: shown.map((one, index) => swatchAt(index, one)),
  }
}
