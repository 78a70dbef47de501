import { checkPercent, checkPreviousYear, checkReferences } from '../rules/operand-rules.ts'
import { compileComputed, computedKind, signedPercent } from './computed.ts'
import type { ColumnDefinitionKind } from './definition-kind.ts'

/** How much a column grew or shrank. */
export const change: ColumnDefinitionKind<'change'> = {
  ...computedKind,
  compile: ({ change: of, since, ...written }) => ({
    kind: 'change',
    change: of,
    since,
    ...compileComputed(written, signedPercent),
  }),
  check: (column, context) => {
    checkReferences(column, { change: column.change }, context)
    checkPercent(column, context)
    if (column.since === 'previousYear') checkPreviousYear(column, context)
  },
}
