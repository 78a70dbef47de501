import { listRecordFields } from '../../report/table/pivot-records.ts'
import type { ConditionRule } from '../../report/model/alert-plan.ts'
import { findGrain } from '../../report/alerts/missing.ts'
import { getFormula } from '../../report/model/column-kind.ts'
import { listOperands } from '../rules/formula-rules.ts'
import type { ColumnPlan, ReportPlan } from '../../report/model/report-plan.ts'
import { isPeriod } from '../../report/selection/selector-kinds.ts'
import { compareValues } from '../../report/model/comparisons.ts'
import { type DatasetPlan, isStored } from '../../dataset/dataset-plan.ts'
import type { ReportIn } from '../../diagnostics/diagnostic.ts'
import type { PlanWithSource } from '../sections.ts'

/** Warns of alerts that watch only the first option of a selector, because neither they nor the selector say another. */
export function warnOfFirstOptions({ plan, alerts }: PlanWithSource, report: ReportIn): void {
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
      report(origin, 'alert-selector', message)
    }
  }
}

/** Returns true if the records of a screen are of periods that are longer than a day. */
export const hasLongPeriods = (plan: ReportPlan): boolean => {
  const grain = findGrain(plan)
  return grain !== null && grain !== 'day'
}

/** Warns of alerts on a change of periods of which no dataset says whether they are complete. */
export function warnOfUnknownPeriods({ plan, alerts }: PlanWithSource, report: ReportIn): void {
  if (!hasLongPeriods(plan)) return
  for (const { plan: alert, origin } of alerts) {
    if (alert.when.kind === 'missing' || alert.when.change === null) continue
    const message = `no dataset says how complete the latest ${findGrain(plan)} is, whose change the alert watches`
    report(origin.at('change'), 'period-unknown', message)
  }
}

/** Warns of lines that lie at the bottom of the first axis, while the second one has percentages. */
export function warnOfLowLines({ plan, origins }: PlanWithSource, report: ReportIn): void {
  const { lines, secondAxis } = plan.chart
  const isPercent = ({ format }: ColumnPlan) => format?.options.style === 'percent'
  const series = plan.columns.filter(({ role }) => role === 'series')
  const [first, second] = [false, true].map((isSecond) =>
    series.filter(({ id }) => secondAxis.includes(id) === isSecond),
  )
  if (first?.some(isPercent) !== false || second?.some(isPercent) !== true) return
  lines.forEach(({ axis, value }, index) => {
    if (axis === 'second' || typeof value !== 'number' || value <= 0 || value > 1) return
    const message = `${value} is on the first axis, and the percentages are on the second`
    report(origins.chart.at('lines', index, 'value'), 'line-axis', message)
  })
}

interface Range {
  readonly min: number
  readonly max: number
}

/** Reports the alerts whose conditions can never or must always hold of what the dataset stores. */
export function checkAlerts({ plan, alerts }: PlanWithSource, dataset: DatasetPlan, report: ReportIn): void {
  for (const { plan: alert, origin } of alerts) {
    const { when } = alert
    if (when.kind === 'missing') continue
    const { operator, value, absolute } = when
    const limits = [value].flat().filter((limit) => typeof limit === 'number')
    // Without its sign a value is in another range.
    if (limits.length < [value].flat().length || absolute) continue
    const { min, max } = findWatchedRange(plan, when, dataset)
    const isBetween = limits.some((limit) => limit >= min && limit <= max)
    if (isBetween && ['=', '!=', 'outside'].includes(operator)) continue
    // A condition that differs at the ends of the range depends on the values.
    const holds = compareValues(when, min, limits)
    if (holds !== compareValues(when, max, limits)) continue
    const of = `${when.change === null ? '' : 'the change of '}'${when.column}'`
    const ends = [...(min > -Infinity ? [`below ${min}`] : []), ...(max < Infinity ? [`above ${max}`] : [])]
    const how = holds ? 'always' : 'never'
    const message = `'${operator} ${limits.join(' to ')}' ${how} holds: ${of} is never ${ends.join(' or ')}`
    report(origin.at('condition', 'value'), 'served-alert', message)
  }
}

const ANY: Range = { min: -Infinity, max: Infinity }

/** Finds what an alert compares: the values of its column, or their change, which is at least -1 of what is not negative. */
function findWatchedRange(plan: ReportPlan, when: ConditionRule, dataset: DatasetPlan): Range {
  const column = plan.columns.find(({ id }) => id === when.column)
  if (column === undefined) return ANY
  const range = findRange(plan, column, dataset)
  return when.change === null ? range : range.min >= 0 ? { min: -1, max: Infinity } : ANY
}

function findRange(plan: ReportPlan, column: ColumnPlan, dataset: DatasetPlan): Range {
  if (!isStored(dataset)) return ANY
  const names =
    'fields' in column ? column.fields : column.kind === 'pivot' ? listRecordFields(column.records) : []
  const isGroup = column.kind === 'list' || column.kind === 'pattern'
  const measures = isGroup
    ? [dataset.group ?? []].flat()
    : dataset.measures.filter(({ field }) => names.includes(field))
  if (measures.length > 0) {
    // A field that a record lacks can be shown as 0, and the records of one row can be added.
    const zero = plan.rows.missing === 'zero' ? [0] : []
    const min = Math.min(...measures.map((one) => one.min), ...zero)
    const max = Math.max(...measures.map((one) => one.max), ...zero)
    if (plan.rows.duplicates !== 'combine') return { min, max }
    return { min: min < 0 ? -Infinity : min, max: max > 0 ? Infinity : max }
  }
  const formula = getFormula(column)
  if (formula?.kind !== 'operation' || !NOT_NEGATIVE.has(formula.operation)) return ANY
  const operands = listOperands(column, plan.columns)
  const ranges = operands.map((operand) => findRange(plan, operand, dataset))
  if (ranges.length === 0 || ranges.some(({ min }) => min < 0)) return ANY
  if (formula.operation === 'change') return { min: -1, max: Infinity }
  const isShare = formula.operands.some((operand) => operand.kind === 'at' && operand.place === 'total')
  return { min: 0, max: isShare ? 1 : Infinity }
}

/** The operations whose result has the sign of the operands; of a change at least -1. */
const NOT_NEGATIVE: ReadonlySet<string> = new Set(['add', '+', '/', 'change'])
