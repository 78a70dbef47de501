import { getKind, isUsual } from './compile-expression.ts'
import { parseExpression, type Syntax } from './parse-expression.ts'

const operators: Readonly<Record<string, string>> = {
  '+': 'plus',
  '-': 'minus',
  '*': 'times',
  '/': 'divided by',
  '<': 'is below',
  '<=': 'is at most',
  '=': 'is',
  '!=': 'is not',
  '>=': 'is at least',
  '>': 'is above',
}

type Phrase = (operands: readonly string[], period: string) => string

const listFormat = new Intl.ListFormat('en-GB')

/** The functions that are not read as `NAME of OPERANDS`; `period` is the usual period before. */
const phrases: Readonly<Record<string, Phrase>> = {
  negate: ([x = '']) => `minus ${x}`,
  mean: ([x = '', weight]) => `mean of ${x}${weight === undefined ? '' : ` weighted by ${weight}`}`,
  min: ([x = '']) => `lowest ${x}`,
  max: ([x = '']) => `highest ${x}`,
  count: ([x]) => (x === undefined ? 'number of records' : `number of records with ${x}`),
  percentile: ([x = '', percent = '']) => `${percent}th percentile of ${x}`,
  deviation: ([x = '']) => `median deviation of ${x}`,
  distinct: ([x = '']) => `number of different ${x}`,
  each: ([by = '', x = '']) => `${x} of each ${by}`,
  first: ([x = '']) => `first ${x}`,
  last: ([x = '']) => `last ${x}`,
  add: (operands) => `sum of ${listFormat.format(operands)}`,
  convert: ([x = '', currency = '']) =>
    `${x} in ${currency.includes('.') ? 'the chosen currency' : currency}`,
  abs: ([x = '']) => `${x} without its sign`,
  if: ([condition = '', x = '', y = '']) => `${x} if ${condition}, otherwise ${y}`,
  share: ([x = '', unit]) => `share of ${x} in all ${unit === undefined ? 'rows' : `of the same ${unit}`}`,
  days: () => 'days of the period',
  daysElapsed: () => 'days up to the last record',
  daysLeft: () => 'days after the last record',
  workdays: () => 'workdays of the period',
  workdaysElapsed: () => 'workdays up to the last record',
  workdaysLeft: () => 'workdays after the last record',
  periods: ([x = '']) => `number of periods with ${x}`,
  rank: ([x = '', unit]) => `rank of ${x} among all ${unit === undefined ? 'rows' : `of the same ${unit}`}`,
  change: ([x = '', unit], period) => `change of ${x} since the ${unit ?? period} before`,
  contribution: ([x = '', unit], period) =>
    `part in the difference of ${x} since the ${unit === 'year' ? unit : period} before`,
  priceEffect: ([x = '', volume = '', unit], period) =>
    `part of the price of ${volume} in the difference of ${x} since the ${unit === undefined ? period : 'year'} before`,
  volumeEffect: ([x = '', volume = '', unit], period) =>
    `part of ${volume} in the difference of ${x} since the ${unit === undefined ? period : 'year'} before`,
  previous: ([x = '', unit], period) => `${x} of the ${unit ?? period} before`,
  running: ([x = '', unit]) => `${x} since the ${unit ?? 'period'} began`,
  window: ([x = '', count, unit = '', ...flags]) =>
    `${x} of the ${flags.includes('sameWeekday') ? 'same weekday of the ' : ''}${flags.length === 0 ? 'last ' : ''}${count} ${unit}s${flags.length === 0 ? '' : ' before'}`,
}

/** The kinds of functions whose operands after the first are no values. */
const placed = new Set(['conversion', 'share', 'rank', 'change', 'at'])

export interface Words {
  readonly name: (id: string) => string
  /** Returns true for a name that a dataset has aggregated. */
  readonly isPart?: (id: string) => boolean
  /** What comes before a record where an expression names no unit: a row or a period. */
  readonly period: 'row' | 'period'
}

/** Writes an expression in words: `Answered divided by Attempts`. Throws ExpressionError. */
export const describeExpression = (text: string, words: Words): string =>
  describeSyntax(parseExpression(text), words)

/** Writes a part of an expression in words, with brackets around an operation inside another one. */
export function describeSyntax(syntax: Syntax, words: Words): string {
  if (syntax.kind === 'number') return String(syntax.value)
  if (syntax.kind === 'name') return words.name(syntax.name)
  const { name, operands } = syntax
  const [first] = operands
  if (first?.kind === 'name' && words.isPart?.(first.name) === true) return words.name(first.name)
  const inner = operands.map((operand, index) => {
    if (index > 0 && placed.has(getKind(name) ?? '') && operand.kind === 'name') return operand.name
    const text = describeSyntax(operand, words)
    const isNested = operand.kind === 'call' && !isNoun(operand.name)
    return isNested && !(name === 'if' && index === 0) ? `(${text})` : text
  })
  if (!/^\w/.test(name)) return inner.join(` ${operators[name] ?? name} `)
  const describe = Object.hasOwn(phrases, name) ? phrases[name] : undefined
  const text = describe?.(inner, words.period) ?? `${name} of ${listFormat.format(inner)}`
  const isOfValues = name === 'window' && first?.kind === 'call' && isUsual(first.name)
  return isOfValues && first.name !== 'periods' ? `${text}, blank with fewer than six values` : text
}

/** Returns true for a function whose words can be an operand without brackets, such as `mean of Minutes`. */
const isNoun = (name: string): boolean =>
  /^\w/.test(name) && name !== 'negate' && name !== 'add' && name !== 'if'
