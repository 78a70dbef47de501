import type { ConditionRule } from '../../report/alerts/alert-plan.ts'
import { getColumnKind } from '../../report/columns/kinds.ts'
import type { ColumnPlan, ReportPlan } from '../../report/plan.ts'
import { compareValues } from '../../report/table/highlights.ts'
import { type DatasetPlan, isStored } from '../datasets/dataset-plan.ts'
import type { ReportIn } from '../diagnostic.ts'
import type { PlanWithSource } from '../sections.ts'

interface Range {
  readonly min: number
  readonly max: number
}

/** Reports the alerts whose conditions can never or must always hold of what the dataset stores. */
export function checkAlerts({ plan, alerts }: PlanWithSource, dataset: DatasetPlan, report: ReportIn): void {
  for (const { plan: alert, origin } of alerts) {
    const { when } = alert
    if (when.kind === 'missing' || typeof when.value !== 'number') continue
    const { operator, value } = when
    const { min, max } = findWatchedRange(plan, when, dataset)
    const isEquality = operator === '=' || operator === '!='
    if (isEquality && value >= min && value <= max) continue
    // A condition that differs at the ends of the range depends on the values.
    const holds = compareValues(operator, min, value)
    if (holds !== compareValues(operator, max, value)) continue
    const of = `${when.change === null ? '' : 'the change of '}'${when.column}'`
    const limits = [...(min > -Infinity ? [`below ${min}`] : []), ...(max < Infinity ? [`above ${max}`] : [])]
    const how = holds ? 'always' : 'never'
    const message = `'${operator} ${value}' ${how} holds: ${of} is never ${limits.join(' or ')}`
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
  const names = 'fields' in column ? column.fields : column.kind === 'pivot' ? [column.value].flat() : []
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
  const operands = getColumnKind(column).operands(column)
  if (operands === null || operands === 'series' || column.kind === 'difference') return ANY
  const ranges = operands.map((id) => {
    const operand = plan.columns.find((one) => one.id === id)
    return operand === undefined ? ANY : findRange(plan, operand, dataset)
  })
  if (ranges.some(({ min }) => min < 0)) return ANY
  if (column.kind === 'change') return { min: -1, max: Infinity }
  return { min: 0, max: column.kind === 'share' ? 1 : Infinity }
}
