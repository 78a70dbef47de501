import { addOrBlank } from '../../query/arithmetic.ts'
import type { ColumnPlanOf } from '../../report/model/column-kind.ts'
import { isSummedSeries } from '../../report/table/resolve-columns.ts'
import { getColumnKind } from '../../report/table/column-kinds.ts'
import { isPoints, isSameUnit, toPoints } from '../../report/model/format.ts'
import type { ColumnPlan } from '../../report/model/report-plan.ts'
import { describeNoColumn, listRepeated } from '../diagnostic.ts'
import { type ColumnContext, isGroup } from '../columns/definition-kind.ts'

/** Checks that a sum is of columns that exist, never of itself, and counts nothing twice. */
export function checkOperands(
  column: ColumnPlanOf<'field' | 'sum'>,
  { columns, origin }: ColumnContext,
): void {
  const operands = column.sum
  if (operands === null) return
  const at = origin.at('sum')
  const ids = columns.map(({ id }) => id)
  for (const [index, id] of operands === 'series' ? [] : operands.entries()) {
    if (ids.includes(id)) continue
    const others = ids.filter((one) => one !== column.id)
    at.at(index).error('sum-unknown', describeNoColumn(id, columns, others))
  }
  if (collectOperands(column, columns).has(column)) {
    at.error('sum-cycle', `'${column.id}' sums itself`)
    return
  }
  const leaves = listLeaves(column, columns)
  const [double] = listRepeated(leaves)
  if (double !== undefined) at.error('sum-double', `'${column.id}' counts '${leaves[double]}' twice`)
  const stranger = getOperands(column, columns).find(({ format }) => !isSameUnit(format, column.format))
  if (stranger !== undefined) {
    const message = `'${column.id}' is in ${describeUnit(column)} and adds '${stranger.id}' in ${describeUnit(stranger)}`
    at.error('sum-unit', message)
  }
  if (column.role === 'series' && columns.some(({ id, role }) => leaves.includes(id) && role === 'series')) {
    const message = `'${column.id}' sums series, so its role must be 'total': a chart of it would count them twice`
    origin.at('role').error('sum-role', message)
  }
}

/** The largest part of 1 that a limit of percentages can be meant as. */
const MAX_PERCENTAGE = 2
const MAX_CHANGE = 10

/** Describes a limit of percentages that is written as their number; null for any other limit. */
export function findPercentError({ kind, format }: ColumnPlan, limit: number): string | null {
  const max = kind === 'change' ? MAX_CHANGE : MAX_PERCENTAGE
  if (format?.options.style !== 'percent' || Math.abs(limit) <= max) return null
  const [percent, part] = [limit * 100, limit / 100].map((value) => Number(value.toPrecision(12)))
  return `${limit} is ${percent}%; of a percentage write the part of 1, such as ${part}`
}

/** The totals of values that are not added up, for messages. */
export const UNSUMMED_TOTALS = 'allowed are mean, min, max, last, none or { "weightedMean": … }'

export const describeUnit = ({ format }: ColumnPlan): string =>
  isPoints(format)
    ? 'percentage points'
    : format?.options.style === 'percent'
      ? 'percent'
      : format === null || format.suffix === ''
        ? 'plain numbers'
        : `'${format.suffix.trim()}'`

/** Finds columns by their ids, as far as they exist. */
const pick = (ids: readonly string[], columns: readonly ColumnPlan[]): ColumnPlan[] =>
  ids.flatMap((id) => columns.find((one) => one.id === id) ?? [])

/** Returns the columns from which a column is computed directly. */
function getOperands(column: ColumnPlan, columns: readonly ColumnPlan[]): readonly ColumnPlan[] {
  const operands = getColumnKind(column).operands(column)
  if (operands === null) return []
  if (operands === 'series') return columns.filter(isSummedSeries)
  return pick(operands, columns)
}

/** Collects the columns from which a column is computed, directly or not; with itself if it is computed from itself. */
function collectOperands(column: ColumnPlan, columns: readonly ColumnPlan[]): ReadonlySet<ColumnPlan> {
  const operandColumns = new Set<ColumnPlan>()
  const visit = (list: readonly ColumnPlan[]): void => {
    for (const next of list) {
      if (operandColumns.has(next)) continue
      operandColumns.add(next)
      visit(getOperands(next, columns))
    }
  }
  visit(getOperands(column, columns))
  return operandColumns
}

/** Lists the columns that a sum finally adds, each as often as it counts. References back to a sum itself are skipped. */
function listLeaves(
  column: ColumnPlan,
  columns: readonly ColumnPlan[],
  above: readonly ColumnPlan[] = [],
): string[] {
  if (above.includes(column)) return []
  const isSum = getColumnKind(column).compute === addOrBlank
  const summands = isSum ? getOperands(column, columns) : []
  if (summands.length === 0) return [column.id]
  return summands.flatMap((summand) => listLeaves(summand, columns, [...above, column]))
}

