import { isTimeUnit, unitSeconds } from '../../../schemas/report/values.ts'
import { isCurrency } from '../../dataset/currencies.ts'
import type { FixedMeasure } from '../../dataset/dataset-plan.ts'
import { requireName } from '../expressions/compile-expression.ts'
import {
  type CallSyntax,
  ExpressionError,
  type NameSyntax,
  parseExpression,
  parseExpressionAt,
  type Syntax,
} from '../expressions/parse-expression.ts'

/** What decides the unit of the names of an expression. */
export interface UnitScope {
  readonly findMeasure: (name: string) => Pick<FixedMeasure, 'unit'> | undefined
  /** Finds the expression, or the written unit, of a column; undefined for a name that is no column. */
  readonly findColumn: (
    name: string,
  ) => { readonly value?: string | undefined; readonly unit?: string | undefined } | undefined
  /** Returns the unit into which a rate converts, and the units that it converts; null for a name that is no rate. */
  readonly findRate: (name: string) => Rate | null
  /** Returns the unit of the currency of a conversion; null for a dimension that no selector chooses. */
  readonly findTarget: (name: string) => string | null
  /** The dimensions of which all records that are read have one value. */
  readonly separated: ReadonlySet<string>
  /** The dimension whose values are columns, of which each cell has one value; undefined for none. */
  readonly pivot: string | undefined
  /** The dimensions of which each row has one value. */
  readonly rows: ReadonlySet<string>
  /** Hears of a value whose rows have units of their own, so that they have no total. */
  readonly onMixed: () => void
}

interface Rate {
  readonly unit: string | null
  /** The dimensions by whose values a rate is found, and the values that are the same for all rates. */
  readonly from: ReadonlySet<string>
}

/**
 * A unit: empty for plain numbers, null where any unit fits. Of the value of a dimension it is `BY` and the dimension, of
 * a quotient of such amounts `PER` and the dimension.
 */
type Unit = string | null

/**
 * Finds the unit of an expression, or the dimension whose values are its units. Throws ExpressionError where it adds or
 * compares two units, or records whose units a dimension says and nothing separates, and where its format names another
 * unit.
 */
export function findExpressionUnit(
  text: string,
  scope: UnitScope,
  written: string | undefined,
): { readonly unit: Unit; readonly from: string | null } {
  const syntax = parseExpression(text)
  const found = findUnit(syntax, scope, [])
  const unit = found === DAYS || found?.startsWith(PER) === true ? null : found
  requireUnit(written, unit, hasFactor(syntax))
  return unit?.startsWith(BY) === true ? { unit: null, from: unit.slice(BY.length) } : { unit, from: null }
}

/** Throws ExpressionError for a format that names another unit than that of the numbers. A factor can convert them. */
function requireUnit(written: string | undefined, unit: Unit, isScaled: boolean): void {
  if (written === undefined || unit === null || unit === '') return
  if (written === unit || written.startsWith(`${unit}/`)) return
  const isMoney = isAmount(unit) && (isCurrency(written) || !isCurrency(unit))
  if (isScaled && !isMoney) return
  const message = isMoney
    ? `the amounts are in ${unit}, and the format says ${written}; convert them`
    : `the numbers are in ${unit}, and the format says ${written}; leave out its unit, or multiply by a number`
  throw new ExpressionError(message, 0)
}

/** Returns true for an expression that multiplies or divides by a number, as from minutes to hours. */
const hasFactor = (syntax: Syntax): boolean =>
  syntax.kind === 'call' &&
  syntax.operands.some(
    (operand) => hasFactor(operand) || (/^[*/]$/.test(syntax.name) && operand.kind === 'number'),
  )

