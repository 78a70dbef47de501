import { isChartType } from '../report/model/report-plan.ts'
import { formatNote, type ReportTable, type Series } from '../report/model/report-table.ts'
import { CHART_HEIGHT, type ChartModel } from './chart-type.ts'
import { buildGreyEntry } from './comparison-marks.ts'
import { layoutLegend, ROW_HEIGHT } from './legend.ts'
import type { TextMark } from './marks.ts'
import { buildChartModel } from './model.ts'
import { listChartRemarks } from './remarks.ts'
import { orderChartRows } from './row-order.ts'
import { truncate, wrapText } from './text.ts'
import { getChartType } from './types/index.ts'
import { nameReasons } from './undrawn.ts'

/** Bands of an image in px: margins on all sides, title above, legend below. */
const IMAGE = { margin: 20, titleBand: 80, legendBand: 120 } as const

const TITLE_SIZE = 20
const FONT_SIZE = 12
const MAX_NAME_WIDTH = 190

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
  const chartType = getChartType(table, type)
  const { symbol, formatEarlierEntry, formatBandEntry } = chartType
  const { drawn, undrawn, added = [] } = chartType.select(table, series)
  const entries = added.length > 0 ? drawn : nameReasons(series, undrawn)
  const { comparison } = table
  const earlier =
    comparison === undefined || formatEarlierEntry === undefined
      ? []
      : [buildGreyEntry(formatEarlierEntry(comparison.name))]
  const bandName = formatBandEntry?.(table) ?? null
  const band = bandName === null ? [] : [buildGreyEntry(bandName, 'square')]
  const legend = layoutLegend(
    [...entries, ...band, ...earlier].map((entry) => ({
      ...entry,
      name: truncate(entry.name, FONT_SIZE, MAX_NAME_WIDTH),
    })),
    symbol,
    {
      x: -plotArea.left,
      y: CHART_HEIGHT - plotArea.top,
      width: innerWidth,
      height: IMAGE.legendBand,
    },
  )
  const legendEnd =
    legend.texts.reduce((most, { y }) => Math.max(most, y), CHART_HEIGHT - plotArea.top) + ROW_HEIGHT
  const remarks = isCropped ? [] : listChartRemarks(table, { type, series })
  const notes = layoutNotes(table, remarks, innerWidth, { x: -plotArea.left, y: legendEnd })
  const bandEnd = CHART_HEIGHT - plotArea.top + IMAGE.legendBand
  const more = legendEnd + notes.length * ROW_HEIGHT - bandEnd
  const beyond = isCropped ? more : Math.max(0, more)
  const createTitle = (text: string, size: number, y: number, weight: number): TextMark => ({
    x: innerWidth / 2 - plotArea.left,
    y: y - IMAGE.titleBand / 2 - plotArea.top,
    text: truncate(text, size, innerWidth),
    size,
    weight,
    align: 'center',
  })
  const titles = [createTitle(title, TITLE_SIZE, 0, 600)]
  const subtitle = added.map(({ name }) => name).join(', ')
  if (subtitle !== '') titles.push(createTitle(subtitle, FONT_SIZE, TITLE_SIZE + 4, 400))
  return {
    ...chart,
    plotArea: {
      ...framed,
      top: framed.top + IMAGE.titleBand,
      bottom: framed.bottom + IMAGE.legendBand + beyond,
    },
    data: {
      ...data,
      texts: [...data.texts, ...titles, ...legend.texts, ...notes],
      rules: [...data.rules, ...legend.rules],
      symbols: [...data.symbols, ...legend.symbols],
    },
  }
}

/** How much of a line is filled, because widths are estimated. */
const SAFE_SHARE = 0.94

/** Lays out remarks and notes in lines under a point. */
const layoutNotes = (
  { notes = [] }: ReportTable,
  remarks: readonly string[],
  width: number,
  origin: { x: number; y: number },
) =>
  [...remarks, ...notes.map((note) => `${note.number}  ${formatNote(note)}`)]
    .flatMap((text) => wrapText(text, FONT_SIZE, width * SAFE_SHARE))
    .map((text, index) => ({ x: origin.x, y: origin.y + (index + 0.5) * ROW_HEIGHT, text }))
