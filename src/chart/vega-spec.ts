import type { ChartType } from '../report/plan.ts'
import { CHART_FONT, chartThemes } from './theme.ts'
import { chartSpecs } from './types/index.ts'
import { color, dash, fromDataset, type Json, pixels, pointMark } from './vega-encodings.ts'

/** A Vega-Lite specification. It contains no data: its datasets are named, and the live view fills them. */
export type ChartSpec = Readonly<Record<string, unknown>>

/** Screen: drawn in the page. Image: with title and legend, on white, for a file. */
export type ChartVariant = 'screen' | 'image'

const params = (values: Json) => Object.entries(values).map(([name, value]) => ({ name, value }))

const baseSpec: Json = {
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
      labelColor: { expr: 'mutedColor' },
      labelFontSize: 11,
      labelPadding: 8,
      labelOverlap: false,
      labelFlush: false,
      labelAngle: 0,
      gridColor: { expr: 'gridColor' },
    },
  },
}

/** Title and legend of an image, laid out in px by the model. */
const imageLayers: readonly Json[] = [
  {
    ...fromDataset('legendLines'),
    mark: {
      type: 'rule',
      stroke: color,
      strokeWidth: 2.5,
      strokeDash: dash,
    },
    encoding: { x: pixels('x'), y: pixels('y'), x2: { field: 'x2' } },
  },
  {
    ...fromDataset('legendSwatches'),
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
    ...fromDataset('texts'),
    mark: {
      type: 'text',
      baseline: 'middle',
      color: { expr: 'textColor' },
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
    background: variant === 'image' ? chartThemes.light.backgroundColor : null,
    params: params({ ...chartThemes.light, ...signals }),
    layer: variant === 'image' ? [...layers, ...imageLayers] : layers,
  }
}
