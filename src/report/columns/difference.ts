import { type ColumnKind, type ColumnPlanBase, subtract } from './column-kind.ts'

export interface DifferenceColumnPlan extends ColumnPlanBase {
  readonly kind: 'difference'
  readonly difference: string
  readonly minus: string
  readonly color: string | null
}

/** A column that subtracts one column from another. */
export const difference: ColumnKind<'difference'> = {
  fixedFields: () => [],
  operands: (column) => [column.difference, column.minus],
  base: () => null,
  resolve: ({ label, color }) => [{ label, color, fields: [] }],
  compute: ([value = null, other = null]) => subtract(value, other),
}
