import { addOrBlank, type ColumnKind, type ColumnPlanBase, type SumOf } from './column-kind.ts'

interface SumColumnPlan extends ColumnPlanBase {
  readonly kind: 'sum'
  readonly sum: SumOf
  readonly color: string | null
}

/** A column that sums other columns. */
export const sum: ColumnKind<SumColumnPlan> = {
  fixedFields: () => [],
  operands: (column) => column.sum,
  base: () => null,
  resolve: ({ label, color }) => [{ label, color, fields: [] }],
  compute: addOrBlank,
}
