import type { VegaLiteSpec } from '../../report/model/report-plan.ts'
import { findLines } from '../axes.ts'
import { cartesianType } from '../cartesian.ts'
import { type Box, type ChartTypeDefinition, type ImageInput, layoutPlotArea } from '../chart-type.ts'
import { cycles } from '../../time/cycles.ts'
import { buildEarlierRecords } from '../comparison-marks.ts'
import { memoize } from '../memoize.ts'
import { createSpec, type Json, type SpecInput } from '../specification.ts'
import { measureText, truncate } from '../text.ts'
import { addRowFields, buildSeriesRecords, buildTotalRecords, listValues } from '../table-data.ts'

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
const asObject = (value: unknown): Json => (isObject(value) ? value : {})
const textColor = { expr: 'textColor' }
const mutedColor = { expr: 'mutedColor' }

/** Everything but the layers: theme, parameters and size. */
const frame = createSpec([])
const theme = asObject(frame['config'])

/** The look of the charts of authors: lines and labels as in the other charts, as far as they fit. */
const config: Json = {
  ...theme,
  axis: {
    ...asObject(theme['axis']),
    labelOverlap: 'greedy',
    labelSeparation: 8,
    titleColor: mutedColor,
    titleFontWeight: 400,
  },
  axisX: { grid: false, labelAngle: 0, labelFlush: true },
  axisTemporal: { format: '%b %-d', labelOverlap: 'parity' },
  legend: {
    title: null,
    labelColor: textColor,
    labelFontSize: 12,
    layout: { bottom: { anchor: 'middle' } },
  },
  header: { title: null, labelColor: textColor, labelFontSize: 12 },
  title: { anchor: 'middle', frame: 'bounds', fontSize: 20, fontWeight: 600, offset: 24, color: textColor },
  mark: { color: '#4f7cac' },
  rule: { color: mutedColor },
  text: { color: textColor },
}

/** The channels that have the colours of series unless the author sets others. */
const colorChannels = new Set(['color', 'fill', 'stroke'])

/** The channels whose values have the order of the table unless the author sets another one. */
const panelChannels = new Set(['facet', 'row', 'column'])
const orderedChannels = new Set([...panelChannels, 'x', 'y', 'xOffset', 'yOffset'])
const weekdays: readonly string[] = cycles.weekday.values

/** Sorts the names of a channel: weekdays from Monday on, others as in the table. Vega-Lite sorts them by their letters. */
function addOrder(channel: Json, isPanel: boolean): Json {
  const { field, type = 'nominal', aggregate, bin, timeUnit } = channel
  const isName = typeof field === 'string' && /^(ordinal|nominal)$/.test(String(type))
  if (!isName || aggregate !== undefined || bin !== undefined || timeUnit !== undefined) return channel
  if (field === 'weekday') return { sort: weekdays, ...channel }
  const order = field.startsWith('series') ? 'order' : 'row'
  return { sort: isPanel ? { field: order, op: 'min' } : null, ...channel }
}

/** Adds the colours and orders of series and rows to the encodings of a specification, and a legend to those of an image. */
function completeChannels(
  node: unknown,
  key: string,
  series: SpecInput['series'],
  legend: Json | null,
): unknown {
  if (Array.isArray(node)) return node.map((item) => completeChannels(item, key, series, legend))
  if (!isObject(node)) return node
  const parts: Json = Object.fromEntries(
    Object.entries(node).map(([name, part]) => [name, completeChannels(part, name, series, legend)]),
  )
  if (orderedChannels.has(key)) return addOrder(parts, panelChannels.has(key))
  const { field, datum, scale } = parts
  const isSeries = field === 'series' || field === 'seriesLabel' || series.some(({ id }) => id === datum)
  if (!colorChannels.has(key) || !isSeries || scale === null) return parts
  const domain = series.map(({ id, name }) => (field === 'seriesLabel' ? name : id))
  const colors = { domain, range: series.map(({ color }) => color) }
  return { type: 'nominal', legend, ...parts, scale: { ...colors, ...asObject(scale) } }
}

/** Builds the legend of an image. The names of series are values of a parameter, not parts of an expression. */
const buildLegend = (series: SpecInput['series'], width: number): Json => ({
  orient: 'bottom',
  symbolType: 'square',
  labelExpr: 'seriesNames[datum.value] || datum.label',
  columns: Math.max(
    1,
    Math.floor(width / (Math.max(...series.map(({ name }) => measureText(name, 12))) + 40)),
  ),
})

/** Writes a single view as a layer or as panels, so that both have one form. */
function normalize(given: VegaLiteSpec): VegaLiteSpec {
  const { mark, encoding, ...spec } = given
  if (mark === undefined) return given
  const { facet, row, column, ...channels } = asObject(encoding)
  const unit = { mark, encoding: channels }
  if (isObject(facet)) return { columns: facet['columns'], ...spec, facet, spec: unit }
  const grid = Object.fromEntries(Object.entries({ row, column }).filter(([, channel]) => isObject(channel)))
  return 'row' in grid || 'column' in grid ? { ...spec, facet: grid, spec: unit } : { ...spec, layer: [unit] }
}

