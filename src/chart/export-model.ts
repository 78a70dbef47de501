import { isChartType } from '../report/model/report-plan.ts'
import { formatNote, type ReportTable, type Series } from '../report/model/report-table.ts'
import { CHART_HEIGHT, type ChartData, type ChartModel, type TextMark } from './chart-type.ts'
import { layoutLegend, ROW_HEIGHT } from './labels.ts'
import { buildChartModel, listChartRemarks, orderChartRows } from './model.ts'
import type { Json } from './specification.ts'
import { truncate, wrapText } from './text.ts'
import { getChartType } from './types/index.ts'

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
  const { symbol, select } = getChartType(table, type)
  const { drawn, added = [] } = select(table, series)
  const box = {
    x: -plotArea.left,
    y: CHART_HEIGHT - plotArea.top,
    width: innerWidth,
    height: IMAGE.legendBand,
  }
  const legend = layoutLegend(
    (symbol === null ? [] : drawn).map((entry) => ({
      ...entry,
      name: truncate(entry.name, FONT_SIZE, MAX_NAME_WIDTH),
    })),
    symbol ?? 'area',
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
      bottom:
        framed.bottom + IMAGE.legendBand + (isCropped || symbol === null ? beyond : Math.max(0, beyond)),
    },
    data: {
      ...data,
      texts: [...data.texts, ...titles, ...legend.texts, ...notes],
      rules: [...data.rules, ...legend.rules],
      symbols: [...data.symbols, ...legend.symbols],
    },
  }
}

/** Completes a specification by the data, parameters and size of its chart: any Vega-Lite draws it as it is. */
export function buildStandaloneSpec(spec: Json, { plotArea, params, data }: ChartModel): Json {
  const { width, height, ...padding } = plotArea
  const { params: declared, ...rest } = omitEmptyLayers(spec, data)
  const text = JSON.stringify(rest)
  const values: Json = params
  const used = (declared as readonly { readonly name: string; readonly value: unknown }[])
    .filter(({ name }) => text.includes(name))
    .map((param) => (param.name in values ? { ...param, value: values[param.name] } : param))
  const panel = { width: values['child_width'], height: values['child_height'] }
  return {
    ...rest,
    ...('layer' in rest && { width, height }),
    ...('facet' in rest && { spec: { ...(rest['spec'] as Json), ...panel } }),
    padding,
    background: 'white',
    params: used,
    datasets: Object.fromEntries(Object.entries(data).filter(([name]) => text.includes(`"name":"${name}"`))),
  }
}

/** Leaves out the layers of datasets without a record, such as that of notes if there are none. */
function omitEmptyLayers(spec: Json, data: ChartData): Json {
  if (!isList(spec['layer'])) return spec
  const hasRecords = ({ data: source, layer }: Json) => {
    const { name } = (source ?? {}) as { readonly name?: string }
    return (name === undefined || (data[name] ?? []).length > 0) && !(isList(layer) && layer.length === 0)
  }
  return { ...spec, layer: spec['layer'].map((part) => omitEmptyLayers(part, data)).filter(hasRecords) }
}

const isList = (value: unknown): value is readonly Json[] => Array.isArray(value)
