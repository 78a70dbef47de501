declare module 'virtual:report-entries' {
  /** Every report, in the order of the menu. */
  export const reportEntries: readonly import('../report/plan.ts').ListedReport[]
}
