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
