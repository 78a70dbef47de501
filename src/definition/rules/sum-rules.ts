import { suggest, childRef, type Reporter, type SourceRef } from '../diagnostic.ts'
import type { ColumnPlan } from '../../report/plan.ts'

/** Sums refer to columns that exist, never to themselves, and count nothing twice. */
export function checkSums(columns: readonly ColumnPlan[], origin: SourceRef, note: Reporter): void {
  const ids = columns.map(({ id }) => id)
  columns.forEach((column, index) => {
    if (column.kind !== 'field' && column.kind !== 'sum') return
    if (column.sum === null) return
    const at = childRef(origin, index, 'sum')
    for (const [place, reference] of column.sum === 'series' ? [] : column.sum.entries()) {
      if (ids.includes(reference)) continue
      const message = `no column '${reference}'${suggest(reference, ids)}`
      note({ ...childRef(at, place), rule: 'sum-unknown', message })
    }
    const reached = reachedFrom(column, columns)
    if (reached.has(column)) {
      note({ ...at, rule: 'sum-cycle', message: `'${column.id}' sums itself` })
      return
    }
    const double = twice(leavesOf(column, columns))
    if (double !== null) {
      note({ ...at, rule: 'sum-double', message: `'${column.id}' counts '${double}' twice` })
    }
    if (column.role === 'series' && [...reached].some(({ role }) => role === 'series')) {
      const message = `'${column.id}' sums series, so its role must be 'total': a chart of it would count them twice`
      note({ ...childRef(origin, index, 'role'), rule: 'sum-role', message })
    }
  })
}

function summandsOf(column: ColumnPlan, columns: readonly ColumnPlan[]): readonly ColumnPlan[] {
  if (column.kind !== 'field' && column.kind !== 'sum') return []
  const { sum } = column
  if (sum === null) return []
  if (sum === 'series') return columns.filter(({ role }) => role === 'series')
  return sum.flatMap((id) => columns.find((one) => one.id === id) ?? [])
}

function reachedFrom(column: ColumnPlan, columns: readonly ColumnPlan[]): ReadonlySet<ColumnPlan> {
  const reached = new Set<ColumnPlan>()
  const visit = (list: readonly ColumnPlan[]): void => {
    for (const next of list) {
      if (reached.has(next)) continue
      reached.add(next)
      visit(summandsOf(next, columns))
    }
  }
  visit(summandsOf(column, columns))
  return reached
}

/** What a sum comes down to, as often as it counts; a sum that leads back to one on the way counts nothing there. */
function leavesOf(
  column: ColumnPlan,
  columns: readonly ColumnPlan[],
  above: readonly ColumnPlan[] = [],
): string[] {
  if (above.includes(column)) return []
  const summands = summandsOf(column, columns)
  if (summands.length === 0) return [column.id]
  return summands.flatMap((summand) => leavesOf(summand, columns, [...above, column]))
}

function twice(ids: readonly string[]): string | null {
  return ids.find((id, index) => ids.indexOf(id) < index) ?? null
}
