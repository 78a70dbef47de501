declare module 'virtual:report-entries' {
  /** Every report, in the order of the menu. */
  export const reportEntries: readonly import('../report/model/report-plan.ts').ListedReport[]
}

/** What the types of Vega lack. */
declare module 'vega' {
  export const textMetrics: {
    width: (item: { readonly fontSize?: number }, text: unknown) => number
    readonly estimateWidth: (item: { readonly fontSize?: number }, text: unknown) => number
  }
}
