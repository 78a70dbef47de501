import { isCurrency } from '../../dataset/currencies.ts'
import type { DatasetPlan, FixedMeasure } from '../../dataset/dataset-plan.ts'
import { readsRecords, requireName } from '../expressions/compile-expression.ts'
import {
  type CallSyntax,
  ExpressionError,
  formatExpression,
  type NameSyntax,
  parseExpression,
  parseExpressionAt,
  type Syntax,
} from '../expressions/parse-expression.ts'
import {
  addUnits,
  anyUnit,
  createFactor,
  createSumUnit,
  createUnit,
  daysUnit,
  describeUnit,
  divideUnits,
  findSource,
  isAmount,
  isDays,
  multiplyUnits,
  plainUnit,
  type Unit,
  unknownUnit,
  writeQuotient,
  writeSource,
} from './units.ts'

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
  /** Whether names are values of records, and not sums of them. */
  readonly isOfRecord: boolean
  /** Hears of a value whose rows have units of their own, so that they have no total. */
  readonly onMixed: () => void
}

interface Rate {
  readonly unit: string | null
  /** The dimensions by whose values a rate is found, and the values that are the same for all rates. */
  readonly from: ReadonlySet<string>
  /** The dimensions of the dataset that has the rate. */
  readonly dimensions: DatasetPlan['dimensions']
}

/**
 * Finds the unit of an expression, or the dimension whose values are its units. `isScaled` for numbers in another unit:
 * bytes that are divided by a million. `ofQuotient` is the unit of a quotient that is no share. Throws ExpressionError where it adds or compares two units, or records whose units
 * a dimension says and nothing separates, and where its format names another unit.
 */
export function findExpressionUnit(text: string, scope: UnitScope, written: string | undefined) {
  const syntax = parseExpression(text)
  const found = findUnit(syntax, scope, [])
  const unit = isDays(found) ? null : found.name
  requireUnit(written, unit, hasFactor(syntax))
  const isScaled = found.scale !== 1
  const from = unit !== null && isAmount(unit) ? findSource(found) : null
  return { unit: from === null ? unit : null, from, isScaled, ofQuotient: writeQuotient(found) }
}

/** Throws ExpressionError for a format that names another unit than that of the numbers. A factor can convert them. */
function requireUnit(written: string | undefined, unit: string | null, isScaled: boolean): void {
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
  if (syntax.kind === 'number') return createFactor(syntax.value)
  if (syntax.kind === 'name') return findNamedUnit(syntax, scope, above)
  const { name, operands, index } = syntax
  if (name === 'convert') return findConvertedUnit(syntax, scope, above)
  const isSum = name === 'sum' && operands[0]?.kind === 'name'
  const inner = readsRecords(name) && !isSum ? { ...scope, isOfRecord: true } : scope
  const units = operands.map((operand) => findUnit(operand, inner, above))
  const [first = anyUnit, second = anyUnit] = units
  if (['+', '-', 'add'].includes(name)) return addUnits(units, index)
  if (/^[<>=!]/.test(name)) {
    addUnits(units, index)
    return plainUnit
  }
  if (name === 'if') return addUnits(units.slice(1), index)
  const factors = operands.map((operand) => (operand.kind === 'number' ? operand.value : null))
  if (name === '*') return multiplyUnits(first, second, factors)
  if (name === '/') return divideUnits(first, second, factors[1] ?? null)
  if (['share', 'contribution', 'rank'].includes(name)) requireOneUnit(syntax, first, scope)
  if (countFunctions.has(name)) return plainUnit
  if (operands.length === 0) return daysUnit
  // The unit of the others is that of what is aggregated or taken from other records.
  return name === 'each' ? second : first
}

const countFunctions: ReadonlySet<string> = new Set([
  'share',
  'contribution',
  'change',
  'rank',
  'count',
  'distinct',
  'periods',
])

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
function findConvertedUnit(syntax: CallSyntax, scope: UnitScope, above: readonly string[]): Unit {
  const { operands, index } = syntax
  const [amount, currency, rate, base] = operands
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
    const message = `the unit of '${name}' is ${rateUnit.unit === null ? 'not known' : describeUnit(createUnit(rateUnit.unit, name))}, not '${target}'; give the measure "unit": "${target}", or the dimension that says it, and fix that by "where"`
    throw new ExpressionError(message, at)
  }
  const ofRate = { ...scope, separated: rateUnit.from }
  const own = amount === undefined ? anyUnit : findUnit(amount, ofRate, above)
  const source = findSource(own) ?? own.name
  if (source !== null && !rateUnit.from.has(source)) {
    const [table] = name.split('.')
    const message = `the amount is in ${describeUnit(own)}, from which '${name}' is no rate; add ${writeJoin(own, rateUnit)} to "data.with.${table}"`
    throw new ExpressionError(message, index)
  }
  const countName = (operand: Syntax): number | null => {
    const { name: unit } = findUnit(operand, ofRate, above)
    return unit === null ? null : Number(isAmount(unit) || rateUnit.from.has(unit))
  }
  const count = amount === undefined ? 1 : countAmounts(amount, countName)
  if (count !== 1 && count !== null) {
    throw new ExpressionError('only an amount is converted, such as x, x * 2 or x / n', index)
  }
  return createUnit(target, formatExpression(syntax))
}

/** Writes the key of a join that finds the rates from a unit. */
function writeJoin(unit: Unit, { dimensions }: Rate): string {
  const source = findSource(unit)
  const holder = dimensions.find(({ values }) => values?.includes(unit.name ?? '')) ?? dimensions[0]
  const id = holder?.id ?? 'currency'
  return source === null ? `"where": { "${id}": ["${unit.name}"] }` : `"by": { "${source}": "${id}" }`
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

function findNamedUnit({ name, index }: NameSyntax, scope: UnitScope, above: readonly string[]): Unit {
  const measure = scope.findMeasure(name)
  const column = measure === undefined ? scope.findColumn(name) : undefined
  if (column?.unit !== undefined) return createUnit(column.unit, name)
  if (column?.value !== undefined && !above.includes(name)) {
    return findUnit(parseExpressionAt(column.value, index), scope, [...above, name])
  }
  if (measure === undefined) return unknownUnit
  const { unit } = measure
  const create = scope.isOfRecord ? createUnit : createSumUnit
  if (typeof unit === 'string') return create(unit, name)
  if (scope.separated.has(unit.from) || scope.pivot === unit.from) {
    return create(writeSource(unit.from), name)
  }
  if (scope.rows.has(unit.from)) {
    scope.onMixed()
    return create(writeSource(unit.from), name)
  }
  const message = `the unit of '${name}' is its '${unit.from}'; add "${unit.from}" to rows.by, pivot it, or fix it by "where" or a selector of one value`
  throw new ExpressionError(message, index)
}
