import type { PlanWithSource } from '../sections.ts'
import type { DatasetPlan } from '../../dataset/dataset-plan.ts'
import { checkScreen } from './check-screen.ts'
import { buildRoutes } from '../../dataset/routes.ts'
import { getOrAdd } from '../../query/get-or-add.ts'
import { createPlace, type Diagnostic, type Place, type Reporter } from '../../diagnostics/diagnostic.ts'
import { compatibilityWarnings } from '../../diagnostics/rule-catalogue.ts'

/**
 * Compares screens with the datasets that serve their calls. Reports each mismatch once, even if several screens have it;
 * warnings do not fail the check.
 */
export function checkCompatibility(screens: readonly PlanWithSource[], datasets: readonly DatasetPlan[]) {
  const routes = buildRoutes(datasets)
  const usersByError = new Map<string, { readonly error: Diagnostic; readonly users: Set<string> }>()
  for (const screen of screens) {
    const onDiagnostic: Reporter = ({ report, path, rule, message }) => {
      const error = { report, path, rule, message }
      const { users } = getOrAdd(usersByError, JSON.stringify(error), () => ({ error, users: new Set() }))
      users.add(screen.plan.reportId)
    }
    checkScreen(bindPlaces(screen, onDiagnostic), routes)
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

/** Returns a screen whose places report what is wrong to another function. */
function bindPlaces(screen: PlanWithSource, onDiagnostic: Reporter): PlanWithSource {
  const bind = ({ report, path }: Place) => createPlace(report, path, onDiagnostic)
  const origins = Object.entries(screen.origins).map(([name, place]) => [name, place && bind(place)])
  return {
    ...screen,
    alerts: screen.alerts.map(({ plan, origin }) => ({ plan, origin: bind(origin) })),
    origins: Object.fromEntries(origins) as PlanWithSource['origins'],
  }
}
