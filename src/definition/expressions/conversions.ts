import { checkCount, functions, requireName } from './compile-expression.ts'
import type { Syntax } from './parse-expression.ts'

/**
 * Writes what `convert(x, USD, fx.rate)` computes: of each record x times its rate, outside an aggregate the sum of that.
 * Throws ExpressionError.
 */
export function writeConversions(syntax: Syntax, isOfRecord = false): Syntax {
  if (syntax.kind !== 'call') return syntax
  const { name, operands, index } = syntax
  const [amount, , rate] = operands
  if (name !== 'convert' || amount === undefined) {
    const kind = Object.hasOwn(functions, name) ? functions[name as keyof typeof functions].kind : null
    const isRecord = isOfRecord || kind === 'aggregate' || kind === 'sampled'
    return { ...syntax, operands: operands.map((operand) => writeConversions(operand, isRecord)) }
  }
  checkCount(name, operands.length, index)
  const product: Syntax = {
    kind: 'call',
    name: '*',
    operands: [writeConversions(amount, true), requireName(rate, index)],
    index,
  }
  return isOfRecord ? product : { kind: 'call', name: 'sum', operands: [product], index }
}
