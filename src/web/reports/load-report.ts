import { reportLoaders } from 'virtual:report-loaders'
import type { Report } from '../../report/plan.ts'

const known = new Map<string, Report>()
const loads = new Map<string, Promise<Report | null>>()

/** The plans of a report that are there already. */
export const getCachedReport = (id: string): Report | null => known.get(id) ?? null

/** The plans of a report, brought once; null where they did not come. */
export const loadReport = (id: string): Promise<Report | null> => {
  const load = loads.get(id) ?? bring(id)
  loads.set(id, load)
  return load
}

/** Lets the next call ask again. */
export const invalidateReport = (id: string): void => {
  loads.delete(id)
}

const bring = async (id: string): Promise<Report | null> => {
  try {
    const report = (await reportLoaders[id]?.()) ?? null
    if (report !== null) known.set(id, report)
    return report
  } catch {
    return null
  }
}
