import { checkPercent, checkReferences, checkSummed } from '../rules/operand-rules.ts'
import { compileComputed, computedKind, percent } from './computed.ts'
import type { ColumnDefinitionKind } from './definition-kind.ts'

/** A column's share of its total. */
export const share: ColumnDefinitionKind<'share'> = {
  ...computedKind,
  compile: ({ share: of, ...written }) => ({
    kind: 'share',
    share: of,
    ...compileComputed(written, percent),
  }),
  check: (column, context) => {
    checkReferences(column, { share: column.share }, context)
    checkSummed(column.share, context)
    checkPercent(column, context)
  },
}
