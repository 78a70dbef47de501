import type { View } from 'vega-view'
import { type CompiledChart, createView } from './vega-runtime.ts'

interface Embedded {
  readonly view: View
  finalize(): void
}

/**
 * Stands in for `vega-embed` under react-vega: charts come compiled, so nothing of compiler, actions or tooltip is
 * needed. The view is not run here; its first run is the one that has data.
 */
export default function embed(container: HTMLElement, chart: CompiledChart): Promise<Embedded> {
  const view = createView(chart, { renderer: 'svg', container })
  return Promise.resolve({ view, finalize: () => void view.finalize() })
}
