import {
  type ColumnFormula,
  type ColumnRead,
  getFormula,
  listRecords,
} from '../../report/model/column-kind.ts'
import { comparesWithYear, isSummedSeries } from '../../report/table/resolve-columns.ts'
import { isDifference } from '../columns/column-formula.ts'
import { listReads } from '../../query/formula.ts'
import { isPoints, isSameUnit, type NumberFormat, toPoints } from '../../report/model/format.ts'
import type { ColumnPlan } from '../../report/model/report-plan.ts'
import { listRepeated, type Place } from '../../diagnostics/diagnostic.ts'

/** What a column is checked against. */
export interface ColumnContext {
  /** All columns of the screen. */
  readonly columns: readonly ColumnPlan[]
  /** The names of the lists that `data.listPaths` declares. */
  readonly lists: readonly string[]
  /** Whether what is chosen has a year, so that the same can be requested of the year before. */
  readonly hasYear: boolean
  /** Whether several records of one row are combined. */
  readonly isCombined: boolean
  /** Whether the report asks a dataset, so that totals are the same expressions over all records. */
  readonly isAsked: boolean
  /** Where the column is written. */
  readonly origin: Place
}

/** Reports each column that is computed from itself, and empties its formula: rules and screens can then follow the others. */
export const breakLoops = (columns: readonly ColumnPlan[], origin: Place): readonly ColumnPlan[] =>
  columns.map((column, index) => {
    if (!collectOperands(column, columns).has(column)) return column
    origin.at(index, 'value').error('expression', `'${column.id}' is computed from itself`)
    return { ...column, formula: { kind: 'number', value: 0 } }
  })

/** Checks that a formula counts nothing twice, and combines what has one unit and one kind of total. */
export function checkFormula(column: ColumnPlan, context: ColumnContext): void {
  const { columns, hasYear, isCombined, origin } = context
  const formula = getFormula(column)
  if (formula === null) return
  const place = origin.at('value')
  checkSum(column, formula, context)
  checkUnits(column, formula, context)
  checkTotals(column, formula, context)
  checkShares(column, formula, context)
  if (column.format?.options.style === 'percent' && hasHundred(formula)) {
    const message = 'a percentage is multiplied by 100 where it is shown; write the part of 1, such as a / b'
    place.error('percent-unit', message)
  }
  const isSampled = column.kind === 'value' && column.records.some(({ sampling }) => sampling !== null)
  if (isSampled && !isCombined && columns.some(({ kind }) => kind === 'pivot')) {
    const message = `'${column.id}' needs every record; write "duplicates": "combine" in 'rows'`
    place.error('expression', message)
  }
  if (!comparesWithYear(formula)) return
  if (!hasYear) {
    place.error('change-year', 'no selector chooses a year or a date, so the year before cannot be requested')
  }
  const operands = [...collectOperands(column, columns)]
  const counting = [column, ...operands].find((one) => readsDays(getFormula(one)))
  if (counting !== undefined) {
    place.error('change-year', `'${counting.id}' counts days, of which the year before can have others`)
  }
  const earlier = operands.find((one) => comparesWithYear(getFormula(one)))
  if (earlier === undefined) return
  const message = `'${earlier.id}' already compares with the year before, so the year before that would be needed`
  place.error('change-year', message)
}

/** Checks that a sum counts nothing twice, and that no chart adds it to what it sums. */
function checkSum(column: ColumnPlan, formula: ColumnFormula, { columns, origin }: ColumnContext): void {
  if (!isAddition(formula)) return
  const leaves = listLeaves(column, columns)
  const [double] = listRepeated(leaves)
  if (double !== undefined) {
    origin.at('value').error('sum-double', `'${column.id}' counts '${leaves[double]}' twice`)
  }
  if (column.role === 'series' && columns.some(({ id, role }) => leaves.includes(id) && role === 'series')) {
    const message = `'${column.id}' sums series, so its role must be 'total': a chart of it would count them twice`
    origin.at('role').error('sum-role', message)
  }
}

