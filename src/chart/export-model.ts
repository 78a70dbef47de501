import type { ChartType } from '../report/plan.ts'
import type { ReportTable, Series } from '../report/table.ts'
import type { ChartModel } from './chart-type.ts'
import { type LegendText, IMAGE, buildLegend } from './legend.ts'
import { buildChartModel } from './model.ts'
import { CHART_HEIGHT } from './plot-area.ts'
import { truncate } from './text.ts'
import { chartTypes } from './types/index.ts'

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
  const legend = buildLegend(series, chartTypes[type].symbol, innerWidth)
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
      texts: [toPlot(titleText, 0), ...belowChart(legend.texts)],
      legendLines: belowChart(legend.lines),
      legendSwatches: belowChart(legend.swatches),
    },
  }
}
