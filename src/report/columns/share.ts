import { type ColumnKind, type ColumnPlanBase, divide } from './column-kind.ts'

export interface ShareColumnPlan extends ColumnPlanBase {
  readonly kind: 'share'
  readonly share: string
  readonly color: string | null
}

/** A column that divides the values of another column by its total over all rows. */
export const share: ColumnKind<'share'> = {
  fixedFields: () => [],
  operands: (column) => [column.share],
  base: () => 'total',
  resolve: ({ label, color }) => [{ label, color, fields: [] }],
  compute: ([value = null], [total = null]) => divide(value, total),
}
