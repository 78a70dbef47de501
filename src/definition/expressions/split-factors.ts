import { type Formula, listReads, operate } from '../../query/formula.ts'
import type { JoinedRead, RecordRead } from '../../query/plan.ts'

/** A product of what is computed of a record and what is computed of the records that belong to it. */
export interface Term {
  readonly own: Formula<string>
  readonly factor: Formula<JoinedRead>
}

const ONE = { kind: 'number', value: 1 } as const

/**
 * Splits the value of a record into a sum of products, so that records with the same joined records can be added before they
 * are multiplied. Null if it is no such sum.
 */
export function splitFactors(formula: Formula<RecordRead>): readonly Term[] | null {
  const terms = splitTerms(formula)
  if (terms === null) return null
  const [first, second] = terms
  if (first === undefined || second === undefined) return terms
  // A blank by division would leave a record out of one product only.
  if (terms.some(({ factor }) => divides(factor))) return null
  const own = unique(terms.flatMap((term) => listReads(term.own)))
  const joined = unique(terms.flatMap(({ factor }) => listReads(factor)))
  return terms.map((term) => ({ own: require(term.own, own), factor: require(term.factor, joined) }))
}

function splitTerms(formula: Formula<RecordRead>): Term[] | null {
  const reads = listReads(formula)
  if (reads.length === 0) return [{ own: ONE, factor: formula as Formula<JoinedRead> }]
  if (reads.every((read) => typeof read === 'string')) {
    return [{ own: formula as Formula<string>, factor: ONE }]
  }
  if (reads.every((read) => typeof read !== 'string')) {
    return [{ own: ONE, factor: formula as Formula<JoinedRead> }]
  }
  if (formula.kind !== 'operation') return null
  const [left = null, right = null] = formula.operands.map(splitTerms)
  if (left === null || right === null) return null
  switch (formula.operation) {
    case '+':
      return [...left, ...right]
    case '-':
      return [
        ...left,
        ...right.map((term) => ({ ...term, own: multiply({ kind: 'number', value: -1 }, term.own) })),
      ]
    case '*':
      return left.flatMap((one) =>
        right.map((other) => ({
          own: multiply(one.own, other.own),
          factor: multiply(one.factor, other.factor),
        })),
      )
    case '/': {
      const [divisor] = right
      if (divisor === undefined || right.length > 1 || divisor.own !== ONE) return null
      return left.map(({ own, factor }) => ({ own, factor: operate('/', factor, divisor.factor) }))
    }
    default:
      return null
  }
}

const multiply = <C>(one: Formula<C>, other: Formula<C>): Formula<C> =>
  one === ONE ? other : other === ONE ? one : operate('*', one, other)

/** Returns true if a formula divides by what can be 0. */
const divides = (formula: Formula<unknown>): boolean =>
  formula.kind === 'operation' &&
  ((formula.operation === '/' && !isNumber(formula.operands[1])) || formula.operands.some(divides))

const isNumber = (formula: Formula<unknown> | undefined): boolean =>
  formula?.kind === 'number' && formula.value !== 0

const unique = <T>(values: readonly T[]): T[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
]

/** Makes a formula a blank if one of some names is. */
function require<C>(formula: Formula<C>, names: readonly C[]): Formula<C> {
  const own = new Set(listReads(formula).map((name) => JSON.stringify(name)))
  const zero = { kind: 'number', value: 0 } as const
  return names
    .filter((name) => !own.has(JSON.stringify(name)))
    .reduce<Formula<C>>((sum, name) => operate('+', sum, operate('*', { kind: 'read', name }, zero)), formula)
}
