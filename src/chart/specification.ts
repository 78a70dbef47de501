import type { SeriesStyle } from '../report/model/report-table.ts'

// What the Vega-Lite specifications of the chart types have in common.

/** The colors of what is not data, by parameter. A view sets those of its theme; images are always light. */
export const chartThemes = {
  light: { textColor: '#14191d', mutedColor: '#5b656e', gridColor: '#e6e9ec', backgroundColor: '#ffffff' },
  dark: { textColor: '#e9edf0', mutedColor: '#9aa4ac', gridColor: '#252b30', backgroundColor: '#121518' },
} as const

export type ChartTheme = keyof typeof chartThemes

/** A part of a Vega-Lite specification. */
export type Json = Readonly<Record<string, unknown>>

type StyledSeries = SeriesStyle & { readonly id: string; readonly name: string }

/** What a specification depends on. It stays the same while series are turned on and off. */
export interface SpecInput {
  /** Every series of the table. */
  readonly series: readonly StyledSeries[]
  readonly isCompared: boolean
  readonly hasBand: boolean
  readonly hasSecondAxis: boolean
}

/** The parameters of a value axis. */
export interface AxisParams {
  readonly domain: readonly [number, number]
  readonly ticks: readonly number[]
  readonly isPercent: boolean
  readonly unit: string
}

const emptyAxis: AxisParams = { domain: [0, 1], ticks: [], isPercent: false, unit: '' }

/** The parameters of every specification, as they are before there is data. */
export const initialParams = {
  rowAxis: { count: 0, ticks: [] as readonly number[], labels: [] as readonly string[], angle: 0 },
  firstAxis: emptyAxis,
  secondAxis: emptyAxis,
  /** The series whose values are on the second axis. */
  secondSeries: [] as readonly string[],
  /** The series on a vertical axis: ids from the top down, and their names. */
  seriesAxis: { ids: [] as readonly string[], labels: [] as readonly string[] },
  /** The bars of a row from left to right: ids of series, with a comparison two for each. */
  slots: [] as readonly string[],
}
export type ChartParams = Readonly<typeof initialParams>

/** Reads a dataset that the view fills. Its values need no parsing. */
export const dataset = (name: string): Json => ({ name, format: { parse: null } })

const expr = (text: string): Json => ({ expr: text })

/** The rows on the horizontal axis, in their order. */
export const rowChannel: Json = {
  field: 'row',
  type: 'ordinal',
  scale: { type: 'band', domain: expr('sequence(rowAxis.count)'), padding: 0 },
  axis: {
    grid: false,
    values: expr('rowAxis.ticks'),
    labelExpr: 'rowAxis.labels[datum.value]',
    labelPadding: expr('rowAxis.angle ? 12 : 8'),
    labelAngle: expr('rowAxis.angle'),
    labelAlign: expr("rowAxis.angle ? 'right' : 'center'"),
    labelBaseline: expr("rowAxis.angle ? 'middle' : 'top'"),
  },
}

/** Draws ranges of rows, from the beginning of the first to the end of the last. */
const drawRanges = (name: string, mark: Json, y: Json = {}): Json => ({
  data: dataset(name),
  mark: { color: expr('mutedColor'), ...mark },
  encoding: {
    x: { ...rowChannel, field: 'first', bandPosition: 0 },
    x2: { field: 'last', bandPosition: 1 },
    ...y,
  },
})

type AxisName = 'firstAxis' | 'secondAxis'

/** Writes K from 1,000 without decimals and M from 1,000,000 with one; percentages and units of the series. */
export const formatLabel = (axis: AxisName): string =>
  `
  (datum.value < 0 ? '-' : '') + (
    ${axis}.isPercent ? format(abs(datum.value), '.4~%')
    : abs(datum.value) >= 1e6 ? format(abs(datum.value) / 1e6, '.1f') + 'M'
    : abs(datum.value) >= 1e3 ? format(abs(datum.value) / 1e3, '.0f') + 'K'
    : abs(datum.value)
  ) + ${axis}.unit`
    .replace(/\s+/g, ' ')
    .trim()

/** Returns the channel of values on a vertical axis. */
export const valueChannel = (axis: AxisName = 'firstAxis'): Json => ({
  field: 'value',
  type: 'quantitative',
  stack: null,
  scale: { domain: expr(`${axis}.domain`), nice: false, zero: false },
  axis: {
    values: expr(`${axis}.ticks`),
    labelExpr: formatLabel(axis),
    ...(axis === 'secondAxis' && { orient: 'right', grid: false }),
  },
})

/** Returns a channel of the style of series: their ids are the domain, their styles the range. */
export const styleChannel = (
  series: readonly StyledSeries[],
  getStyle: (item: StyledSeries) => unknown,
): Json => ({
  field: 'series',
  type: 'nominal',
  scale: { domain: series.map(({ id }) => id), range: series.map(getStyle) },
  legend: null,
})

/** The bands behind rows without a record, and behind holidays. */
const bands: readonly Json[] = [
  drawRanges('gaps', { type: 'rect', opacity: 0.1 }),
  drawRanges('holidays', { type: 'rect', color: '#4f7cac', opacity: 0.16 }),
]

