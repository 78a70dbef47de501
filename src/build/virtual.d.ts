declare module 'virtual:report-entries' {
  /** Every report, in the order of the menu. */
  export const reportEntries: readonly import('../report/report-list.ts').ListedReport[]
}

declare module 'virtual:report-loaders' {
  /** Loads the code of the report at a position of `reportEntries`. */
  export const loadReportCode: (position: number) => Promise<import('../report/plan.ts').Report>
}
