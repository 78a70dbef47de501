import { add, type ColumnKind } from './column-kind.ts'

/** A column that sums other columns. */
export const sum: ColumnKind<'sum'> = {
  fixedFields: () => [],
  operands: (column) => column.sum,
  resolve: ({ label, color }) => [{ label, color, fields: [] }],
  compute: add,
  total: add,
}
