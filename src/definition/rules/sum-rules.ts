import { addOrBlank } from '../../report/columns/column-kind.ts'
import { getColumnKind, isSummedSeries } from '../../report/columns/index.ts'
import { isSameUnit } from '../../report/chart-format.ts'
import type { ColumnPlan } from '../../report/plan.ts'
import type { ColumnContext } from '../columns/definition-kind.ts'
import { childRef, suggest } from '../diagnostic.ts'

/**
 * Checks that a column is computed from columns that exist, never from itself. A sum counts nothing twice. `key` is the key of the
 * definition that names the operands.
 */
export function checkOperands(
  column: ColumnPlan,
  key: string,
  { columns, origin, onDiagnostic }: ColumnContext,
): void {
  const operands = getColumnKind(column).operands(column)
  if (operands === null) return
  const at = childRef(origin, key)
  const ids = columns.map(({ id }) => id)
  for (const [index, id] of operands === 'series' ? [] : operands.entries()) {
    if (ids.includes(id)) continue
    onDiagnostic({
      ...childRef(at, index),
      rule: 'sum-unknown',
      message: `no column '${id}'${suggest(
        id,
        ids.filter((one) => one !== column.id),
      )}`,
    })
  }
  const operandColumns = collectOperands(column, columns)
  if (operandColumns.has(column)) {
    onDiagnostic({ ...at, rule: 'sum-cycle', message: `'${column.id}' sums itself` })
    return
  }
  if (getColumnKind(column).compute !== addOrBlank) return
  // Two columns with one id are an error of their own.
  if (new Set(ids).size < ids.length) return
  const double = findDuplicate(listLeaves(column, columns))
  if (double !== null) {
    onDiagnostic({ ...at, rule: 'sum-double', message: `'${column.id}' counts '${double}' twice` })
  }
  const stranger = [...operandColumns].find(({ format }) => !isSameUnit(format, column.format))
  if (stranger !== undefined) {
    const message = `'${column.id}' is in ${describeUnit(column)} and adds '${stranger.id}' in ${describeUnit(stranger)}`
    onDiagnostic({ ...at, rule: 'sum-unit', message })
  }
  if (column.role === 'series' && [...operandColumns].some(({ role }) => role === 'series')) {
    const message = `'${column.id}' sums series, so its role must be 'total': a chart of it would count them twice`
    onDiagnostic({ ...childRef(origin, 'role'), rule: 'sum-role', message })
  }
}

export const describeUnit = ({ format }: ColumnPlan): string =>
  format?.options.style === 'percent'
    ? 'percent'
    : format === null || format.suffix === ''
      ? 'plain numbers'
      : `'${format.suffix.trim()}'`

/** Returns the columns from which a column is computed directly. */
function getOperands(column: ColumnPlan, columns: readonly ColumnPlan[]): readonly ColumnPlan[] {
  const operands = getColumnKind(column).operands(column)
  if (operands === null) return []
  if (operands === 'series') return columns.filter(isSummedSeries)
  return operands.flatMap((id) => columns.find((one) => one.id === id) ?? [])
}

/** Collects the columns from which a column is computed, directly or not; with itself if it is computed from itself. */
export function collectOperands(column: ColumnPlan, columns: readonly ColumnPlan[]): ReadonlySet<ColumnPlan> {
  const operandColumns = new Set<ColumnPlan>()
  const visit = (list: readonly ColumnPlan[]): void => {
    for (const next of list) {
      if (operandColumns.has(next)) continue
      operandColumns.add(next)
      visit(getOperands(next, columns))
    }
  }
  visit(getOperands(column, columns))
  return operandColumns
}

/** Lists the columns that a sum finally adds, each as often as it counts. References back to a sum itself are skipped. */
function listLeaves(
  column: ColumnPlan,
  columns: readonly ColumnPlan[],
  above: readonly ColumnPlan[] = [],
): string[] {
  if (above.includes(column)) return []
  const isSum = getColumnKind(column).compute === addOrBlank
  const summands = isSum ? getOperands(column, columns) : []
  if (summands.length === 0) return [column.id]
  return summands.flatMap((summand) => listLeaves(summand, columns, [...above, column]))
}

function findDuplicate(ids: readonly string[]): string | null {
  return ids.find((id, index) => ids.indexOf(id) < index) ?? null
}
