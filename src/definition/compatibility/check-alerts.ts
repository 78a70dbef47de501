import { findGrain } from '../../report/alerts/missing.ts'
import type { ReportPlan } from '../../report/model/report-plan.ts'
import { isPeriod } from '../../report/selection/selector-kinds.ts'
import type { PlanWithSource } from '../sections.ts'

/** Warns of alerts that watch only the first option of a selector, because neither they nor the selector say another. */
export function warnOfFirstOptions({ plan, alerts }: PlanWithSource): void {
  for (const { plan: alert, origin } of alerts) {
    for (const selector of plan.selectors) {
      const { name, options } = selector
      const isOnly = 'fixed' in options && options.fixed.length === 1
      if (
        isPeriod(selector) ||
        isOnly ||
        !selector.required ||
        selector.default !== null ||
        name in alert.selectors
      )
        continue
      const first = 'fixed' in options ? `, '${options.fixed[0]?.value ?? ''}'` : ''
      const message = `no value for '${name}': the alert watches only its first option${first}`
      origin.error('alert-selector', message)
    }
  }
}

/** Returns true if the records of a screen are of periods that are longer than a day. */
export const hasLongPeriods = (plan: ReportPlan): boolean => {
  const grain = findGrain(plan)
  return grain !== null && grain !== 'day'
}

/** Warns of alerts on a change of periods of which no dataset says whether they are complete. */
export function warnOfUnknownPeriods({ plan, alerts }: PlanWithSource): void {
  if (!hasLongPeriods(plan)) return
  for (const { plan: alert, origin } of alerts) {
    if (alert.when.kind === 'missing' || alert.when.change === null) continue
    const message = `no dataset says how complete the latest ${findGrain(plan)} is, whose change the alert watches`
    origin.at('change').error('period-unknown', message)
  }
}
