declare module 'virtual:report-entries' {
  /** Every report, in the order of the menu. */
  export const reportEntries: readonly import('../report/plan.ts').ListedReport[]
}

declare module 'virtual:chart' {
  /** Every chart, as a dataflow that a View runs. */
  const chart: import('../chart/view/vega-runtime.ts').CompiledChart
  export default chart
}

// Types of the used parts of Vega packages that have none.

declare module 'vega-view' {
  export type View = import('vega').View
  export const View: typeof import('vega').View
}

declare module 'vega-dataflow' {
  export const transforms: Record<string, unknown>
}

declare module 'vega-transforms'
declare module 'vega-view-transforms'
declare module 'vega-encode'
