import { findDeviation, findPercentile, type OperationName, operations, type Value } from './arithmetic.ts'

/**
 * A computed value as plain data. `C` names what is read, `P` a place: other records than those of the cell, such as all
 * records or those of the period before.
 */
export type Formula<C, P = never> =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'read'; readonly name: C }
  | {
      readonly kind: 'operation'
      readonly operation: OperationName
      readonly operands: readonly Formula<C, P>[]
    }
  | { readonly kind: 'at' | 'rank'; readonly place: P; readonly of: Formula<C, P> }
  /** The percentile, deviation or number of the values that the cells of a place have; blank below six values. */
  | {
      readonly kind: 'usual'
      readonly percent: number | 'deviation' | 'count'
      readonly place: P
      readonly of: Formula<C, P>
    }

/** With fewer values nobody knows what is usual. */
export const LEAST_USUAL = 6

/** Some records, for which a formula is evaluated. */
export interface Cell<C, P = never> {
  readonly read: (name: C) => Value
  /** Returns the records of a place as they are seen from these; null if there are none. */
  readonly at: (place: P) => Cell<C, P> | null
  /** Lists the cells of a place, among which this one is ranked; none if it has no rank. */
  readonly list: (place: P) => readonly Cell<C, P>[]
}

/** Builds an operation over formulas. */
export const operate = <C, P = never>(
  operation: OperationName,
  ...operands: readonly Formula<C, P>[]
): Formula<C, P> => ({ kind: 'operation', operation, operands })

/** The places of a cell that has none. */
export const noPlaces = { at: () => null, list: () => [] }

/** Evaluates a formula for some records. Returns null for a blank. */
export function evaluate<C, P>(formula: Formula<C, P>, cell: Cell<C, P>): Value {
  switch (formula.kind) {
    case 'number':
      return formula.value
    case 'read':
      return cell.read(formula.name)
    case 'operation': {
      const values: Value[] = []
      for (const operand of formula.operands) {
        // Of a choice only one operand is read: what the other one lacks, the value does not lack.
        const isUnread = formula.operation === 'if' && values.length === (values[0] === 0 ? 1 : 2)
        values.push(isUnread ? null : evaluate(operand, cell))
      }
      return operations[formula.operation](values)
    }
    case 'at': {
      const other = cell.at(formula.place)
      return other === null ? null : evaluate(formula.of, other)
    }
    case 'usual': {
      const cells = cell.list(formula.place)
      const values = cells.map((one) => evaluate(formula.of, one)).filter((value) => value !== null)
      if (values.length < LEAST_USUAL) return null
      if (formula.percent === 'count') return values.length
      return formula.percent === 'deviation' ? findDeviation(values) : findPercentile(values, formula.percent)
    }
    case 'rank': {
      const own = evaluate(formula.of, cell)
      if (own === null) return null
      const others = cell.list(formula.place).map((other) => evaluate(formula.of, other))
      return others.length === 0 ? null : 1 + others.filter((value) => value !== null && value > own).length
    }
  }
}

/** Lists what a formula reads, each name as often as it is written. */
export function listReads<C>(formula: Formula<C, unknown>): readonly C[] {
  if (formula.kind === 'read') return [formula.name]
  if (formula.kind === 'operation') return formula.operands.flatMap(listReads)
  return 'of' in formula ? listReads(formula.of) : []
}

/** Lists the places of a formula. */
export function listPlaces<P>(formula: Formula<unknown, P>): readonly P[] {
  if (formula.kind === 'operation') return formula.operands.flatMap(listPlaces)
  return 'of' in formula ? [formula.place, ...listPlaces(formula.of)] : []
}

/** Replaces what a formula reads: each name by formulas, which are operands in its stead. */
export function mapReads<C, D, P>(
  formula: Formula<C, P>,
  map: (name: C) => readonly Formula<D, P>[],
): Formula<D, P> {
  const replace = (one: Formula<C, P>): readonly Formula<D, P>[] =>
    one.kind === 'read' ? map(one.name) : [mapReads(one, map)]
  switch (formula.kind) {
    case 'number':
      return formula
    case 'read':
      return map(formula.name)[0] ?? { kind: 'operation', operation: 'add', operands: [] }
    case 'operation':
      return { ...formula, operands: formula.operands.flatMap(replace) }
    case 'at':
    case 'usual':
    case 'rank':
      return { ...formula, of: mapReads(formula.of, map) }
  }
}
