import type { View } from 'vega-view'
import { makeView } from './vega-runtime.ts'

/**
 * Stands in for `vega-embed` under react-vega: charts come compiled, so nothing of compiler, actions or tooltip is
 * needed. The view is not run here; its first run is the one that has data.
 */
export default function embed(
  container: HTMLElement,
  chart: object,
): Promise<{ view: View; finalize(): void }> {
  const view = makeView(chart, { renderer: 'svg', container })
  return Promise.resolve({ view, finalize: () => void view.finalize() })
}
