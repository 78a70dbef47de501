import type { ChartType } from './report-plan.ts'

/** A Vega-Lite specification. It never holds data: the datasets are named and filled by the live view. */
export type ChartSpec = Readonly<Record<string, unknown>>

/** Screen: drawn in the page. Image: with title and legend, on white, for a file (spec §4). */
export type ChartVariant = 'screen' | 'image'

type Json = Readonly<Record<string, unknown>>

/** Colours of what is not data; the view sets them when the theme changes. */
const theme = { ink: '#14191d', soft: '#48525b', grid: '#e2e5e8', ground: '#ffffff' }

/** What the model computes from the table, so that no scale depends on a dataset. */
const measures = {
  count: 1,
  yMin: 0,
  yMax: 1,
  yTicks: [],
  xTicks: [],
  xLabels: [],
  labelGap: 10,
  groupGap: 0.24,
  barGap: 0.08,
}

const params = (values: Json) => Object.entries(values).map(([name, value]) => ({ name, value }))

/** The page's own fonts, in an order that measures the same everywhere. */
const font =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI', Inter, Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif"

const frame: Json = {
  $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
  width: 800,
  height: 356,
  padding: 0,
  autosize: 'none',
  background: null,
  config: {
    font,
    aria: false,
    view: { stroke: null },
    mark: { invalid: 'show' },
    axis: {
      domain: false,
      ticks: false,
      title: null,
      labelColor: { expr: 'soft' },
      labelFontSize: 11,
      labelPadding: 8,
      labelOverlap: false,
      labelFlush: false,
      labelAngle: 0,
      gridColor: { expr: 'grid' },
    },
  },
}

/** Values are numbers and names are texts already: nothing is left for the view to convert. */
const from = (name: string): Json => ({ data: { name, format: { parse: null } } })

/** Colour, dash and shape come from the tuple's series as they are: no scale, no domain, no legend. */
const color: Json = { expr: 'datum.series.color' }
const dash: Json = { expr: 'datum.series.dash' }
const shape: Json = { expr: 'datum.series.shape' }

const pixels = (field: string): Json => ({ field, type: 'quantitative', scale: null, axis: null })

/** The form of `abbreviate` as a Vega expression (spec §4, R45). */
const abbreviated =
  "abs(datum.value) >= 1e6 ? format(datum.value / 1e6, '.1f') + 'M' : " +
  "abs(datum.value) >= 1e3 ? format(datum.value / 1e3, '.0f') + 'K' : datum.value"

const fixed = (low: string, high: string): Json => ({
  domain: [{ expr: low }, { expr: high }],
  nice: false,
  zero: false,
})

const xAxis: Json = { grid: false, values: { expr: 'xTicks' }, labelExpr: 'xLabels[datum.value]' }

const y: Json = {
  field: 'value',
  type: 'quantitative',
  stack: null,
  scale: fixed('yMin', 'yMax'),
  axis: { values: { expr: 'yTicks' }, labelExpr: abbreviated },
}

/** Rows stand in slots of equal width, as bars do; a line runs through the middle of the slots. */
const slots: Json = {
  field: 'order',
  type: 'quantitative',
  scale: fixed('-0.5', 'count - 0.5'),
  axis: xAxis,
}

const points: Json = {
  filled: true,
  opacity: 1,
  strokeWidth: 1,
  stroke: { expr: 'ground' },
}

const lineLayers: readonly Json[] = [
  {
    ...from('points'),
    mark: {
      type: 'line',
      stroke: color,
      strokeWidth: 2,
      strokeDash: dash,
      strokeJoin: 'bevel',
    },
    encoding: { x: slots, y, detail: { field: 'id', type: 'nominal' }, order: { value: null } },
  },
  {
    ...from('markers'),
    mark: { type: 'point', size: 60, fill: color, shape, ...points },
    encoding: { x: slots, y },
  },
  {
    ...from('labelKeys'),
    mark: { type: 'point', size: 64, xOffset: 14, fill: color, shape, ...points },
    encoding: { x: slots, y },
  },
  {
    ...from('labels'),
    mark: {
      type: 'text',
      align: 'left',
      baseline: 'middle',
      dx: { expr: 'labelGap' },
      fontSize: 12,
      color: { expr: 'soft' },
    },
    encoding: { x: slots, y, text: { field: 'text', type: 'nominal' } },
  },
]

