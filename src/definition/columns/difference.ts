import { checkReferences, checkUnits } from '../rules/operand-rules.ts'
import { compileComputed, computedKind } from './computed.ts'
import type { ColumnDefinitionKind } from './definition-kind.ts'

/** A column minus another. */
export const difference: ColumnDefinitionKind<'difference'> = {
  ...computedKind,
  compile: ({ difference: of, minus, ...written }) => ({
    kind: 'difference',
    difference: of,
    minus,
    ...compileComputed(written, null),
  }),
  check: (column, context) => {
    checkReferences(column, { difference: column.difference, minus: column.minus }, context)
    checkUnits(column, context)
  },
}