/** Checks that what is added, subtracted or chosen from has one unit, which is that of the column. */
function checkUnits(column: ColumnPlan, formula: ColumnFormula, { columns, origin }: ColumnContext): void {
  const at = origin.at('value')
  /** Returns the format that decides the unit of a value; undefined if any fits. */
  const findUnit = (expression: ColumnFormula): NumberFormat | null | undefined => {
    if (expression.kind === 'read') {
      const [operand] = findColumns(expression.name, columns)
      return operand?.format
    }
    if (expression.kind === 'at') return findUnit(expression.of)
    if (expression.kind !== 'operation' || !unitOperations.has(expression.operation)) return undefined
    const units = expression.operands
      .slice(expression.operation === 'if' ? 1 : 0)
      .flatMap((operand) => {
        if (operand.kind === 'read') return findColumns(operand.name, columns).map(({ format }) => format)
        const unit = findUnit(operand)
        return unit === undefined ? [] : [unit]
      })
      .map((unit) => (isDifference(expression) ? toPoints(unit) : unit))
    const [first, ...others] = units
    const stranger = others.find((unit) => !isSameUnit(unit, first ?? null))
    if (stranger !== undefined) {
      const message = `'${column.id}' combines ${describeFormat(first ?? null)} with ${describeFormat(stranger)}`
      at.error('expression-unit', message)
    }
    return first
  }
  const unit = findUnit(formula)
  if (unit === undefined || formula.kind === 'read' || isSameUnit(unit, column.format)) return
  const message = `'${column.id}' is in ${describeUnit(column)} and is computed from ${describeFormat(unit)}`
  at.error('expression-unit', message)
}

const unitOperations: ReadonlySet<string> = new Set(['add', '+', '-', 'if'])

/** Checks that what is divided or subtracted is totalled alike: a sum beside a mean is of all rows beside one row. */
function checkTotals(
  column: ColumnPlan,
  formula: ColumnFormula,
  { columns, isAsked, origin }: ColumnContext,
): void {
  const findKind = (expression: ColumnFormula): string | null => {
    if (expression.kind === 'read') {
      const kinds = new Set(findColumns(expression.name, columns).map((operand) => findTotal(operand)))
      const [kind = null] = kinds
      return kinds.size === 1 ? kind : null
    }
    return expression.kind === 'operation' && expression.operation === 'add' ? 'sum' : null
  }
  /** Finds how a formula is totalled: a difference of sums like the sums. */
  const findTotal = (operand: ColumnPlan): string | null => {
    const own = getFormula(operand)
    if (operand.aggregate !== 'computed') return operand.total ? operand.aggregate : null
    if (own?.kind !== 'operation' || !['+', '-'].includes(own.operation)) return null
    const kinds = new Set(own.operands.map(findKind))
    return kinds.size === 1 ? ([...kinds][0] ?? null) : null
  }
  const visit = (one: ColumnFormula): void => {
    if (one.kind !== 'operation') return 'of' in one ? visit(one.of) : undefined
    one.operands.forEach(visit)
    const [left, right] = one.operands
    if (left === undefined || right === undefined || !['+', '-', '/'].includes(one.operation)) return
    const [first, second] = [left, right].map(findKind)
    if (isAsked || !first || !second || first === second) return
    const message = `the total of '${nameReads(left, columns)}' is the ${first} and that of '${nameReads(right, columns)}' the ${second}, so that '${column.id}' cannot compare them; aggregate both alike`
    origin.at('value').error('expression-totals', message)
  }
  visit(formula)
}

/** Checks that all shares of a value add up to 100%. */
export function checkShares(
  column: ColumnPlan,
  formula: ColumnFormula,
  { columns, origin }: Pick<ColumnContext, 'columns' | 'origin'>,
): void {
  const visit = (one: ColumnFormula): void => {
    if (one.kind !== 'operation') return 'of' in one ? visit(one.of) : undefined
    one.operands.forEach(visit)
    const [left, right] = one.operands
    if (left === undefined || right?.kind !== 'at' || one.operation !== '/') return
    if (!['total', 'key', 'dimension'].includes(right.place) || isSummed(left, column, columns)) return
    const shared = left.kind === 'read' ? nameReads(left, columns) : ''
    const message = `the total${shared === '' ? '' : ` of '${shared}'`} is not the sum of its rows, so its shares would not add up to 100%; write the share of a sum, such as share(minutes)`
    origin.at('value').error('share-total', message)
  }
  visit(formula)
}

