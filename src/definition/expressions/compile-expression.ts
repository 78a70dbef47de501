import type { OperationName } from '../../query/arithmetic.ts'
import { type Formula, operate } from '../../query/formula.ts'
import type { DayCount } from '../../report/model/column-kind.ts'
import { describeUnknown } from '../../diagnostics/diagnostic.ts'
import {
  type CallSyntax,
  ExpressionError,
  type NameSyntax,
  parseExpression,
  type Syntax,
} from './parse-expression.ts'

/** Describes a function: what it does with its operands, which those are, and what it returns. */
const define = <const Kind extends string>(kind: Kind, operands: string, summary: string) => ({
  kind,
  operands,
  summary,
})

export const functions = {
  sum: define('aggregate', 'x', 'the sum over the records'),
  mean: define('aggregate', 'x, weight?', 'the mean over the records, by weights if named'),
  min: define('aggregate', 'x', 'the smallest value'),
  max: define('aggregate', 'x', 'the largest value'),
  count: define('aggregate', 'x?', 'how many records there are, or have a value'),
  first: define('aggregate', 'x', 'the value of the first time'),
  last: define('aggregate', 'x', 'the value of the last time'),
  median: define('sampled', 'x', 'the value in the middle of the records'),
  percentile: define('sampled', 'x, percent', 'the value that so many percent of the records do not exceed'),
  deviation: define('sampled', 'x', 'the median distance from the median'),
  periods: define('periods', 'x', 'how many periods of a window have a value'),
  distinct: define('sampled', 'name, x?', 'how many different texts there are, or have a value'),
  each: define('each', 'name, x', 'the sum of x for each day, or each text of a field'),
  convert: define(
    'conversion',
    'x, currency, rate, base?',
    'x of each record in a currency, by the rate of another dataset',
  ),
  add: define('operation', 'x, …', 'the sum of what is not blank'),
  abs: define('operation', 'x', 'the value without its sign'),
  if: define('operation', 'condition, x, y', 'x where the condition holds, otherwise y'),
  share: define('share', 'x, …', 'x divided by x of all rows'),
  change: define('change', 'x, …', 'the growth of x since the period before: 0.1 is a tenth'),
  contribution: define(
    'share',
    'x, …',
    'the part of the row in the difference of the total since the period before',
  ),
  priceEffect: define(
    'effect',
    'amount, volume, year?',
    'the part of the price in the difference of an amount since the period before',
  ),
  volumeEffect: define(
    'effect',
    'amount, volume, year?',
    'the part of the volume in the difference of an amount since the period before',
  ),
  previous: define('at', 'x, …', 'x of the period before'),
  running: define('at', 'x, …', 'x of all records since a period began'),
  window: define('at', 'x, …', 'x of the records of the last periods'),
  days: define('days', '', 'the days of the chosen period'),
  daysElapsed: define('days', '', 'its days up to the last day with a record'),
  daysLeft: define('days', '', 'its days after the last day with a record'),
  workdays: define('days', '', 'the workdays of the chosen period'),
  workdaysElapsed: define('days', '', 'its workdays up to the last day with a record'),
  workdaysLeft: define('days', '', 'its workdays after the last day with a record'),
  rank: define('rank', 'x, …', 'the place among all rows: 1 has the largest x'),
}
export type FunctionName = keyof typeof functions
type FunctionOf<Kind> = {
  [K in FunctionName]: (typeof functions)[K]['kind'] extends Kind ? K : never
}[FunctionName]
export type AggregateFunction = FunctionOf<'aggregate'>

/** A function that needs every value of the records, which no part of them can replace. */
export type SampledFunction = FunctionOf<'sampled'>

/** Returns true for a function that needs every value of the records. */
export const isSampled = (name: string): name is SampledFunction => getKind(name) === 'sampled'

/** What a window computes of the values of several periods; a percentile says its own percent. */
const usual = { median: 50, deviation: 'deviation', periods: 'count', percentile: 0 } as const

/** Returns true for a function that a window computes of the values of several periods. */
export const isUsual = (name: string): name is keyof typeof usual => Object.hasOwn(usual, name)

