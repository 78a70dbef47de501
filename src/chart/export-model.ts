import { CHART_HEIGHT } from './plot-area.ts'
import { type LegendText, IMAGE, buildLegend } from './legend.ts'
import type { ChartModel } from './chart-type.ts'
import { buildChartModel } from './model.ts'
import { truncate } from './text.ts'
import { chartTypes } from './types/index.ts'
import type { ChartType } from '../report/plan.ts'
import type { ReportTable, Series } from '../report/table.ts'

/** The height of every chart image before it is scaled: chart, two bands, two margins. */
export const IMAGE_HEIGHT = CHART_HEIGHT + IMAGE.titleBand + IMAGE.legendBand + 2 * IMAGE.margin

const TITLE_SIZE = 20

/**
 * The chart as an image `width` px wide: the screen's model between a title band and a legend band, inside margins.
 * Null where there is nothing to draw.
 */
export function buildExportModel(
  table: ReportTable,
  series: readonly Series[],
  type: ChartType,
  title: string,
  width: number,
): ChartModel | null {
  const inner = width - 2 * IMAGE.margin
  const chart = buildChartModel(table, series, type, inner)
  if (chart === null) return null
  const { frame } = chart
  const { captions, strokes, swatches } = buildLegend(series, chartTypes[type].symbol, inner)
  const toPlot = <T extends { readonly x: number; readonly y: number }>(item: T, below: number): T => ({
    ...item,
    x: item.x - frame.left,
    y: item.y - frame.top + below,
    ...('x2' in item && typeof item.x2 === 'number' ? { x2: item.x2 - frame.left } : {}),
  })
  const head: LegendText = {
    x: inner / 2,
    y: -IMAGE.titleBand / 2,
    text: truncate(title, TITLE_SIZE, inner),
    size: TITLE_SIZE,
    weight: 600,
    align: 'center',
  }
  const under = <T extends { readonly x: number; readonly y: number }>(items: readonly T[]) =>
    items.map((item) => toPlot(item, CHART_HEIGHT))
  return {
    ...chart,
    frame: {
      ...frame,
      left: frame.left + IMAGE.margin,
      right: frame.right + IMAGE.margin,
      top: frame.top + IMAGE.margin + IMAGE.titleBand,
      bottom: frame.bottom + IMAGE.margin + IMAGE.legendBand,
    },
    data: {
      ...chart.data,
      captions: [toPlot(head, 0), ...under(captions)],
      strokes: under(strokes),
      swatches: under(swatches),
    },
  }
}