/** Returns true for a value whose total is the sum of the rows. */
function isSummed(formula: ColumnFormula, owner: ColumnPlan, columns: readonly ColumnPlan[]): boolean {
  if (isConstant(formula)) return true
  switch (formula.kind) {
    case 'at':
      return isSummed(formula.of, owner, columns)
    case 'read': {
      const { name } = formula
      if ('record' in name) return listRecords(owner)[name.record]?.total === 'sum'
      return findColumns(name, columns).every((operand) => {
        const own = operand.aggregate === 'computed' ? getFormula(operand) : null
        return own === null ? operand.aggregate === 'sum' : isSummed(own, operand, columns)
      })
    }
    case 'operation': {
      const { operation, operands } = formula
      if (operation === '*' && operands.some((one) => one.kind === 'number' && one.value === 0)) return true
      const [first, ...divisors] = operands.filter((operand) => operation !== '*' || !isConstant(operand))
      if (first === undefined || !isSummed(first, owner, columns)) return false
      if (operation === '*' || operation === '/') return divisors.every(isConstant)
      return ['+', '-', 'add'].includes(operation) && divisors.every((one) => isSummed(one, owner, columns))
    }
    default:
      return false
  }
}

/** Returns true for numbers, and days of the period. */
const isConstant = (formula: ColumnFormula): boolean => listReads(formula).every((read) => 'days' in read)

const nameReads = (formula: ColumnFormula, columns: readonly ColumnPlan[]): string =>
  listReads(formula)
    .flatMap((read) => findColumns(read, columns).map(({ id }) => id))
    .join(', ')

/** Returns true for a product with 100, and for a quotient of one. */
const hasHundred = (formula: ColumnFormula): boolean =>
  formula.kind === 'operation' &&
  ['*', '/'].includes(formula.operation) &&
  formula.operands.some(
    (operand) =>
      hasHundred(operand) ||
      (formula.operation === '*' && operand.kind === 'number' && operand.value === 100),
  )

const readsDays = (formula: ColumnFormula | null): boolean =>
  formula !== null && listReads(formula).some((read) => 'days' in read)

const isAddition = (
  formula: ColumnFormula | null,
): formula is Extract<ColumnFormula, { kind: 'operation' }> =>
  formula?.kind === 'operation' && formula.operation === 'add'

/** The largest part of 1 that a limit of percentages can be meant as. */
const MAX_PERCENTAGE = 2
/** The largest change that can be meant as a part of 1. */
export const MAX_CHANGE = 10

/** Describes a limit of percentages that is written as their number; null for any other limit. */
export function findPercentError(column: ColumnPlan, limit: number): string | null {
  const { format } = column
  const formula = getFormula(column)
  const isChange = formula?.kind === 'operation' && formula.operation === 'change'
  const max = isChange ? MAX_CHANGE : MAX_PERCENTAGE
  if (format?.options.style !== 'percent' || Math.abs(limit) <= max) return null
  const [percent, part] = [limit * 100, limit / 100].map((value) => Number(value.toPrecision(12)))
  return `${limit} is ${percent}%; of a percentage write the part of 1, such as ${part}`
}

export const describeUnit = ({ format }: ColumnPlan): string => describeFormat(format)

const describeFormat = (format: NumberFormat | null): string =>
  isPoints(format)
    ? 'percentage points'
    : format?.options.style === 'percent'
      ? 'percent'
      : format === null || format.suffix === ''
        ? 'plain numbers'
        : `'${format.suffix.trim()}'`

function findColumns(read: ColumnRead, columns: readonly ColumnPlan[]): readonly ColumnPlan[] {
  if ('columns' in read) return columns.filter(isSummedSeries)
  const named = columns.find(({ id }) => 'column' in read && id === read.column)
  return named === undefined ? [] : [named]
}

const listOperands = (column: ColumnPlan, columns: readonly ColumnPlan[]): readonly ColumnPlan[] => {
  const formula = getFormula(column)
  return formula === null ? [] : listReads(formula).flatMap((read) => findColumns(read, columns))
}

/** Collects the columns from which a column is computed, and those from which these are. */
function collectOperands(
  column: ColumnPlan,
  columns: readonly ColumnPlan[],
  collected = new Set<ColumnPlan>(),
): ReadonlySet<ColumnPlan> {
  for (const operand of listOperands(column, columns)) {
    if (collected.has(operand)) continue
    collected.add(operand)
    collectOperands(operand, columns, collected)
  }
  return collected
}

/** Lists the columns that a sum adds in the end, by id; one that it adds twice is there twice. */
function listLeaves(
  column: ColumnPlan,
  columns: readonly ColumnPlan[],
  above: readonly ColumnPlan[] = [],
): readonly string[] {
  if (above.includes(column)) return []
  const formula = getFormula(column)
  const operands = isAddition(formula) ? formula.operands : []
  const summands = operands.flatMap((one) => (one.kind === 'read' ? findColumns(one.name, columns) : []))
  if (summands.length === 0) return [column.id]
  return summands.flatMap((summand) => listLeaves(summand, columns, [...above, column]))
}
