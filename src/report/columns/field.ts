import { add, type ColumnKind } from './column-kind.ts'

/** A column that shows a field, or the sum of other columns if the field is missing. */
export const field: ColumnKind<'field'> = {
  fixedFields: ({ fields }) => fields,
  operands: ({ sum }) => sum,
  resolve: ({ label, color, fields }) => [{ label, color, fields }],
  compute: add,
  total: add,
}
