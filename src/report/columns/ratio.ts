import { type ColumnKind, type ColumnPlanBase, divide } from './column-kind.ts'

export interface RatioColumnPlan extends ColumnPlanBase {
  readonly kind: 'ratio'
  readonly ratio: string
  readonly to: string
  readonly color: string | null
}

/** A column that divides one column by another. */
export const ratio: ColumnKind<'ratio'> = {
  fixedFields: () => [],
  operands: (column) => [column.ratio, column.to],
  base: () => null,
  resolve: ({ label, color }) => [{ label, color, fields: [] }],
  compute: ([value = null, divisor = null]) => divide(value, divisor),
}
