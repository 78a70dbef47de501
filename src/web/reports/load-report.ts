import { reportLoaders } from 'virtual:report-loaders'
import type { Report } from '../../report/plan.ts'

const cached = new Map<string, Report>()
const loads = new Map<string, Promise<Report | null>>()

/** The plans of a report if they are loaded. */
export const getCachedReport = (id: string): Report | null => cached.get(id) ?? null

/** Loads the plans of a report once; null if they cannot be loaded. */
export const loadReport = (id: string): Promise<Report | null> => {
  const load = loads.get(id) ?? loadChunk(id)
  loads.set(id, load)
  return load
}

/** Makes the next `loadReport` load again. */
export const invalidateReport = (id: string): void => {
  loads.delete(id)
}

const loadChunk = async (id: string): Promise<Report | null> => {
  try {
    const report = (await reportLoaders[id]?.()) ?? null
    if (report !== null) cached.set(id, report)
    return report
  } catch {
    return null
  }
}
