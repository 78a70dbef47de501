import { isSameUnit } from '../../report/format.ts'
import type { Condition, HighlightDefinition } from '../../../schemas/report/conditions.ts'
import type { ColumnPlan } from '../../report/plan.ts'
import { isGroup } from '../columns/definition-kind.ts'
import { describeUnit, findPercentError } from './operand-rules.ts'
import { suggest, describeNoColumn } from '../diagnostic.ts'
import type { Section } from '../sections.ts'

/** The rules for the columns and limits of highlights and alerts. */
type ConditionRule = `${'highlight' | 'alert'}-${'column' | 'limit'}` | 'limit-percent'
export type ReportCondition = (rule: ConditionRule, message: string, at: readonly string[]) => void

/** Checks that highlights name columns that exist, compare what has one unit, and that a scale has a direction. */
export function checkHighlights(
  columns: readonly ColumnPlan[],
  { value: highlights, origin }: Section<'highlights'>,
): void {
  for (const [index, highlight] of highlights.entries()) {
    const report: ReportCondition = (rule, message, at) => origin.at(index, ...at).error(rule, message)
    if ('scale' in highlight) {
      const column = findNumbers(columns, highlight.scale, false, (message) =>
        report('highlight-column', message, ['scale']),
      )
      if (column === null) continue
      const { from = -Infinity, to = Infinity } = highlight
      for (const key of ['from', 'to'] as const) {
        const error = findPercentError(column, highlight[key] ?? 0)
        if (error !== null) report('limit-percent', error, [key])
      }
      if (from >= to) report('highlight-limit', `the scale from ${from} to ${to} shades nothing`, ['from'])
      continue
    }
    const inCondition: ReportCondition = (rule, message, at) => report(rule, message, ['when', ...at])
    const isValid = checkCondition(columns, highlight.when, 'highlight', inCondition)
    const before = highlights.slice(0, index).findIndex((one) => includes(one, highlight))
    if (before < 0 || !isValid) continue
    const message = `no value is left for it: whatever meets it meets highlights[${before}], which comes first`
    report('highlight-limit', message, ['when', 'value'])
  }
}

/** Finds a column of numbers by its id, a single one or any; reports one that does not exist or is something else. */
export function findNumbers(
  columns: readonly ColumnPlan[],
  id: string,
  isSingle: boolean,
  report: (message: string) => void,
): ColumnPlan | null {
  const allowed = columns.filter((one) => one.role !== 'text' && !(isSingle && isGroup(one)))
  const found = columns.find((one) => one.id === id)
  if (found !== undefined && allowed.includes(found)) return found
  const ids = allowed.map((one) => one.id)
  if (found === undefined) report(describeNoColumn(id, columns, ids))
  else if (isSingle) report(`'${id}' is a ${isGroup(found) ? 'group of columns' : 'text'}`)
  else report(`'${id}' is a text, which is not compared${suggest(id, ids)}`)
  return null
}

/** Checks that a condition compares columns of numbers that exist and have one unit. Returns whether it does. */
export function checkCondition(
  columns: readonly ColumnPlan[],
  { column: id, value }: Condition,
  of: 'highlight' | 'alert',
  report: ReportCondition,
): boolean {
  const column = findNumbers(columns, id, false, (message) => report(`${of}-column`, message, ['column']))
  if (column === null) return false
  if (typeof value === 'number') {
    const error = findPercentError(column, value)
    if (error !== null) report('limit-percent', error, ['value'])
    return error === null
  }
  const at = ['value', 'column']
  const limit = findNumbers(columns, value.column, true, (message) => report(`${of}-column`, message, at))
  if (limit === null) return false
  if (limit === column) {
    report(`${of}-limit`, `'${id}' is compared with itself`, at)
  } else if (!isSameUnit(column.format, limit.format)) {
    const message = `'${id}' is in ${describeUnit(column)} and is compared with '${limit.id}' in ${describeUnit(limit)}`
    report(`${of}-limit`, message, at)
  } else return true
  return false
}

/** Returns true if every value that meets the second condition meets the first, which marks as much. */
function includes(one: HighlightDefinition, other: HighlightDefinition): boolean {
  if ('scale' in one || 'scale' in other || one.mark !== other.mark) return false
  const [{ column, operator, value }, { when }] = [one.when, other]
  if (column !== when.column || typeof value !== 'number' || typeof when.value !== 'number') return false
  const [direction] = operator
  if (direction !== when.operator[0] || (direction !== '<' && direction !== '>')) {
    return operator === when.operator && value === when.value
  }
  if (value === when.value) return operator.length >= when.operator.length
  return direction === '<' ? when.value < value : when.value > value
}
