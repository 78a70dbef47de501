interface CompiledChartModule {
  readonly dataflow: object
  readonly functions: readonly ((this: unknown, ...values: never[]) => unknown)[]
}

type CompiledCharts = Readonly<Record<import('../report/plan.ts').ChartType, CompiledChartModule>>

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
