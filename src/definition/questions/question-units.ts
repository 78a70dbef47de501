import type { FixedMeasure } from '../../dataset/dataset-plan.ts'
import { ExpressionError, parseExpression, type Syntax } from '../expressions/parse-expression.ts'

/** What decides the unit of the names of an expression. */
export interface UnitScope {
  /** Finds the measure of a name; undefined for a name that is no measure. */
  readonly findMeasure: (name: string) => FixedMeasure | undefined
  /** Finds the expression, or the written unit, of a column; undefined for a name that is no column. */
  readonly findColumn: (
    name: string,
  ) => { readonly value?: string | undefined; readonly unit?: string | undefined } | undefined
  /** The dimensions of which each cell has one value, and the total too. */
  readonly separated: ReadonlySet<string>
  /** The dimensions of which each row has one value. */
  readonly rows: ReadonlySet<string>
  /** Hears of a value whose rows have units of their own, so that they have no total. */
  readonly onMixed: () => void
}

/** A unit: empty for plain numbers, null where any unit fits. */
type Unit = string | null

/**
 * Finds the unit of an expression. Throws ExpressionError where it adds or compares two units, or records whose units a
 * dimension says and nothing separates.
 */
export function findExpressionUnit(text: string, scope: UnitScope): Unit {
  return findUnit(parseExpression(text), scope, [])
}

function findUnit(syntax: Syntax, scope: UnitScope, above: readonly string[]): Unit {
  if (syntax.kind === 'number') return null
  if (syntax.kind === 'name') return findNamedUnit(syntax, scope, above)
  const { name, operands, index } = syntax
  const units = operands.map((operand) => findUnit(operand, scope, above))
  const [first = null, second = null, third = null] = units
  const combine = (...values: readonly Unit[]): Unit => {
    const written = values.filter((unit) => unit !== null)
    const stranger = written.find((unit) => unit !== written[0])
    if (stranger === undefined) return written[0] ?? null
    throw new ExpressionError(
      `${describe(written[0] ?? '')} and ${describe(stranger)} are two units; divide one by the other, or write two columns`,
      index,
    )
  }
  if (['+', '-', 'add'].includes(name)) return combine(...units)
  if (/^[<>=!]/.test(name)) {
    combine(first, second)
    return ''
  }
  if (name === 'if') return combine(second, third)
  if (name === '*')
    return first === null || first === '' ? second : second === null || second === '' ? first : null
  if (name === '/') return second === null ? first : first === second ? '' : null
  if (['share', 'change', 'rank', 'count', 'distinct'].includes(name)) return ''
  if (operands.length === 0) return null
  // The unit of the others is that of what is aggregated or taken from other records.
  return name === 'each' ? second : first
}

function findNamedUnit(
  { name, index }: Extract<Syntax, { kind: 'name' }>,
  scope: UnitScope,
  above: readonly string[],
): Unit {
  const measure = scope.findMeasure(name)
  const column = measure === undefined ? scope.findColumn(name) : undefined
  if (column?.unit !== undefined) return column.unit
  if (column?.value !== undefined && !above.includes(name)) {
    return findUnit(parseExpression(column.value), scope, [...above, name])
  }
  if (measure === undefined) return null
  const { unit } = measure
  if (typeof unit === 'string') return unit
  if (scope.separated.has(unit.from)) return null
  if (scope.rows.has(unit.from)) {
    scope.onMixed()
    return null
  }
  throw new ExpressionError(
    `the unit of '${name}' is its '${unit.from}'; add "${unit.from}" to rows.by, pivot it, or fix it by "where" or a selector of one value`,
    index,
  )
}

const describe = (unit: string): string => (unit === '' ? 'plain numbers' : `'${unit}'`)