/** Vega-Lite has no mark for a path; the compiler puts this one, which is Vega's, under the layers. */
const strandMark: Json = {
  type: 'path',
  from: { data: 'strands' },
  encode: {
    update: {
      path: { field: 'path' },
      stroke: { signal: 'datum.series.color' },
      strokeDash: { field: 'dash' },
      strokeWidth: { field: 'width' },
      strokeJoin: { value: 'bevel' },
    },
  },
}

const barLayers: readonly Json[] = [
  {
    ...from('points'),
    mark: {
      type: 'bar',
      fill: color,
      width: { expr: "min(bandwidth('xOffset'), 32)" },
    },
    encoding: {
      x: {
        field: 'order',
        type: 'ordinal',
        axis: xAxis,
        scale: { paddingInner: { expr: 'groupGap' }, paddingOuter: { expr: 'groupGap / 2' } },
      },
      y,
      xOffset: { field: 'place', type: 'ordinal', scale: { paddingInner: { expr: 'barGap' } } },
    },
  },
]

const pieLayers: readonly Json[] = [
  {
    ...from('slices'),
    mark: {
      type: 'arc',
      outerRadius: 120,
      fill: color,
      stroke: { expr: 'ground' },
      strokeWidth: { expr: 'datum.edge' },
    },
    encoding: {
      x: pixels('x'),
      y: pixels('y'),
      theta: { field: 'start', type: 'quantitative', scale: null, stack: null },
      theta2: { field: 'end' },
    },
  },
  {
    ...from('leaders'),
    mark: { type: 'rule', strokeWidth: 1, color: { expr: 'soft' }, opacity: 0.6 },
    encoding: { x: pixels('x'), y: pixels('y'), x2: { field: 'x2' }, y2: { field: 'y2' } },
  },
  {
    ...from('keys'),
    mark: { type: 'point', size: 100, fill: color, ...points, shape: 'square' },
    encoding: { x: pixels('x'), y: pixels('y') },
  },
  {
    ...from('names'),
    mark: {
      type: 'text',
      baseline: 'middle',
      fontSize: 12,
      color: { expr: 'ink' },
      align: { expr: 'datum.align' },
    },
    encoding: { x: pixels('x'), y: pixels('y'), text: { field: 'text', type: 'nominal' } },
  },
]

/** Title and legend of an image, laid out in pixels by the engine. */
const captionLayers: readonly Json[] = [
  {
    ...from('strokes'),
    mark: {
      type: 'rule',
      stroke: color,
      strokeWidth: 2.5,
      strokeDash: dash,
    },
    encoding: { x: pixels('x'), y: pixels('y'), x2: { field: 'x2' } },
  },
  {
    ...from('swatches'),
    mark: {
      type: 'point',
      fill: color,
      shape: { expr: 'datum.shape' },
      ...points,
      size: { expr: 'datum.size' },
    },
    encoding: { x: pixels('x'), y: pixels('y') },
  },
  {
    ...from('captions'),
    mark: {
      type: 'text',
      baseline: 'middle',
      color: { expr: 'ink' },
      align: { expr: 'datum.align' },
      fontSize: { expr: 'datum.size' },
      fontWeight: { expr: 'datum.weight' },
    },
    encoding: { x: pixels('x'), y: pixels('y'), text: { field: 'text', type: 'nominal' } },
  },
]

interface Drawing {
  readonly layers: readonly Json[]
  readonly measures: Json
}

const drawings: Readonly<Record<ChartType, Drawing>> = {
  line: { layers: lineLayers, measures },
  bar: { layers: barLayers, measures },
  pie: { layers: pieLayers, measures: {} },
}

/** What a chart draws besides its specification, in Vega's own terms. */
export const vegaMarks: Readonly<Record<ChartType, readonly Json[]>> = {
  line: [strandMark],
  bar: [],
  pie: [],
}

/** The specification of a chart. It depends on nothing but its kind, so it is compiled once, at build. */
export function chartSpec(type: ChartType, variant: ChartVariant): ChartSpec {
  const { layers, measures } = drawings[type]
  return {
    ...frame,
    background: variant === 'image' ? '#ffffff' : null,
    params: params({ ...theme, ...measures }),
    layer: variant === 'image' ? [...layers, ...captionLayers] : layers,
  }
}
