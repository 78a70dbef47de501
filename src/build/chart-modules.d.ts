interface CompiledCharts {
  readonly line: object
  readonly bar: object
  readonly pie: object
}

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
