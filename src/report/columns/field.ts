import { addOrBlank, type ColumnKind, type ColumnPlanBase, type SumOf } from './column-kind.ts'

interface FieldColumnPlan extends ColumnPlanBase {
  readonly kind: 'field'
  readonly fields: readonly string[]
  readonly color: string | null
  readonly sum: SumOf | null
}

/** A column that shows a field, or the sum of other columns if the field is missing. */
export const field: ColumnKind<FieldColumnPlan> = {
  fixedFields: ({ fields }) => fields,
  operands: ({ sum }) => sum,
  base: () => null,
  resolve: ({ label, color, fields }) => [{ label, color, fields }],
  compute: addOrBlank,
}
