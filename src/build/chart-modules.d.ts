declare module 'virtual:chart' {
  /** Every chart, as a dataflow that a View runs. */
  const chart: import('../chart/view/vega-runtime.ts').CompiledChart
  export default chart
}
