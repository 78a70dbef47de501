import { copyFileSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'

/** The reports of this repository. One that is added to the folder changes no test that is not about it. */
export const shippedReports: readonly string[] = [
  'reports/daily-international-exchange-traffic.json',
  'reports/daily-international-minutes.json',
  'reports/daily-local-exchange-traffic.json',
  'reports/daily-report-minutes.json',
  'reports/monthly-report.json',
]

/** Copies the shipped reports into a folder, which is made where it is missing. */
export function copyShippedReports(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const path of shippedReports) copyFileSync(path, join(folder, basename(path)))
}
