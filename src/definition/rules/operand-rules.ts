import { isSameUnit } from '../../report/chart-format.ts'
import type { ColumnPlanOf } from '../../report/columns/index.ts'
import type { ColumnPlan } from '../../report/plan.ts'
import type { ColumnContext } from '../columns/definition-kind.ts'
import { childRef, suggest } from '../diagnostic.ts'
import { collectOperands, describeUnit } from './sum-rules.ts'

/** Checks that a column is computed from single columns that exist, never from itself. `references` are ids by key. */
export function checkReferences(
  column: ColumnPlan,
  references: Readonly<Record<string, string>>,
  { columns, groups, origin, onDiagnostic }: ColumnContext,
): void {
  const known = columns.filter((one) => one !== column && !groups.includes(one)).map(({ id }) => id)
  for (const [key, id] of Object.entries(references)) {
    const operand = columns.find((one) => one.id === id)
    if (operand === undefined) {
      const message = `no column '${id}'${suggest(id, known)}`
      onDiagnostic({ ...childRef(origin, key), rule: 'operand-unknown', message })
    } else if (groups.includes(operand)) {
      const message = `'${id}' is a group of columns, but one column is needed; sum the group first`
      onDiagnostic({ ...childRef(origin, key), rule: 'operand-group', message })
    } else if (operand === column || collectOperands(operand, columns).has(column)) {
      onDiagnostic({
        ...childRef(origin, key),
        rule: 'operand-cycle',
        message: `'${column.id}' is computed from itself`,
      })
    }
  }
}

/** Checks that a difference is of values of one unit, and has that unit. */
export function checkUnits(
  column: ColumnPlanOf<'difference'>,
  { columns, origin, onDiagnostic }: ColumnContext,
): void {
  const operands = [column.difference, column.minus].flatMap(
    (id) => columns.find((one) => one.id === id) ?? [],
  )
  const stranger = operands.find(({ format }) => !isSameUnit(format, column.format))
  if (stranger === undefined) return
  const message = `'${column.id}' is in ${describeUnit(column)} and is computed from '${stranger.id}' in ${describeUnit(stranger)}`
  onDiagnostic({ ...origin, rule: 'difference-unit', message })
}

/** Checks that shares add up to the whole, which they do only if the total is the sum of the rows. */
export function checkSummed(id: string, { columns, origin, onDiagnostic }: ColumnContext): void {
  const operand = columns.find((one) => one.id === id)
  if (operand === undefined || isSummed(operand, columns)) return
  const message = `the total of '${id}' is not the sum of its rows, so its shares would not add up to 100%`
  onDiagnostic({ ...childRef(origin, 'share'), rule: 'share-total', message })
}

/** Returns true if the total of a column is the sum of its rows: by its kind, or as the difference of two such columns. */
function isSummed(
  column: ColumnPlan,
  columns: readonly ColumnPlan[],
  seen: readonly ColumnPlan[] = [],
): boolean {
  if (column.kind !== 'difference') return column.total.kind === 'sum'
  return [column.difference, column.minus].every((id) => {
    const operand = columns.find((one) => one.id === id)
    return operand !== undefined && !seen.includes(operand) && isSummed(operand, columns, [...seen, column])
  })
}

/** Checks that fractions become percentages by the style; the unit would leave them wrong by a factor of 100. */
export function checkPercent(column: ColumnPlan, { origin, onDiagnostic }: ColumnContext): void {
  if (column.format?.suffix !== '%') return
  const message = 'write "style": "percent" instead of the unit "%"'
  onDiagnostic({ ...childRef(origin, 'format', 'unit'), rule: 'percent-unit', message })
}

/** Checks that the year before can be requested, and no further one is needed. */
export function checkPreviousYear(
  column: ColumnPlanOf<'change'>,
  { columns, hasYear, origin, onDiagnostic }: ColumnContext,
): void {
  const at = childRef(origin, 'since')
  if (!hasYear) {
    const message = 'no selector chooses a year or a date, so the year before cannot be requested'
    onDiagnostic({ ...at, rule: 'change-year', message })
  }
  const earlier = [...collectOperands(column, columns)].find(
    (one) => one !== column && one.kind === 'change' && one.since === 'previousYear',
  )
  if (earlier === undefined) return
  const message = `'${earlier.id}' already compares with the year before, so the year before that would be needed`
  onDiagnostic({ ...at, rule: 'change-year', message })
}
