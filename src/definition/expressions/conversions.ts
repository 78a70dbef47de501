import { checkCount, functions, requireName } from './compile-expression.ts'
import type { Syntax } from './parse-expression.ts'

/**
 * Writes what `convert(x, USD, fx.rate)` computes: of each record x times its rate, outside an aggregate the sum of that.
 * A fourth operand divides the rate. Throws ExpressionError.
 */
export function writeConversions(syntax: Syntax, isOfRecord = false): Syntax {
  if (syntax.kind !== 'call') return syntax
  const { name, operands, index } = syntax
  const [amount, , rate, base] = operands
  if (name !== 'convert' || amount === undefined) {
    const kind = Object.hasOwn(functions, name) ? functions[name as keyof typeof functions].kind : null
    const isRecord = isOfRecord || kind === 'aggregate' || kind === 'sampled'
    return { ...syntax, operands: operands.map((operand) => writeConversions(operand, isRecord)) }
  }
  checkCount(name, operands.length, index)
  const operate = (operation: '*' | '/', ...parts: readonly Syntax[]): Syntax => ({
    kind: 'call',
    name: operation,
    operands: parts,
    index,
  })
  const own = requireName(rate, index)
  const factor = base === undefined ? own : operate('/', own, requireName(base, index))
  const product = operate('*', writeConversions(amount, true), factor)
  return isOfRecord ? product : { kind: 'call', name: 'sum', operands: [product], index }
}
