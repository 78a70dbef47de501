import {
  buildBarLayers,
  buildLegendLayers,
  type Json,
  buildLineLayers,
  buildPieLayers,
  polylineMark,
} from './vega-layers.ts'
import type { ChartType } from '../report/plan.ts'

/** A Vega-Lite specification. It never holds data: the datasets are named and filled by the live view. */
export type ChartSpec = Readonly<Record<string, unknown>>

/** Screen: drawn in the page. Image: with title and legend, on white, for a file. */
export type ChartVariant = 'screen' | 'image'

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

interface Drawing {
  readonly layers: readonly Json[]
  readonly measures: Json
}

const drawings: Readonly<Record<ChartType, Drawing>> = {
  line: { layers: buildLineLayers, measures },
  bar: { layers: buildBarLayers, measures },
  pie: { layers: buildPieLayers, measures: {} },
}

/** What a chart draws besides its specification, in Vega's own terms. */
export const vegaMarks: Readonly<Record<ChartType, readonly Json[]>> = {
  line: [polylineMark],
  bar: [],
  pie: [],
}

/** The specification of a chart. It depends on nothing but its kind, so it is compiled once, at build. */
export function buildVegaSpec(type: ChartType, variant: ChartVariant): ChartSpec {
  const { layers, measures } = drawings[type]
  return {
    ...frame,
    background: variant === 'image' ? '#ffffff' : null,
    params: params({ ...theme, ...measures }),
    layer: variant === 'image' ? [...layers, ...buildLegendLayers] : layers,
  }
}