/** Checks that a column is computed from single columns that exist, never from itself. `references` are ids by key. */
export function checkReferences(
  column: ColumnPlan,
  references: Readonly<Record<string, string>>,
  { columns, origin }: ColumnContext,
): void {
  const known = columns.filter((one) => one !== column && !isGroup(one)).map(({ id }) => id)
  for (const [key, id] of Object.entries(references)) {
    const operand = columns.find((one) => one.id === id)
    if (operand === undefined) {
      origin.at(key).error('operand-unknown', describeNoColumn(id, columns, known))
    } else if (isGroup(operand)) {
      const message = `'${id}' is a group of columns, but one column is needed; sum the group first`
      origin.at(key).error('operand-group', message)
    } else if (operand === column || collectOperands(operand, columns).has(column)) {
      origin.at(key).error('operand-cycle', `'${column.id}' is computed from itself`)
    }
  }
  const [one, other] = Object.values(references)
  if (one !== undefined && one === other) {
    const message = `'${column.id}' is computed of '${one}' twice, so that every row is the same`
    origin.error('operand-same', message)
  }
}

/** Checks that what is divided or subtracted is totalled alike: a sum beside a mean is of all rows beside one row. */
export function checkTotalsAlike(
  column: ColumnPlan,
  references: readonly [string, string],
  { columns, origins }: ColumnContext,
): void {
  const operands = pick(references, columns)
  const totals = operands.map((one) => (isSummed(one, columns) ? 'sum' : one.total.kind))
  const [first, second] = totals
  if (operands.some(({ kind, total }) => kind === 'sum' && total.kind !== 'sum')) return
  const isUnknown = operands.length < 2 || totals.some((kind) => kind === 'computed' || kind === 'none')
  if (first === second || isUnknown) return
  // The one without a sum is the one whose total was written.
  const at = first === 'sum' ? 1 : 0
  const [odd, other] = [operands[at], operands[1 - at]]
  if (odd === undefined || other === undefined) return
  const message = `the total of '${odd.id}' is the ${totals[at]} and that of '${other.id}' the ${totals[1 - at]}, so that '${column.id}' cannot compare them; give both one kind of total`
  origins[columns.indexOf(odd)]?.at('total').error('operand-totals', message)
}

/** Checks that a difference is of values of one unit, and has that unit. */
export function checkUnits(column: ColumnPlanOf<'difference'>, { columns, origin }: ColumnContext): void {
  const operands = pick([column.difference, column.minus], columns)
  const stranger = operands.find(({ format }) => !isSameUnit(toPoints(format), column.format))
  if (stranger === undefined) return
  const message = `'${column.id}' is in ${describeUnit(column)} and is computed from '${stranger.id}' in ${describeUnit(stranger)}`
  origin.error('difference-unit', message)
}

/** Checks that shares add up to the whole, which they do only if the total is the sum of the rows. */
export function checkSummed(id: string, { columns, origin }: ColumnContext): void {
  if (pick([id], columns).every((operand) => isSummed(operand, columns))) return
  const message = `the total of '${id}' is not the sum of its rows, so its shares would not add up to 100%`
  origin.at('share').error('share-total', message)
}

/** Returns true if the total of a column is the sum of its rows: by its kind, or as the difference of two such columns. */
function isSummed(
  column: ColumnPlan,
  columns: readonly ColumnPlan[],
  seen: readonly ColumnPlan[] = [],
): boolean {
  if (column.kind !== 'difference') return column.total.kind === 'sum'
  const operands = pick([column.difference, column.minus], columns)
  const isPart = (one: ColumnPlan) => !seen.includes(one) && isSummed(one, columns, [...seen, column])
  return operands.length === 2 && operands.every(isPart)
}

/** Checks that fractions become percentages by the style; the unit would leave them wrong by a factor of 100. */
export function checkPercent(column: ColumnPlan, { origin }: ColumnContext): void {
  if (column.format?.suffix !== '%') return
  origin.at('format', 'unit').error('percent-unit', 'write "style": "percent" instead of the unit "%"')
}

/** Checks that the year before can be requested, and no further one is needed. */
export function checkPreviousYear(
  column: ColumnPlanOf<'change'>,
  { columns, hasYear, origin }: ColumnContext,
): void {
  const at = origin.at('since')
  if (!hasYear) {
    at.error('change-year', 'no selector chooses a year or a date, so the year before cannot be requested')
  }
  const earlier = [...collectOperands(column, columns)].find(
    (one) => one !== column && one.kind === 'change' && one.since === 'previousYear',
  )
  if (earlier === undefined) return
  const message = `'${earlier.id}' already compares with the year before, so the year before that would be needed`
  at.error('change-year', message)
}
