import type { PlanWithSource } from '../sections.ts'
import type { DatasetPlan } from '../../dataset/dataset-plan.ts'
import { checkScreen } from './check-screen.ts'
import { buildRoutes } from '../../dataset/routes.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { compatibilityWarnings } from '../../diagnostics/rule-catalogue.ts'

/**
 * Compares screens with the datasets that serve their calls. Reports each mismatch once, even if several screens have it;
 * warnings do not fail the check.
 */
export function checkCompatibility(screens: readonly PlanWithSource[], datasets: readonly DatasetPlan[]) {
  const routes = buildRoutes(datasets)
  const usersByError = new Map<string, { readonly error: Diagnostic; readonly users: Set<string> }>()
  for (const screen of screens) {
    checkScreen(screen, routes, ({ report, path }, rule, message) => {
      const error = { report, path, rule, message }
      const key = JSON.stringify(error)
      const entry = usersByError.get(key) ?? { error, users: new Set() }
      entry.users.add(screen.plan.reportId)
      usersByError.set(key, entry)
    })
  }
  const all = [...usersByError.values()].map(({ error, users }) => {
    if (users.has(error.report)) return error
    const names = [...users].map((user) => `'${user}'`).join(', ')
    return { ...error, message: `${error.message} (as used by ${names})` }
  })
  const isWarning = ({ rule }: Diagnostic) => Object.hasOwn(compatibilityWarnings, rule)
  const errors = all.filter((error) => !isWarning(error))
  // What no dataset says may follow from a URL that none serves.
  const isCaused = ({ report, rule }: Diagnostic) =>
    rule === 'period-unknown' && errors.some((error) => error.report === report && error.path[0] === 'data')
  const warnings = all.filter((warning) => isWarning(warning) && !isCaused(warning))
  return { errors, warnings }
}
