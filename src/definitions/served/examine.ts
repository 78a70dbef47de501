import type { PlacedPlan } from '../../engine/placed-plan.ts'
import type { DatasetPlan } from '../datasets/dataset-plan.ts'
import type { ServedFault } from './fault.ts'
import { fitScreen } from './fit-screen.ts'
import { buildRoutes } from './routes.ts'
import { servedNotes } from './rules.ts'

/** What screens and the datasets that serve their calls come to; notes stop nothing. */
export interface Served {
  readonly faults: readonly ServedFault[]
  readonly notes: readonly ServedFault[]
}

/** Holds screens against datasets and tells each difference once, though many screens may show it. */
export function examineServed(screens: readonly PlacedPlan[], datasets: readonly DatasetPlan[]): Served {
  const routes = buildRoutes(datasets)
  const told = new Map<string, { readonly fault: ServedFault; readonly reports: Set<string> }>()
  for (const screen of screens) {
    for (const fault of fitScreen(screen, routes)) {
      const key = JSON.stringify([fault.origin, fault.rule, fault.message])
      const entry = told.get(key) ?? { fault, reports: new Set() }
      entry.reports.add(screen.plan.reportId)
      told.set(key, entry)
    }
  }
  const all = [...told.values()].map(({ fault, reports }) => {
    if (reports.has(fault.origin.report)) return fault
    const takers = [...reports].map((report) => `'${report}'`).join(', ')
    return { ...fault, message: `${fault.message} (where ${takers} takes this part)` }
  })
  const isNote = ({ rule }: ServedFault) => Object.hasOwn(servedNotes, rule)
  return { faults: all.filter((fault) => !isNote(fault)), notes: all.filter(isNote) }
}
