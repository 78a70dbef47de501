import * as z from 'zod/mini'
import type { ListedReport, Report } from '../../report/plan.ts'
import { markWhenFulfilled } from '../components/lazy-loading.tsx'

const loads = new Map<string, Promise<Report | null>>()

/** Loads the plans of a report once; null if they cannot be loaded. */
export const loadReport = ({ id, load }: ListedReport): Promise<Report | null> => {
  const loaded = loads.get(id) ?? markWhenFulfilled(load().catch(() => null))
  loads.set(id, loaded)
  return loaded
}

/** Makes the next `loadReport` load again. */
export const invalidateReport = ({ id }: ListedReport): void => {
  loads.delete(id)
}

const STORAGE_KEY = 'recentReports'
const MAX_REPORTS = 12

/** Of one user only: others who sign in with this browser do not see what that user opened. */
const RecentReports = z.object({ username: z.string(), paths: z.array(z.string()) })

/** The paths of the reports that a user opened in this browser, the last one first. */
export function listRecentReports(username: string): readonly string[] {
  try {
    const stored = RecentReports.safeParse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null'))
    return stored.success && stored.data.username === username ? stored.data.paths : []
  } catch {
    return []
  }
}

/** Stores that a user opened a report. Without storage it is forgotten. */
export function rememberReport(username: string, path: string): void {
  const paths = [path, ...listRecentReports(username).filter((one) => one !== path)].slice(0, MAX_REPORTS)
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ username, paths }))
  } catch {
    // The order of the menu remains.
  }
}
