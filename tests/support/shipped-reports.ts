import { copyFileSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Report } from '../../src/report/model/report-plan.ts'
import { loadDashboards, loadDatasets, loadReports } from '../../src/loading/load.ts'
import { readFile } from '../../src/loading/read-folder.ts'

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

/** The dashboards of this repository, by id. */
const shippedDashboards: readonly string[] = ['interconnect-partners', 'month-in-review', 'operations']

/** The files of the shipped datasets. */
export const readShippedDatasets = () => shippedDatasets.map((id) => readFile(`datasets/${id}.json`))

/** The shipped datasets, compiled. */
export const loadShippedDatasets = () =>
  loadDatasets('datasets').filter(({ id }) => shippedDatasets.includes(id))

/** The shipped dashboards, compiled. */
export const loadShippedDashboards = () =>
  loadDashboards('dashboards', loadShippedReports()).dashboards.filter(({ id }) =>
    shippedDashboards.includes(id),
  )

/** The shipped reports, compiled. */
export function loadShippedReports(): readonly Report[] {
  return loadReports('reports', 'datasets').filter(isShipped)
}

/** The reports that somebody added to the folder, compiled. */
export function loadAddedReports(): readonly Report[] {
  return loadReports('reports', 'datasets').filter((report) => !isShipped(report))
}

/** Copies the shipped reports into a folder, which is made where it is missing. */
export const copyShippedReports = (folder: string): void => copyFiles(shippedReports, folder)

/** Copies the shipped datasets into a folder, which is made where it is missing. */
export const copyShippedDatasets = (folder: string): void =>
  copyFiles(
    shippedDatasets.map((id) => `datasets/${id}.json`),
    folder,
  )

function copyFiles(paths: readonly string[], folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const path of paths) copyFileSync(path, join(folder, basename(path)))
}
