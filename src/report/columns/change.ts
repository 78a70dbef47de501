import { type ColumnKind, type ColumnPlanBase, divide, subtract } from './column-kind.ts'

export interface ChangeColumnPlan extends ColumnPlanBase {
  readonly kind: 'change'
  readonly change: string
  readonly since: 'previousRow' | 'previousYear'
  readonly color: string | null
}

/** A column that compares another column with its earlier values: 0.1 is growth by a tenth. */
export const change: ColumnKind<'change'> = {
  fixedFields: () => [],
  operands: (column) => [column.change],
  base: ({ since }) => since,
  resolve: ({ label, color }) => [{ label, color, fields: [] }],
  // A loss that becomes a gain grows, so that the sign is that of the difference.
  compute: ([value = null], [before = null]) =>
    divide(subtract(value, before), before === null ? null : Math.abs(before)),
}
