import type { View } from 'vega-view'
import { type CompiledChart, createView } from './vega-runtime.ts'

interface Embedded {
  readonly view: View
  finalize(): void
}

/**
 * Replaces `vega-embed` for react-vega: charts are compiled at build, so its compiler, actions and tooltip are not
 * needed. The view is not run here; its first run is the one with data.
 */
export default function embed(container: HTMLElement, chart: CompiledChart): Promise<Embedded> {
  const view = createView(chart, { renderer: 'svg', container })
  return Promise.resolve({ view, finalize: () => void view.finalize() })
}
