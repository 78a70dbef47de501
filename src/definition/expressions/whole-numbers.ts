import { getKind } from './compile-expression.ts'
import { parseExpression, type Syntax } from './parse-expression.ts'

const counts: ReadonlySet<string> = new Set(['count', 'distinct', 'rank', 'periods'])

/** The functions whose value is whole if their first operand is, and those for which all operands have to be. */
const places: ReadonlySet<string> = new Set(['previous', 'running', 'window'])
const operations: ReadonlySet<string> = new Set(['+', '-', '*', 'negate', 'abs', 'add'])

/** Returns true for a count, and for what is computed of counts without a quotient: it has no decimals. */
export const isWholeNumber = (text: string): boolean => isWhole(parseExpression(text))

function isWhole(syntax: Syntax): boolean {
  if (syntax.kind !== 'call') return syntax.kind === 'number' && Number.isInteger(syntax.value)
  const { name, operands } = syntax
  if (name === 'if') return operands.slice(1).every(isWhole)
  if (places.has(name)) return operands.slice(0, 1).every(isWhole)
  return counts.has(name) || getKind(name) === 'days' || (operations.has(name) && operands.every(isWhole))
}
