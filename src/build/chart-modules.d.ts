type CompiledCharts = Readonly<
  Record<import('../report/plan.ts').ChartType, import('../chart/view/vega-runtime.ts').CompiledChart>
>

declare module 'virtual:chart-specs' {
  /** The charts of the screen, as dataflows that a View runs. */
  const charts: CompiledCharts
  export default charts
}

declare module 'virtual:chart-image-specs' {
  /** The charts of image files, with title and legend. */
  const charts: CompiledCharts
  export default charts
}
