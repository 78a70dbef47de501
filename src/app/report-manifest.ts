/** What the shell knows of a report before its definition is loaded (R3). */
export type ReportEntry = {
  readonly id: string
  readonly path: string
  readonly menu: { readonly label: string; readonly permission: number; readonly order: number }
}

export const reportManifest: readonly ReportEntry[] = [
  {
    id: 'monthly-report',
    path: '/report/monthly-reports',
    menu: { label: 'Monthly Report - Daily Average', permission: 16, order: 1 },
  },
]
