import { getKind } from './compile-expression.ts'
import { parseExpression, type Syntax } from './parse-expression.ts'

const counts: ReadonlySet<string> = new Set(['count', 'distinct', 'rank', 'periods'])

/** The functions whose value is whole if all operands are. */
const operations: ReadonlySet<string> = new Set(['+', '-', '*', 'negate', 'abs', 'add'])

/** Returns true for a count, and for what is computed of counts without a quotient: it has no decimals. */
export const isWholeNumber = (text: string): boolean => isWhole(parseExpression(text))

function isWhole(syntax: Syntax): boolean {
  if (syntax.kind !== 'call') return syntax.kind === 'number' && Number.isInteger(syntax.value)
  const { name, operands } = syntax
  if (name === 'if') return operands.slice(1).every(isWhole)
  const kind = getKind(name)
  // The operands after the first say of which records it is.
  if (kind === 'at') return operands.slice(0, 1).every(isWhole)
  return counts.has(name) || kind === 'days' || (operations.has(name) && operands.every(isWhole))
}