/** Returns true for a specification that reads the day of a row as a time. */
function readsTimes(node: unknown): boolean {
  if (!isObject(node)) return false
  const { field, type, timeUnit } = node
  const isTime = field === 'date' && (type === 'temporal' || timeUnit !== undefined)
  return isTime || Object.values(node).some(readsTimes)
}

/** Reads days as midnight of the own time zone, as axes and units of time do. Vega-Lite would read that of UTC. */
function addTimes(node: unknown, key = ''): unknown {
  if (Array.isArray(node)) return node.map((item) => addTimes(item))
  if (!isObject(node)) return node
  const { name, values, format = { parse: { date: "date:'%Y-%m-%d'" } } } = node
  if (key === 'data' && name !== undefined && values === undefined) return { ...node, format }
  return Object.fromEntries(Object.entries(node).map(([part, value]) => [part, addTimes(value, part)]))
}

/** Completes the specification of an author: theme, parameters, colours, a size, and the title of an image. */
export function completeSpec(
  given: VegaLiteSpec,
  series: SpecInput['series'],
  image: ImageInput | null,
): Json {
  const { $schema, padding, background, params, width, height } = frame
  const legend = image && buildLegend(series, image.width)
  const withData = { data: { name: 'table' }, ...normalize(given) }
  const spec = completeChannels(readsTimes(given) ? addTimes(withData) : withData, '', series, legend) as Json
  const seriesNames = Object.fromEntries(series.map(({ id, name }) => [id, name]))
  return {
    $schema,
    padding,
    background,
    config,
    ...spec,
    ...('layer' in spec && { width, height }),
    ...('facet' in spec && { spec: { ...asObject(spec['spec']), width, height } }),
    autosize: 'layer' in spec ? 'fit' : 'pad',
    params: [params, { name: 'seriesNames', value: seriesNames }, spec['params'] ?? []].flat(),
    ...(image && { title: truncate(image.title, 20, image.width) }),
  }
}

/** The space in px of axes and headers, and between panels. */
const AXIS = 60
const GAP = 20
/** The space in px around a chart: letters are a little larger than Vega expects. */
const MARGINS = { left: 0, right: 12, top: 4, bottom: 6 } as const

/** Divides the box of a chart among its panels, one for each value of a field. */
function layoutPanels(given: VegaLiteSpec, records: readonly object[], box: Box) {
  const { facet, columns: most = Infinity, resolve = {} } = normalize(given)
  if (!isObject(facet)) return { plotArea: layoutPlotArea(box, MARGINS) }
  const count = (channel: unknown) => {
    const { field } = asObject(channel)
    return new Set(records.map((record) => new Map(Object.entries(record)).get(String(field)))).size || 1
  }
  const all = count('field' in facet ? facet : facet['column'])
  const columns = Math.min(all, Number(most))
  const rows = Math.max(Math.ceil(all / columns), count(facet['row']))
  const between = JSON.stringify(resolve).includes('independent') ? AXIS + GAP : GAP
  const area = layoutPlotArea({ ...box, width: box.width - AXIS - GAP }, { ...MARGINS, top: AXIS + GAP })
  return {
    plotArea: { ...area, top: MARGINS.top },
    params: {
      child_width: Math.max(40, Math.floor((area.width - (columns - 1) * between) / columns)),
      child_height: Math.max(40, Math.floor((area.height - (rows - 1) * 2 * GAP) / rows)),
    },
  }
}

/** Draws the specification of an author over the values of the visible series. */
export const createOwnType = memoize((spec: VegaLiteSpec): ChartTypeDefinition => ({
  symbol: 'area',
  tooltip: 'none',
  specify: ({ series }, image = null) => completeSpec(spec, series, image),
  build(table, series, box) {
    const records = addRowFields(table, listValues(table, series))
    const notes = table.rows.flatMap(({ notes: noted = [] }, row) =>
      noted.map(({ number, text }) => ({ row, number, text })),
    )
    const lines = findLines(table).flatMap(({ label, levels }) =>
      table.rows.flatMap((_, row) =>
        levels.flatMap(({ value, first, last }) =>
          first <= row && row <= last ? { row, label, value } : [],
        ),
      ),
    )
    const data = {
      table: records,
      earlier: addRowFields(table, buildEarlierRecords(table, series)),
      notes: addRowFields(table, notes),
      lines: addRowFields(table, lines),
      series: buildSeriesRecords(table, series),
      total: buildTotalRecords(series),
    }
    return { ...layoutPanels(spec, records, box), data }
  },
  ...cartesianType,
  describeEarlier: ({ name }) =>
    JSON.stringify(spec).includes('"name":"earlier"') ? '' : `${name} is not drawn.`,
}))
