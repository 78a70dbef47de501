import { isChartType } from '../report/model/report-plan.ts'
import { formatNote, type ReportTable, type Series } from '../report/model/report-table.ts'
import { CHART_HEIGHT, type ChartModel } from './chart-type.ts'
import { layoutLegend, ROW_HEIGHT } from './legend.ts'
import type { TextMark } from './marks.ts'
import { buildChartModel } from './model.ts'
import { listChartRemarks } from './model.ts'
import { orderChartRows } from './row-order.ts'
import { truncate, wrapText } from './text.ts'
import { getChartType } from './types/index.ts'
import { nameReasons } from './undrawn.ts'

/** Bands of an image in px: margins on all sides, title above, legend below. */
const IMAGE = { margin: 20, titleBand: 80, legendBand: 120 } as const

const TITLE_SIZE = 20
const FONT_SIZE = 12
const MAX_NAME_WIDTH = 190
/** How much of a line is filled, because widths are estimated. */
const SAFE_SHARE = 0.94

/**
 * Builds the chart as an image `width` px wide: the screen's model between a title band and a legend band, inside
 * margins. Remarks and notes that do not fit below the legend make it higher. One that `isCropped`, for a mail, ends below
 * its last line and has no remarks. Null if there is nothing to draw.
 */
export function buildExportModel(
  given: ReportTable,
  series: readonly Series[],
  type: string,
  title: string,
  width: number,
  isCropped = false,
): ChartModel | null {
  const table = orderChartRows(given, type)
  const innerWidth = width - 2 * IMAGE.margin
  const chart = buildChartModel(table, series, type, innerWidth)
  if (chart === null) return null
  const { plotArea, data } = chart
  const framed = {
    ...plotArea,
    left: plotArea.left + IMAGE.margin,
    right: plotArea.right + IMAGE.margin,
    top: plotArea.top + IMAGE.margin,
    bottom: plotArea.bottom + IMAGE.margin,
  }
  if (!isChartType(type)) {
    // Vega-Lite lays out the title and the legend of a chart by an author.
    return { ...chart, plotArea: { ...framed, height: plotArea.height + IMAGE.titleBand } }
  }
  const { symbol, select, listGreyEntries } = getChartType(table, type)
  const { drawn, undrawn, added = [] } = select(table, series)
  const entries = added.length > 0 ? drawn : nameReasons(series, undrawn)
  const box = {
    x: -plotArea.left,
    y: CHART_HEIGHT - plotArea.top,
    width: innerWidth,
    height: IMAGE.legendBand,
  }
  const legend = layoutLegend(
    [...entries, ...(listGreyEntries?.(table) ?? [])].map((entry) => ({
      ...entry,
      name: truncate(entry.name, FONT_SIZE, MAX_NAME_WIDTH),
    })),
    symbol,
    box,
  )
  const legendEnd = Math.max(box.y, ...legend.texts.map(({ y }) => y)) + ROW_HEIGHT
  const remarks = isCropped ? [] : listChartRemarks(table, { type, series })
  const notes = [...remarks, ...(table.notes ?? []).map((note) => `${note.number}  ${formatNote(note)}`)]
    .flatMap((text) => wrapText(text, FONT_SIZE, innerWidth * SAFE_SHARE))
    .map((text, index) => ({ x: box.x, y: legendEnd + (index + 0.5) * ROW_HEIGHT, text }))
  const beyond = legendEnd + notes.length * ROW_HEIGHT - box.y - box.height
  const createTitle = (text: string, size: number, y: number, weight: number): TextMark => ({
    x: innerWidth / 2 - plotArea.left,
    y: y - IMAGE.titleBand / 2 - plotArea.top,
    text: truncate(text, size, innerWidth),
    size,
    weight,
    align: 'center',
  })
  const titles = [
    createTitle(title, TITLE_SIZE, 0, 600),
    ...(added.length > 0
      ? [createTitle(added.map(({ name }) => name).join(', '), FONT_SIZE, TITLE_SIZE + 4, 400)]
      : []),
  ]
  return {
    ...chart,
    plotArea: {
      ...framed,
      top: framed.top + IMAGE.titleBand,
      bottom: framed.bottom + IMAGE.legendBand + (isCropped ? beyond : Math.max(0, beyond)),
    },
    data: {
      ...data,
      texts: [...data.texts, ...titles, ...legend.texts, ...notes],
      rules: [...data.rules, ...legend.rules],
      symbols: [...data.symbols, ...legend.symbols],
    },
  }
}
