import type { AlertPlan } from '../model/alert-plan.ts'
import { describeComparison } from '../model/comparisons.ts'
import { formatNumber } from '../model/format.ts'
import type { ReportPlan } from '../model/report-plan.ts'
import { computeChange } from '../table/add-comparison.ts'

const usualWords: Readonly<Record<string, string>> = { '<': 'lower than usual', '>': 'higher than usual' }

/** Describes what an alert of a screen waits for: `Minutes below 800,000`, `Minutes, change since the year before, below -10.00%`. */
export function describeCondition(plan: ReportPlan, { when }: AlertPlan): string {
  if (when.kind === 'missing') return `No record of the period before by ${when.by}, ${when.zone}`
  const find = (id: string) => plan.columns.find((column) => column.id === id)
  const column = find(when.column)
  const label = when.label ?? column?.label ?? when.column
  const times = when.for === 1 ? '' : `, ${when.for} times in a row`
  if (when.isUsual === true) return `${label} ${usualWords[when.operator] ?? 'not usual'}${times}`
  const columnFormat = column?.format ?? null
  const format = when.change === null ? columnFormat : computeChange(1, 1, columnFormat).format
  const limits = [when.value]
    .flat()
    .map((limit) =>
      typeof limit === 'number' ? formatNumber(limit, format) : (find(limit.column)?.label ?? limit.column),
    )
  const since =
    when.change === null ? '' : `, change since the ${when.change === 'year' ? 'year' : 'period'} before,`
  return `${label}${since} ${describeComparison(when, limits)}${times}`
}
