import { checkCount, readsRecords, requireName } from './compile-expression.ts'
import { parseExpression, type Syntax, writeCall } from './parse-expression.ts'

/**
 * Writes what `convert(x, USD, fx.rate)` computes: of each record x times its rate, outside an aggregate the sum of that.
 * A fourth operand divides the rate. Throws ExpressionError.
 */
export function writeConversions(syntax: Syntax, isOfRecord = false): Syntax {
  if (syntax.kind !== 'call') return syntax
  const { name, operands, index } = syntax
  const [amount, , rate, base] = operands
  if (name !== 'convert' || amount === undefined) {
    const isRecord = isOfRecord || readsRecords(name)
    return { ...syntax, operands: operands.map((operand) => writeConversions(operand, isRecord)) }
  }
  checkCount(name, operands.length, index)
  const write = (operation: string, ...parts: readonly Syntax[]) => ({
    ...writeCall(operation, ...parts),
    index,
  })
  const dividend = requireName(rate, index)
  const factor = base === undefined ? dividend : write('/', dividend, requireName(base, index))
  const product = write('*', writeConversions(amount, true), factor)
  return isOfRecord ? product : write('sum', product)
}

/** The measures of a dataset, by the names that its own expressions use. */
interface Measures {
  readonly isStored: (name: string) => boolean
  readonly findComputed: (name: string) => { readonly value: string } | undefined
  /** Returns the name by which the reader's expression knows a measure. */
  readonly rename: (name: string) => string
}

/**
 * Writes what a computed measure computes of the measures of records, so that a column of the same name does not change
 * it: `minutes / answered` becomes `sum(minutes) / sum(answered)`. Throws ExpressionError.
 */
export function bindMeasures(text: string, measures: Measures): Syntax {
  const bind = (syntax: Syntax, isOfRecord: boolean): Syntax => {
    if (syntax.kind === 'number') return syntax
    if (syntax.kind === 'call') {
      const isInside = isOfRecord || syntax.name === 'convert' || readsRecords(syntax.name)
      return { ...syntax, operands: syntax.operands.map((operand) => bind(operand, isInside)) }
    }
    const { name, index } = syntax
    const computed = isOfRecord ? undefined : measures.findComputed(name)
    if (computed !== undefined) return bindMeasures(computed.value, measures)
    if (!measures.isStored(name)) return syntax
    const renamed = { ...syntax, name: measures.rename(name) }
    return isOfRecord ? renamed : { kind: 'call', name: 'sum', operands: [renamed], index }
  }
  return bind(parseExpression(text), false)
}