function findUnit(syntax: Syntax, scope: UnitScope, above: readonly string[]): Unit {
  if (syntax.kind === 'number') return null
  if (syntax.kind === 'name') return findNamedUnit(syntax, scope, above)
  const { name, operands, index } = syntax
  if (name === 'convert') return findConvertedUnit(syntax, scope, above)
  const units = operands.map((operand) => findUnit(operand, scope, above))
  // A number of days only counts what it multiplies.
  const factors = /^[*/]$/.test(name) ? units.map((unit) => (unit === DAYS ? null : unit)) : units
  const [first = null, second = null, third = null] = factors
  const combine = (...values: readonly Unit[]): Unit => {
    const written = values.filter((unit) => unit !== null)
    const [one, stranger] = new Set(written.filter((unit) => !unit.startsWith(PER)))
    if (stranger === undefined) return one ?? written[0] ?? null
    const message = `${describe(one ?? '')} and ${describe(stranger)} are two units; divide one by the other, or write two columns`
    throw new ExpressionError(message, index)
  }
  if (['+', '-', 'add'].includes(name)) return combine(...units)
  if (/^[<>=!]/.test(name)) {
    combine(first, second)
    return ''
  }
  if (name === 'if') return combine(second, third)
  if (name === '*') {
    if (first === null || first === '') return convertTime(second, name, operands[0])
    if (second === null || second === '') return convertTime(first, name, operands[1])
    return [second, first].find(isAmount) ?? [second, first].find((unit) => unit.startsWith(PER)) ?? null
  }
  if (name === '/') {
    if (second === null) return convertTime(first, name, operands[1])
    const mixed = [first, second].find((unit) => findSource(unit) !== null)
    return first === second ? '' : mixed === undefined ? null : `${PER}${findSource(mixed)}`
  }
  if (['share', 'contribution', 'rank'].includes(name)) requireOneUnit(syntax, first, scope)
  if (['share', 'contribution', 'change', 'rank', 'count', 'distinct'].includes(name)) return ''
  if (operands.length === 0) return DAYS
  // The unit of the others is that of what is aggregated or taken from other records.
  return name === 'each' ? second : first
}

/** Returns the unit of an amount after a number, which can convert a time: minutes divided by 60 are hours. */
function convertTime(unit: Unit, operator: '*' | '/', factor: Syntax | undefined): Unit {
  if (unit === null || !isTimeUnit(unit) || factor?.kind !== 'number') return unit
  const seconds = operator === '/' ? unitSeconds[unit] * factor.value : unitSeconds[unit] / factor.value
  return Object.entries(unitSeconds).find(([, length]) => length === seconds)?.[0] ?? unit
}

/** Throws ExpressionError for a function of all rows or cells whose amounts have units of their own. */
function requireOneUnit({ name, operands, index }: CallSyntax, unit: Unit, { separated }: UnitScope): void {
  const from = findSource(unit)
  if (from === null || separated.has(from)) return
  // Such a share is of the amounts of one unit.
  if (operands.slice(1).some((operand) => operand.kind === 'name' && operand.name === from)) return
  const advice = name === 'share' ? `write share(x, ${from}), convert them` : 'convert them'
  const message = `'${name}' would add or compare amounts of each '${from}'; ${advice}, or fix "${from}" by "where" or a selector of one value`
  throw new ExpressionError(message, index)
}