/** The signs of notes: a line above their rows, and their numbers above a thin rule through the first of them. */
const notes: readonly Json[] = [
  drawRanges('notes', { type: 'rule', strokeWidth: 2 }, { y: { value: -2 } }),
  {
    data: dataset('notes'),
    transform: [
      { aggregate: [{ op: 'values', as: 'notes' }], groupby: ['first'] },
      { calculate: "join(pluck(datum.notes, 'value'), ', ')", as: 'numbers' },
    ],
    encoding: { x: { ...rowChannel, field: 'first' } },
    layer: [
      {
        mark: { type: 'rule', color: expr('mutedColor'), strokeDash: [2, 3] },
        encoding: { y: { value: -2 }, y2: { value: 'height' } },
      },
      {
        mark: { type: 'text', color: expr('textColor'), fontSize: 11, fontWeight: 600, baseline: 'middle' },
        encoding: { y: { value: -9 }, text: { field: 'numbers' } },
      },
    ],
  },
]

/** Draws layers over rows, between gaps and notes. */
export const createRangeSpec = (layer: readonly Json[], rest: Json = {}): Json =>
  createSpec([...bands, ...layer, ...notes], rest)

/** Returns a position in px. */
const pixels = (field: string): Json => ({ field, type: 'quantitative', scale: null, axis: null })

/** What Vega-Lite cannot place: names beside lines and slices, and what an image has around its chart. */
const labels: readonly Json[] = [
  {
    data: dataset('rules'),
    mark: {
      type: 'rule',
      stroke: expr('datum.color || mutedColor'),
      strokeWidth: expr('datum.width || 1'),
      strokeDash: expr('datum.dash || []'),
    },
    encoding: { x: pixels('x'), y: pixels('y'), x2: { field: 'x2' }, y2: { field: 'y2' } },
  },
  {
    data: dataset('symbols'),
    mark: {
      type: 'point',
      filled: true,
      opacity: 1,
      fill: expr('datum.color'),
      shape: expr('datum.shape'),
      size: expr('datum.size'),
      stroke: expr('backgroundColor'),
      strokeWidth: 1,
    },
    encoding: { x: pixels('x'), y: pixels('y') },
  },
  {
    data: dataset('texts'),
    mark: {
      type: 'text',
      baseline: 'middle',
      color: expr('datum.isMuted ? mutedColor : textColor'),
      align: expr("datum.align || 'left'"),
      fontSize: expr('datum.size || 12'),
      fontWeight: expr('datum.weight || 400'),
    },
    encoding: { x: pixels('x'), y: pixels('y'), text: { field: 'text', type: 'nominal' } },
  },
]

/** The look of every chart, by the colors of the theme. */
const chartConfig: Json = {
  // The font of the page.
  font: "-apple-system, BlinkMacSystemFont, 'Segoe UI', Inter, Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif",
  aria: false,
  view: { stroke: null },
  axis: {
    domain: false,
    ticks: false,
    title: null,
    labelColor: expr('mutedColor'),
    labelFontSize: 11,
    labelPadding: 8,
    labelOverlap: false,
    labelFlush: false,
    gridColor: expr('gridColor'),
  },
}

/** Completes the layers of a chart to a specification. Its datasets are empty: the view fills them. */
export const createSpec = (layer: readonly Json[], rest: Json = {}): Json => ({
  $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
  width: 800,
  height: 356,
  padding: 0,
  autosize: 'none',
  background: null,
  config: chartConfig,
  params: Object.entries({ ...chartThemes.light, ...initialParams }).map(([name, value]) => ({
    name,
    value,
  })),
  layer: [...layer, ...labels],
  ...rest,
})

/**
 * Draws layers over rows and values in the colors of series, between gaps, lines across and notes. With a second axis the
 * layers are drawn twice, each time with a filter of their series.
 */
export const createRowSpec = (
  { series, hasSecondAxis }: SpecInput,
  buildLayers: (encoding: Record<'x' | 'y' | 'color', Json>, filter: readonly Json[]) => readonly Json[],
): Json => {
  const color = styleChannel(series, (item) => item.color)
  const drawAxis = (axis: AxisName, filter: readonly Json[]): Json => ({
    layer: [
      ...buildLayers({ x: rowChannel, y: valueChannel(axis), color }, filter),
      drawRanges(
        axis === 'firstAxis' ? 'firstLines' : 'secondLines',
        { type: 'rule', strokeWidth: 1.5, strokeDash: [6, 4] },
        { y: valueChannel(axis) },
      ),
    ],
  })
  const isSecond = 'indexof(secondSeries, datum.series) >= 0'
  const axes = hasSecondAxis
    ? [drawAxis('firstAxis', [{ filter: `!(${isSecond})` }]), drawAxis('secondAxis', [{ filter: isSecond }])]
    : [drawAxis('firstAxis', [])]
  return createRangeSpec(axes, hasSecondAxis ? { resolve: { scale: { y: 'independent' } } } : {})
}
