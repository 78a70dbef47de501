import { checkPercent, checkReferences } from '../rules/operand-rules.ts'
import { compileComputed, computedKind, percent } from './computed.ts'
import type { ColumnDefinitionKind } from './definition-kind.ts'

/** A column divided by another. */
export const ratio: ColumnDefinitionKind<'ratio'> = {
  ...computedKind,
  compile: ({ ratio: of, to, ...written }) => ({
    kind: 'ratio',
    ratio: of,
    to,
    ...compileComputed(written, percent),
  }),
  check: (column, context) => {
    checkReferences(column, { ratio: column.ratio, to: column.to }, context)
    checkPercent(column, context)
  },
}
