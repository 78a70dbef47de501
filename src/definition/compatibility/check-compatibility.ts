import type { PlanWithSource } from '../sections.ts'
import type { DatasetPlan } from '../datasets/dataset-plan.ts'
import { checkScreen } from './check-screen.ts'
import { buildRoutes } from './routes.ts'
import type { CompatibilityError } from '../diagnostic.ts'
import { compatibilityWarnings } from '../rules/catalogue.ts'

/** The mismatches between screens and the datasets that serve their calls; warnings do not fail the check. */
export interface CompatibilityResult {
  readonly errors: readonly CompatibilityError[]
  readonly warnings: readonly CompatibilityError[]
}

/** Compares screens with datasets and reports each mismatch once, even if several screens have it. */
export function checkCompatibility(
  screens: readonly PlanWithSource[],
  datasets: readonly DatasetPlan[],
): CompatibilityResult {
  const routes = buildRoutes(datasets)
  const found = new Map<string, { readonly error: CompatibilityError; readonly reports: Set<string> }>()
  for (const screen of screens) {
    for (const error of checkScreen(screen, routes)) {
      const key = JSON.stringify([error.origin, error.rule, error.message])
      const entry = found.get(key) ?? { error, reports: new Set() }
      entry.reports.add(screen.plan.reportId)
      found.set(key, entry)
    }
  }
  const all = [...found.values()].map(({ error, reports }) => {
    if (reports.has(error.origin.report)) return error
    const users = [...reports].map((report) => `'${report}'`).join(', ')
    return { ...error, message: `${error.message} (as used by ${users})` }
  })
  const isWarning = ({ rule }: CompatibilityError) => Object.hasOwn(compatibilityWarnings, rule)
  return { errors: all.filter((error) => !isWarning(error)), warnings: all.filter(isWarning) }
}
