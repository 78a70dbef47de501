import { isSameUnit } from '../../report/format.ts'
import type { HighlightDefinition } from '../../../schemas/report/conditions.ts'
import type { ColumnPlan } from '../../report/plan.ts'
import { isGroup } from '../columns/index.ts'
import { describeUnit, findPercentError } from '../columns/operands.ts'
import { suggest, describeUnknown } from '../diagnostic.ts'
import type { Section } from '../sections.ts'

/** Checks that highlights name columns that exist, compare what has one unit, and that a scale has a direction. */
export function checkHighlights(
  columns: readonly ColumnPlan[],
  { value: highlights, origin }: Section<'highlights'>,
): void {
  const find = (id: string) => columns.find((one) => one.id === id)
  for (const [index, highlight] of highlights.entries()) {
    const path = 'scale' in highlight ? ['scale'] : ['when', 'column']
    const report = (
      rule: 'highlight-column' | 'highlight-limit' | 'limit-percent',
      message: string,
      at: readonly string[],
    ) => origin.at(index, ...at).error(rule, message)
    const id = 'scale' in highlight ? highlight.scale : highlight.when.column
    const column = find(id)
    if (column === undefined || column.role === 'text') {
      const ids = columns.filter(({ role }) => role !== 'text').map((one) => one.id)
      const message = column ? `'${id}' is a text, which is not compared` : `no column '${id}'`
      report('highlight-column', `${message}${suggest(id, ids)}`, path)
      continue
    }
    if ('scale' in highlight) {
      const { from = -Infinity, to = Infinity } = highlight
      for (const key of ['from', 'to'] as const) {
        const error = findPercentError(column, highlight[key] ?? 0)
        if (error !== null) report('limit-percent', error, [key])
      }
      if (from >= to) report('highlight-limit', `the scale from ${from} to ${to} shades nothing`, ['from'])
      continue
    }
    const { value } = highlight.when
    if (typeof value === 'number') {
      const error = findPercentError(column, value)
      if (error !== null) report('limit-percent', error, ['when', 'value'])
      const before = highlights.slice(0, index).findIndex((one) => includes(one, highlight))
      if (before < 0 || error !== null) continue
      const message = `no value is left for it: whatever meets it meets highlights[${before}], which comes first`
      report('highlight-limit', message, ['when', 'value'])
      continue
    }
    const at = ['when', 'value', 'column']
    const limit = find(value.column)
    if (limit === undefined || isGroup(limit) || limit.role === 'text') {
      const single = columns.filter((one) => !isGroup(one)).map((one) => one.id)
      const message = limit
        ? `'${value.column}' is a ${isGroup(limit) ? 'group of columns' : 'text'}`
        : describeUnknown('column', value.column, single)
      report('highlight-column', message, at)
    } else if (limit === column) {
      report('highlight-limit', `'${id}' is compared with itself`, at)
    } else if (!isSameUnit(column.format, limit.format)) {
      const message = `'${id}' is in ${describeUnit(column)} and is compared with '${limit.id}' in ${describeUnit(limit)}`
      report('highlight-limit', message, at)
    }
  }
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
