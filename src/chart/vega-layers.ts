/** A piece of a Vega-Lite or Vega specification. */
export type Json = Readonly<Record<string, unknown>>

/** Values are numbers and names are texts already: nothing is left for the view to convert. */
const from = (name: string): Json => ({ data: { name, format: { parse: null } } })

/** Colour, dash and shape come from the tuple's series as they are: no scale, no domain, no legend. */
const color: Json = { expr: 'datum.series.color' }
const dash: Json = { expr: 'datum.series.dash' }
const shape: Json = { expr: 'datum.series.shape' }

const pixels = (field: string): Json => ({ field, type: 'quantitative', scale: null, axis: null })

/** The form of `abbreviate` as a Vega expression. */
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

/** Lines, markers, and names at the ends of the lines. */
export const buildLineLayers: readonly Json[] = [
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
export const polylineMark: Json = {
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

/** Bars side by side in the slot of their row. */
export const buildBarLayers: readonly Json[] = [
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

/** Slices, and names beside or under them. */
export const buildPieLayers: readonly Json[] = [
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
export const buildLegendLayers: readonly Json[] = [
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
