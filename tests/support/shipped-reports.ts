import { copyFileSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Report } from '../../src/report/plan.ts'
import { loadReports } from '../../src/definition/load.ts'

/** The reports of this repository. One that is added to the folder changes no test that is not about it. */
export const shippedReports: readonly string[] = [
  'reports/daily-international-exchange-traffic.json',
  'reports/daily-international-minutes.json',
  'reports/daily-local-exchange-traffic.json',
  'reports/daily-report-minutes.json',
  'reports/monthly-report.json',
]

/** The datasets of this repository, by id. */
export const shippedDatasets: readonly string[] = [
  'daily-reports',
  'international-exchange',
  'international-minutes',
  'local-exchange-traffic',
  'monthly-reports',
]

const isShipped = ({ id }: Report): boolean => shippedReports.includes(`reports/${id}.json`)

/** The shipped reports, compiled. */
export function loadShippedReports(): readonly Report[] {
  return loadReports('reports').filter(isShipped)
}

/** The reports that somebody added to the folder, compiled. */
export function loadAddedReports(): readonly Report[] {
  return loadReports('reports').filter((report) => !isShipped(report))
}

/** Copies the shipped reports into a folder, which is made where it is missing. */
export function copyShippedReports(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const path of shippedReports) copyFileSync(path, join(folder, basename(path)))
}
