import { checkOperands } from '../rules/sum-rules.ts'
import { type ColumnDefinitionKind, compileValues } from './definition-kind.ts'

/** A column that sums other columns. */
export const sum: ColumnDefinitionKind<'sum'> = {
  isGroup: false,
  compile: ({ id, label, role, color, sum: operands, ...values }) => ({
    kind: 'sum',
    id,
    label,
    role,
    sum: operands,
    color: color ?? null,
    ...compileValues(values),
  }),
  parts: () => [],
  check: (column, context) => checkOperands(column, 'sum', context),
  checkDataset: () => [],
  sampleFields: () => [],
  verifyRecords: () => [],
  verifyTable: () => [],
}
