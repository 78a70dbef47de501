import type { AlertDefinition } from '../../../schemas/report/alerts.ts'
import type { ReportDefinition } from '../../../schemas/report/definition.ts'
import type { AlertPlan } from '../../report/model/alert-plan.ts'
import { findGrain } from '../../report/alerts/missing.ts'
import type { ColumnPlan, ReportPlan } from '../../report/model/report-plan.ts'
import { checkChoices } from '../../report/selection/find-screen.ts'
import { getSelectorKind, namesYear } from '../../report/selection/selector-kinds.ts'
import { findPercentError, MAX_CHANGE } from './formula-rules.ts'
import { describeUnknown, type Place } from '../../diagnostics/diagnostic.ts'
import type { PlanWithSource } from '../sections.ts'
import { checkCondition } from './highlight-rules.ts'

type CompiledAlert = PlanWithSource['alerts'][number]

/** Compiles the alerts of one screen; checks that those of the report name screens that exist. */
export function compileAlerts(
  { alerts = [], variants = [] }: ReportDefinition,
  screen: { readonly tab: string | null; readonly variant: string | null },
  tabIds: readonly string[],
  origin: Place,
): readonly CompiledAlert[] {
  const ids = { tab: tabIds, variant: variants.map(({ id }) => id) }
  return alerts.flatMap((alert, index) => {
    const place = origin.at(index)
    const first = alerts.findIndex(({ id }) => id === alert.id)
    if (first < index) place.at('id').error('unique', `'${alert.id}' is the id of alerts[${first}] already`)
    const isHere = (['tab', 'variant'] as const).map((key) => {
      const screenId = alert[key] ?? ids[key][0] ?? null
      if (screenId !== null && !ids[key].includes(screenId)) {
        const message =
          ids[key].length === 0 ? `there are no ${key}s` : describeUnknown(key, screenId, ids[key])
        place.at(key).error('alert-screen', message)
      }
      return screenId === screen[key]
    })
    return isHere.every(Boolean) ? { plan: compileAlert(alert), origin: place } : []
  })
}

const compileAlert = (alert: AlertDefinition): AlertPlan => {
  const { id, title, selectors } = alert
  if ('missing' in alert) return { id, title, selectors, when: { kind: 'missing', ...alert.missing } }
  const { condition, change = null, for: times, reset = null } = alert
  return { id, title, selectors, when: { kind: 'condition', ...condition, change, for: times, reset } }
}

/** Checks that conditions compare columns that exist, and that a reset is on the other side of the limit. */
export function checkAlertConditions(columns: readonly ColumnPlan[], alerts: readonly CompiledAlert[]): void {
  for (const { plan, origin } of alerts) {
    const { when } = plan
    if (when.kind === 'missing') continue
    const { column, operator, value, absolute, change, reset } = when
    const conditionPlace = origin.at('condition')
    const limits = [value].flat()
    const numbers = limits.flatMap((one) => (typeof one === 'number' ? one : []))
    const limit = limits.length === 1 ? (numbers[0] ?? null) : null
    const hasNumbers = numbers.length === limits.length
    const isChange = change !== null && hasNumbers
    // A change is a part of 1, whatever the unit of the values is.
    const condition = {
      column,
      operator,
      absolute,
      value: isChange ? (limits.map((limit) => Math.sign(Number(limit))) as typeof value) : value,
    }
    if (!checkCondition(columns, condition, conditionPlace)) continue
    const large = numbers.find((one) => Math.abs(one) > MAX_CHANGE)
    if (change !== null && !hasNumbers) {
      conditionPlace
        .at('value')
        .error('condition-limit', 'a change is compared with a number, not with a column')
    } else if (change !== null && large !== undefined) {
      const message = `${large} is a change of ${large * 100}%; write the part of 1, such as ${large / 100}`
      conditionPlace.at('value').error('limit-percent', message)
    }
    if (reset === null) continue
    const place = origin.at('reset')
    const watched = columns.find(({ id }) => id === column)
    const percent = watched && change === null ? findPercentError(watched, reset) : null
    const isAbove = operator.startsWith('>')
    if (percent) place.error('limit-percent', percent)
    else if (absolute && reset < 0) place.error('condition-limit', `${reset} is no value without its sign`)
    else if (limit === null || operator === '=' || operator === '!=') {
      place.error('condition-limit', 'only an alert above or below a number has a reset')
    } else if (isAbove ? reset >= limit : reset <= limit) {
      const side = isAbove ? 'below' : 'above'
      const message = `the reset of an alert '${operator} ${limit}' is ${side} ${limit}, not ${reset}`
      place.error('condition-limit', message)
    }
  }
}

/** Checks that an alert gives selectors values that they have, and that its period can be found. */
export function checkAlertScreen(plan: ReportPlan, { selectors, when }: AlertPlan, origin: Place): void {
  checkChoices(selectors, plan, 'it is always the latest with records', (path, message) =>
    origin.at(...path).error('alert-screen', message),
  )
  if (when.kind === 'missing' && findGrain(plan) === null) {
    origin.at('missing').error('alert-screen', 'neither rows nor selectors say of which period records are')
  }
  // Without a year other parts of a period have an error of their own.
  const isDated = plan.selectors.some(namesYear)
  const isPart = plan.selectors.some(({ kind }) => getSelectorKind({ kind }).period !== null)
  if (!isDated && isPart) return
  if (when.kind === 'condition' && when.change !== null && !plan.compare.includes(when.change)) {
    const offered = plan.compare.length === 0 ? 'none' : plan.compare.join(', ')
    origin
      .at('change')
      .error('alert-screen', `it cannot be compared with '${when.change}'; allowed is ${offered}`)
  }
}
