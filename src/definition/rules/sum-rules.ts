import { add } from '../../report/columns/column-kind.ts'
import { getColumnKind } from '../../report/columns/index.ts'
import type { ColumnPlan } from '../../report/plan.ts'
import type { ColumnContext } from '../columns/definition-kind.ts'
import { childRef, suggest } from '../diagnostic.ts'

/**
 * A column is computed from columns that exist, never from itself. A sum counts nothing twice. `key` is the key of the
 * definition that names the operands.
 */
export function checkOperands(
  column: ColumnPlan,
  key: string,
  { columns, origin, report }: ColumnContext,
): void {
  const operands = getColumnKind(column).operands(column)
  if (operands === null) return
  const at = childRef(origin, key)
  const ids = columns.map(({ id }) => id)
  for (const [index, id] of operands === 'series' ? [] : operands.entries()) {
    if (ids.includes(id)) continue
    report({ ...childRef(at, index), rule: 'sum-unknown', message: `no column '${id}'${suggest(id, ids)}` })
  }
  const reached = reachedFrom(column, columns)
  if (reached.has(column)) {
    report({ ...at, rule: 'sum-cycle', message: `'${column.id}' sums itself` })
    return
  }
  if (getColumnKind(column).compute !== add) return
  const double = twice(leavesOf(column, columns))
  if (double !== null) {
    report({ ...at, rule: 'sum-double', message: `'${column.id}' counts '${double}' twice` })
  }
  if (column.role === 'series' && [...reached].some(({ role }) => role === 'series')) {
    const message = `'${column.id}' sums series, so its role must be 'total': a chart of it would count them twice`
    report({ ...childRef(origin, 'role'), rule: 'sum-role', message })
  }
}

/** The columns from which a column is computed. */
function operandsOf(column: ColumnPlan, columns: readonly ColumnPlan[]): readonly ColumnPlan[] {
  const operands = getColumnKind(column).operands(column)
  if (operands === null) return []
  if (operands === 'series') return columns.filter(({ role }) => role === 'series')
  return operands.flatMap((id) => columns.find((one) => one.id === id) ?? [])
}

function reachedFrom(column: ColumnPlan, columns: readonly ColumnPlan[]): ReadonlySet<ColumnPlan> {
  const reached = new Set<ColumnPlan>()
  const visit = (list: readonly ColumnPlan[]): void => {
    for (const next of list) {
      if (reached.has(next)) continue
      reached.add(next)
      visit(operandsOf(next, columns))
    }
  }
  visit(operandsOf(column, columns))
  return reached
}

/** What a sum comes down to, as often as it counts; a sum that leads back to one on the way counts nothing there. */
function leavesOf(
  column: ColumnPlan,
  columns: readonly ColumnPlan[],
  above: readonly ColumnPlan[] = [],
): string[] {
  if (above.includes(column)) return []
  const isSum = getColumnKind(column).compute === add
  const summands = isSum ? operandsOf(column, columns) : []
  if (summands.length === 0) return [column.id]
  return summands.flatMap((summand) => leavesOf(summand, columns, [...above, column]))
}

function twice(ids: readonly string[]): string | null {
  return ids.find((id, index) => ids.indexOf(id) < index) ?? null
}