const isFunction = (name: string): name is FunctionName => Object.hasOwn(functions, name)

/** Returns what a function does with its operands; null for an operator and an unknown name. */
export const getKind = (name: string) => (isFunction(name) ? functions[name].kind : null)

/** Returns true for a function whose operands are of each record. */
export const readsRecords = (name: string): boolean => ['aggregate', 'sampled'].includes(getKind(name) ?? '')

/** What an expression can name. The functions throw ExpressionError for what they do not know. */
export interface Scope<C, P> {
  /** Resolves a name outside aggregates. `isAdded` for an operand of `add`, which can be a group. */
  readonly read: (name: string, index: number, isAdded: boolean) => Formula<C, P>
  readonly aggregate: (
    call: CallSyntax & { readonly name: AggregateFunction | SampledFunction },
  ) => Formula<C, P>
  /**
   * Resolves the records of which a function takes its value, by the operands after the first. `ofEach` for the values of
   * each of several periods.
   */
  readonly place: (name: FunctionName, operands: readonly Syntax[], index: number, ofEach: boolean) => P
  /** Resolves a number of days of the chosen period; missing where no period is known. */
  readonly countDays?: (count: DayCount, index: number) => Formula<C, P>
  /** Compiles the whole of a share, where it is not the same value of other records. */
  readonly whole?: (compile: () => Formula<C, P>, operands: readonly Syntax[]) => Formula<C, P>
}

/** Compiles an expression. Throws ExpressionError with the index of what is wrong. */
export const compileExpression = <C, P>(text: string, scope: Scope<C, P>): Formula<C, P> =>
  compileSyntax(parseExpression(text), scope)

/** Compiles a part of an expression. Throws ExpressionError. */
function compileSyntax<C, P>(syntax: Syntax, scope: Scope<C, P>, isAdded = false): Formula<C, P> {
  if (syntax.kind === 'number') return { kind: 'number', value: syntax.value }
  if (syntax.kind === 'name') return scope.read(syntax.name, syntax.index, isAdded)
  const { name, operands, index } = syntax
  const compile = (operand: Syntax) => compileSyntax(operand, scope, name === 'add')
  if (name === 'negate') return operate('-', { kind: 'number', value: 0 }, ...operands.map(compile))
  if (!/^\w/.test(name)) return operate(name as OperationName, ...operands.map(compile))
  if (!isFunction(name)) {
    throw new ExpressionError(describeUnknown('function', name, Object.keys(functions)), index)
  }
  checkCount(name, operands.length, index)
  const { kind } = functions[name]
  if (kind === 'aggregate' || kind === 'sampled') {
    return scope.aggregate({ ...syntax, name: name as AggregateFunction | SampledFunction })
  }
  if (kind === 'each' || kind === 'periods') throw createOutsideError(kind, index)
  if (kind === 'days') {
    if (scope.countDays === undefined)
      throw new ExpressionError(`'${name}' is inside an aggregate; write it outside`, index)
    return scope.countDays(name as DayCount, index)
  }
  if (kind === 'conversion' || kind === 'effect') {
    throw new ExpressionError(`'${name}' needs a report that asks a dataset`, index)
  }
  const [condition] = operands
  if (name === 'if' && condition !== undefined && !isComparison(condition)) {
    throw new ExpressionError('a condition compares two values, such as answered > 0', condition.index)
  }
  if (kind === 'operation') return operate(name as OperationName, ...operands.map(compile))
  const [first, ...rest] = operands as readonly [Syntax, ...Syntax[]]
  // A contribution is divided by another value of all rows than its own.
  const [all = first] = name === 'contribution' ? rest : []
  if (name === 'window' && first.kind === 'call' && isUsual(first.name)) {
    const [x = first, percent] = first.operands
    checkCount(first.name, first.operands.length, first.index)
    const place = scope.place(name, rest, index, true)
    const asked = first.name === 'percentile' ? parsePercent(percent, first.index) : usual[first.name]
    return { kind: 'usual', percent: asked, place, of: compile(x) }
  }
  const of = compile(first)
  const place = scope.place(name, rest, index, false)
  if (kind === 'rank') return { kind, place, of }
  const whole = kind === 'share' ? scope.whole?.(() => compile(all), rest) : undefined
  const elsewhere = { kind: 'at', place, of: whole ?? (all === first ? of : compile(all)) } as const
  return kind === 'at' ? elsewhere : operate(kind === 'share' ? '/' : kind, of, elsewhere)
}

