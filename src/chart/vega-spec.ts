import type { ChartType } from '../report/plan.ts'
import { chartSpecs } from './types/index.ts'
import { color, dash, from, type Json, pixels, pointMark } from './vega-encodings.ts'

/** A Vega-Lite specification. It contains no data: its datasets are named, and the live view fills them. */
export type ChartSpec = Readonly<Record<string, unknown>>

/** Screen: drawn in the page. Image: with title and legend, on white, for a file. */
export type ChartVariant = 'screen' | 'image'

/** Colours of what is not data; the view sets them when the theme changes. */
const theme = { ink: '#14191d', soft: '#48525b', grid: '#e2e5e8', ground: '#ffffff' }

const params = (values: Json) => Object.entries(values).map(([name, value]) => ({ name, value }))

/** The page's own fonts, in an order that measures the same everywhere. */
const font =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI', Inter, Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif"

const baseSpec: Json = {
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

/** Title and legend of an image, laid out in px by the model. */
const imageLayers: readonly Json[] = [
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
      ...pointMark,
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

/** The specification of a chart. It depends on its type and variant alone, so it is compiled once, at build. */
export function buildVegaSpec(type: ChartType, variant: ChartVariant): ChartSpec {
  const { layers, signals } = chartSpecs[type]()
  return {
    ...baseSpec,
    background: variant === 'image' ? '#ffffff' : null,
    params: params({ ...theme, ...signals }),
    layer: variant === 'image' ? [...layers, ...imageLayers] : layers,
  }
}
