/** Brings the chart code ahead while the page is idle; the screen calls it once its table stands. */
export function preloadCharts(): void {
  const load = () => {
    // A chunk that does not come now is asked for again when the chart is opened, and its failure shows there.
    import('./report-chart.tsx').catch(() => undefined)
  }
  if ('requestIdleCallback' in globalThis) requestIdleCallback(load, { timeout: 2_000 })
  else setTimeout(load, 200)
}
