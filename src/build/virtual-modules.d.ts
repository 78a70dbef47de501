declare module 'virtual:report-entries' {
  /** Every report, in the order of the menu. */
  export const reportEntries: readonly import('../report/plan.ts').ListedReport[]
}

declare module 'virtual:chart' {
  /** Every chart, as a dataflow that a View runs. */
  const chart: import('../chart/view/vega-runtime.ts').CompiledChart
  export default chart
}