const isComparison = (syntax: Syntax): boolean =>
  syntax.kind === 'call' && ['<', '<=', '=', '!=', '>=', '>'].includes(syntax.name)

const insides = {
  each: 'an aggregate: mean(each(day, minutes))',
  periods: 'a window: window(periods(minutes), 8, week, sameWeekday, before)',
}

/** Creates the error of a function outside of another one in which it is written. */
export const createOutsideError = (name: keyof typeof insides, index: number): ExpressionError =>
  new ExpressionError(`'${name}' is inside ${insides[name]}`, index)

/** Parses `each(name, x)`, the operand of an aggregate; null for any other operand. Throws ExpressionError. */
export function parseEach(
  syntax: Syntax | undefined,
): { readonly by: NameSyntax; readonly of: Syntax } | null {
  if (syntax?.kind !== 'call' || syntax.name !== 'each') return null
  checkCount('each', syntax.operands.length, syntax.index)
  const [by, of] = syntax.operands
  return { by: requireName(by, syntax.index), of: of as Syntax }
}

/** Returns an operand that has to be a name. Throws ExpressionError. */
export function requireName(operand: Syntax | undefined, index: number): NameSyntax {
  if (operand?.kind === 'name') return operand
  throw new ExpressionError('a name is expected here', operand?.index ?? index)
}

/** Parses the percent of `percentile`. Throws ExpressionError. */
export function parsePercent(operand: Syntax | undefined, index: number): number {
  if (operand?.kind === 'number' && operand.value <= 100) return operand.value
  throw new ExpressionError('a number from 0 to 100 is expected here', operand?.index ?? index)
}

/** Throws ExpressionError for a call with too few or too many operands. */
export function checkCount(name: FunctionName, count: number, index: number): void {
  const written = functions[name].operands.split(', ').filter((operand) => operand !== '')
  const least = written.filter((operand) => operand !== '…' && !operand.endsWith('?')).length
  const most = written.includes('…') ? Infinity : written.length
  if (count >= least && count <= most) return
  throw new ExpressionError(`${count} operands; allowed is ${name}(${functions[name].operands})`, index)
}

/** Compiles what an aggregate takes of each record: arithmetic of its fields. Throws ExpressionError. */
export const compileRecordExpression = <C>(
  syntax: Syntax,
  read: (name: string, index: number) => C,
): Formula<C> =>
  compileSyntax<C, never>(syntax, {
    read: (name, index) => ({ kind: 'read', name: read(name, index) }),
    aggregate: ({ name, index }) => {
      throw new ExpressionError(`'${name}' is inside another aggregate`, index)
    },
    place: (name, _, index) => {
      throw new ExpressionError(`'${name}' is inside an aggregate; write it around the aggregate`, index)
    },
  })

const countingFunctions: ReadonlySet<string> = new Set(['count', 'distinct', 'rank', 'periods'])

/** The functions whose value is whole if all operands are. */
const wholeOperations: ReadonlySet<string> = new Set(['+', '-', '*', 'negate', 'abs', 'add'])

/** Returns true for a count, and for what is computed of counts without a quotient: it has no decimals. */
export const isWholeNumber = (text: string): boolean => isWhole(parseExpression(text))

function isWhole(syntax: Syntax): boolean {
  if (syntax.kind !== 'call') return syntax.kind === 'number' && Number.isInteger(syntax.value)
  const { name, operands } = syntax
  if (name === 'if') return operands.slice(1).every(isWhole)
  const kind = getKind(name)
  // The operands after the first say of which records it is.
  if (kind === 'at') return operands.slice(0, 1).every(isWhole)
  return (
    countingFunctions.has(name) || kind === 'days' || (wholeOperations.has(name) && operands.every(isWhole))
  )
}
