import { initialSignals, CHART_FONT, chartThemes } from './chart-type.ts'
import type { Marks } from './marks.ts'
import { PIE_RADIUS } from './pie-layout.ts'

type Json = Readonly<Record<string, unknown>>

/** Reads a dataset that the view fills. Its values need no parsing. */
const from = (name: keyof Marks): Json => ({ data: { name, format: { parse: null } } })

const signal = (expr: string): Json => ({ expr })

/** Color, dash and shape are read from the datum's series: no scale, no domain, no legend. */
const color = signal('datum.series.color')

/** A position that the model has computed in px. */
const pixels = (field: string): Json => ({ field, type: 'quantitative', scale: null, axis: null })

/** Vega-Lite's axes, and bars by its scales: rows by slot on the horizontal axis, values on the vertical one. */
const bars: Json = {
  ...from('bars'),
  mark: {
    type: 'bar',
    fill: color,
    fillOpacity: signal('datum.opacity'),
    stroke: signal('backgroundColor'),
    strokeWidth: signal('seam'),
    width: signal("min(bandwidth('xOffset'), maxBarWidth)"),
  },
  encoding: {
    x: {
      field: 'rowIndex',
      type: 'ordinal',
      axis: { grid: false, values: signal('xTicks'), labelExpr: 'xLabels[datum.value]' },
      scale: {
        domain: signal('rowIndexes'),
        paddingInner: signal('groupGap'),
        paddingOuter: signal('groupGap / 2'),
      },
    },
    xOffset: {
      field: 'slot',
      type: 'ordinal',
      scale: { domain: signal('slots'), paddingInner: signal('barGap') },
    },
    y: {
      field: 'high',
      type: 'quantitative',
      stack: null,
      scale: { domain: [signal('yMin'), signal('yMax')], nice: false, zero: false },
      axis: { values: signal('yTicks'), labelExpr: 'yLabels[indexof(yTicks, datum.value)]' },
    },
    y2: { field: 'low' },
  },
}

const slices: Json = {
  ...from('slices'),
  mark: {
    type: 'arc',
    outerRadius: PIE_RADIUS,
    fill: color,
    stroke: signal('backgroundColor'),
    strokeWidth: signal('datum.strokeWidth'),
  },
  encoding: {
    x: pixels('x'),
    y: pixels('y'),
    theta: { field: 'start', type: 'quantitative', scale: null, stack: null },
    theta2: { field: 'end' },
  },
}

/** What is laid out in px: bands, lines of labels, symbols and texts. */
const bands: Json = {
  ...from('bands'),
  mark: { type: 'rect', fill: signal('mutedColor'), fillOpacity: 0.1 },
  encoding: { x: pixels('x'), x2: { field: 'x2' }, y: { value: 0 }, y2: { value: 'height' } },
}

const rules: Json = {
  ...from('rules'),
  mark: {
    type: 'rule',
    stroke: signal('datum.series ? datum.series.color : mutedColor'),
    strokeWidth: signal('datum.width'),
    strokeDash: signal('datum.dash'),
  },
  encoding: { x: pixels('x'), y: pixels('y'), x2: { field: 'x2' }, y2: { field: 'y2' } },
}

const symbols: Json = {
  ...from('symbols'),
  mark: {
    type: 'point',
    filled: true,
    opacity: 1,
    fill: color,
    shape: signal('datum.shape'),
    size: signal('datum.size'),
    stroke: signal('backgroundColor'),
    strokeWidth: 1,
  },
  encoding: { x: pixels('x'), y: pixels('y') },
}

const texts: Json = {
  ...from('texts'),
  mark: {
    type: 'text',
    baseline: 'middle',
    color: signal('datum.isMuted ? mutedColor : textColor'),
    align: signal('datum.align'),
    angle: signal('datum.angle'),
    fontSize: signal('datum.size'),
    fontWeight: signal('datum.weight'),
  },
  encoding: { x: pixels('x'), y: pixels('y'), text: { field: 'text', type: 'nominal' } },
}

/** Lines and areas, as a mark of Vega itself: Vega-Lite has none that is one mark per series. Drawn under `before`. */
export const shapeMark = {
  before: 'rules',
  mark: {
    type: 'shape',
    from: { data: 'shapes' },
    encode: {
      update: {
        shape: { field: 'shape' },
        fill: { field: 'fill' },
        stroke: { signal: 'datum.stroke || backgroundColor' },
        strokeDash: { field: 'dash' },
        strokeWidth: { field: 'width' },
        strokeOpacity: { field: 'opacity' },
        strokeJoin: { value: 'bevel' },
      },
    },
  },
} as const

/**
 * The specification of every chart. It contains no data: its datasets are named, and the live view fills them. So it
 * is compiled once, at build.
 */
export const vegaSpec: Json = {
  $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
  width: 800,
  height: 356,
  padding: 0,
  autosize: 'none',
  background: null,
  config: {
    font: CHART_FONT,
    aria: false,
    view: { stroke: null },
    mark: { invalid: 'show' },
    axis: {
      domain: false,
      ticks: false,
      title: null,
      labelColor: signal('mutedColor'),
      labelFontSize: 11,
      labelPadding: 8,
      labelOverlap: false,
      labelFlush: false,
      labelAngle: 0,
      gridColor: signal('gridColor'),
    },
  },
  params: Object.entries({ ...chartThemes.light, ...initialSignals }).map(([name, value]) => ({
    name,
    value,
  })),
  layer: [bands, bars, slices, rules, symbols, texts],
}
