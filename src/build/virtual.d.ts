declare module 'virtual:report-entries' {
  export const reportEntries: readonly import('../report/plan.ts').ReportEntry[]
}

declare module 'virtual:report-loaders' {
  export const reportLoaders: Readonly<Record<string, () => Promise<import('../report/plan.ts').Report>>>
}
