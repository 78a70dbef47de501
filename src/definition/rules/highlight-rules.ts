import { isSameUnit } from '../../report/model/format.ts'
import type { Condition } from '../../../schemas/report/conditions.ts'
import type { ColumnPlan } from '../../report/model/report-plan.ts'
import { isGroup } from '../../report/model/named-fields.ts'
import { describeUnit, findPercentError } from './formula-rules.ts'
import { findLimitError } from '../../report/model/comparisons.ts'
import { describeNoColumn, type Place, suggest } from '../../diagnostics/diagnostic.ts'
import type { RuleId } from '../../diagnostics/rule-catalogue.ts'
import type { Section } from '../sections.ts'

/** Checks that highlights name columns that exist, compare what has one unit, and that a scale has a direction. */
export function checkHighlights(
  columns: readonly ColumnPlan[],
  { value: highlights, origin }: Section<'highlights'>,
): void {
  for (const [index, highlight] of highlights.entries()) {
    const place = origin.at(index)
    if ('scale' in highlight) {
      const column = findNumbers(columns, highlight.scale, false, place.at('scale'), 'condition-column')
      if (column === null) continue
      const { from = -Infinity, to = Infinity } = highlight
      for (const key of ['from', 'to'] as const) {
        const error = findPercentError(column, highlight[key] ?? 0)
        if (error !== null) place.at(key).error('limit-percent', error)
      }
      const message = `the scale from ${from} to ${to} shades nothing`
      if (from >= to) place.at('from').error('condition-limit', message)
      continue
    }
    checkCondition(columns, highlight.when, place.at('when'))
  }
}

/** Finds a column of numbers by its id, a single one or any; reports one that does not exist or is something else. */
export function findNumbers(
  columns: readonly ColumnPlan[],
  id: string,
  isSingle: boolean,
  origin: Place,
  rule: RuleId,
): ColumnPlan | null {
  const allowed = columns.filter((one) => one.role !== 'text' && !(isSingle && isGroup(one)))
  const match = columns.find((one) => one.id === id)
  if (match !== undefined && allowed.includes(match)) return match
  const ids = allowed.map((one) => one.id)
  const message =
    match === undefined
      ? describeNoColumn(id, columns, ids)
      : isSingle
        ? `'${id}' is a ${isGroup(match) ? 'group of columns' : 'text'}`
        : `'${id}' is a text, which is not compared${suggest(id, ids)}`
  origin.error(rule, message)
  return null
}

/** Checks that a condition compares columns of numbers that exist and have one unit. Returns whether it does. */
export function checkCondition(
  columns: readonly ColumnPlan[],
  { column: id, operator, value, absolute }: Condition,
  origin: Place,
): boolean {
  const column = findNumbers(columns, id, false, origin.at('column'), 'condition-column')
  const limits = [value].flat()
  const limitError = findLimitError({ operator, absolute }, limits)
  if (limitError !== null) origin.at('value').error('condition-limit', limitError)
  if (column === null || limitError !== null) return false
  const checkLimit = (limit: number | { readonly column: string }, place: Place): boolean => {
    if (typeof limit === 'number') {
      const error = findPercentError(column, limit)
      if (error !== null) place.error('limit-percent', error)
      return error === null
    }
    const columnPlace = place.at('column')
    const limitColumn = findNumbers(columns, limit.column, true, columnPlace, 'condition-column')
    if (limitColumn === null) return false
    if (limitColumn === column) columnPlace.error('condition-limit', `'${id}' is compared with itself`)
    else if (!isSameUnit(column.format, limitColumn.format)) {
      const message = `'${id}' is in ${describeUnit(column)} and is compared with '${limitColumn.id}' in ${describeUnit(limitColumn)}`
      columnPlace.error('condition-limit', message)
    } else return true
    return false
  }
  const place = origin.at('value')
  const isPair = Array.isArray(value)
  return limits.map((limit, index) => checkLimit(limit, isPair ? place.at(index) : place)).every(Boolean)
}
