import { loadReportCode } from 'virtual:report-loaders'
import type { Report } from '../../report/plan.ts'
import { markWhenFulfilled } from '../components/lazy-loading.tsx'

const loads = new Map<number, Promise<Report | null>>()

/** Loads the plans of the report at a position of the list once; null if they cannot be loaded. */
export const loadReport = (position: number): Promise<Report | null> => {
  const load = loads.get(position) ?? markWhenFulfilled(loadReportCode(position).catch(() => null))
  loads.set(position, load)
  return load
}

/** Makes the next `loadReport` load again. */
export const invalidateReport = (position: number): void => {
  loads.delete(position)
}
