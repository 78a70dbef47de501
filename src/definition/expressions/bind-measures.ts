import { functions } from './compile-expression.ts'
import { parseExpression, type Syntax } from './parse-expression.ts'

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
      const isInside = isOfRecord || readsRecords(syntax.name)
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

/** Returns true for a function whose operands are of each record. */
const readsRecords = (name: string): boolean =>
  name === 'convert' ||
  (Object.hasOwn(functions, name) &&
    ['aggregate', 'sampled'].includes(functions[name as keyof typeof functions].kind))