/** Returns the currency of a conversion. Throws ExpressionError for a rate that is not from the amount's currency to it. */
function findConvertedUnit(
  { operands: [amount, currency, rate, base], index }: CallSyntax,
  scope: UnitScope,
  above: readonly string[],
): Unit {
  const { name: written, index: targetIndex } = requireName(currency, index)
  const target = scope.findTarget(written)
  if (target === null) {
    const message = `no selector chooses '${written}'; write one, or a currency such as USD`
    throw new ExpressionError(message, targetIndex)
  }
  const findRate = (operand: Syntax | undefined) => {
    const { name, index: at } = requireName(operand, index)
    const known = scope.findRate(name)
    if (known !== null) return { ...known, name, at }
    throw new ExpressionError(`'${name}' is not a measure of another dataset, such as fx.rate`, at)
  }
  const { name, at, ...rateUnit } = findRate(rate)
  if (base !== undefined) {
    const divisor = findRate(base)
    if (divisor.unit !== rateUnit.unit || !divisor.from.has(target)) {
      const message = `'${divisor.name}' is not the value of '${written}' in the unit of '${name}'`
      throw new ExpressionError(message, divisor.at)
    }
  } else if (rateUnit.unit !== target) {
    const message = `the unit of '${name}' is ${rateUnit.unit === null ? 'not known' : describe(rateUnit.unit)}, not '${target}'; give the measure "unit": "${target}", or the dimension that says it, and fix that by "where"`
    throw new ExpressionError(message, at)
  }
  const own = amount === undefined ? null : findUnit(amount, { ...scope, separated: rateUnit.from }, above)
  if (own !== null && !rateUnit.from.has(findSource(own) ?? own)) {
    const message = `the amount is in ${describe(own)}, from which '${name}' is no rate; name it in "where"`
    throw new ExpressionError(message, index)
  }
  const isAmountUnit = (unit: string) => isAmount(unit) || rateUnit.from.has(unit)
  const count =
    amount === undefined
      ? 1
      : countAmounts(amount, (name) => {
          const unit = findUnit(name, { ...scope, separated: rateUnit.from }, above)
          return unit === null ? null : Number(isAmountUnit(unit))
        })
  if (count !== 1 && count !== null) {
    throw new ExpressionError('only an amount is converted, such as x, x * 2 or x / n', index)
  }
  return target
}

/**
 * Counts the amounts that an expression multiplies, less those that it divides by: 1 for an amount. NaN for a sum of
 * unlike terms, null where anything fits.
 */
function countAmounts(syntax: Syntax, countName: (name: Syntax) => number | null): number | null {
  if (syntax.kind === 'number') return syntax.value === 0 ? null : 0
  if (syntax.kind === 'name') return countName(syntax)
  const { name } = syntax
  if (name === 'convert') return 1
  const counts = syntax.operands.map((operand) => countAmounts(operand, countName))
  const [first = null, second = null] = counts
  if (name === '*') return (first ?? 0) + (second ?? 0)
  if (name === '/') return (first ?? 0) - (second ?? 0)
  if (name !== 'if' && !['+', '-', 'add'].includes(name)) return first
  const terms = counts.slice(name === 'if' ? 1 : 0).filter((count) => count !== null)
  return terms.every((count) => count === terms[0]) ? (terms[0] ?? null) : NaN
}

/** Returns the unit that a selector chooses, by the name of the selector. */
export const writeChosenUnit = (selector: string): string => `{${selector}}`

/** Returns true for the unit of amounts: an amount times anything else is an amount. */
const isAmount = (unit: string): boolean => isCurrency(unit) || unit.startsWith(BY) || unit.startsWith('{')

function findNamedUnit({ name, index }: NameSyntax, scope: UnitScope, above: readonly string[]): Unit {
  const measure = scope.findMeasure(name)
  const column = measure === undefined ? scope.findColumn(name) : undefined
  if (column?.unit !== undefined) return column.unit
  if (column?.value !== undefined && !above.includes(name)) {
    return findUnit(parseExpressionAt(column.value, index), scope, [...above, name])
  }
  if (measure === undefined) return null
  const { unit } = measure
  if (typeof unit === 'string') return unit
  if (scope.separated.has(unit.from) || scope.pivot === unit.from) return BY + unit.from
  if (scope.rows.has(unit.from)) {
    scope.onMixed()
    return BY + unit.from
  }
  const message = `the unit of '${name}' is its '${unit.from}'; add "${unit.from}" to rows.by, pivot it, or fix it by "where" or a selector of one value`
  throw new ExpressionError(message, index)
}

/** Returns the dimension by whose values numbers are told apart; null for none. */
const findSource = (unit: Unit): string | null =>
  unit === null || !/^(its|per) /.test(unit) ? null : unit.slice(BY.length)

const describe = (unit: string): string => (unit === '' ? 'plain numbers' : `'${unit}'`)

const DAYS = 'days'

/** How the unit begins that is the value of a dimension, and that of a quotient with such a unit. */
const [BY, PER] = ['its ', 'per ']
