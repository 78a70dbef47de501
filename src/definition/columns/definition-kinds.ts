import type { ColumnPlan } from '../../report/model/report-plan.ts'
import type { ColumnDefinitionKind } from './definition-kind.ts'
import { field, text } from './field.ts'
import { list, pattern, pivot } from './groups.ts'
import {
  checkOperands,
  checkPercent,
  checkPreviousYear,
  checkReferences,
  checkSummed,
  checkTotalsAlike,
  checkUnits,
} from '../rules/operand-rules.ts'

/** A column that is computed from others: no response contains it. */
const computed = { checkDataset: () => undefined }

/** How every kind of column is checked; what the browser needs of each is in `src/report/columns/`. */
const columnDefinitionKinds: { readonly [K in ColumnPlan['kind']]: ColumnDefinitionKind<K> } = {
  field,
  text,
  list,
  pattern,
  pivot,
  sum: { ...computed, check: checkOperands },
  share: {
    ...computed,
    check: (column, context) => {
      checkReferences(column, { share: column.share }, context)
      checkSummed(column.share, context)
      checkPercent(column, context)
    },
  },
  ratio: {
    ...computed,
    check: (column, context) => {
      checkReferences(column, { ratio: column.ratio, to: column.to }, context)
      checkTotalsAlike(column, [column.ratio, column.to], context)
      checkPercent(column, context)
    },
  },
  difference: {
    ...computed,
    check: (column, context) => {
      checkReferences(column, { difference: column.difference, minus: column.minus }, context)
      checkTotalsAlike(column, [column.difference, column.minus], context)
      checkUnits(column, context)
    },
  },
  change: {
    ...computed,
    check: (column, context) => {
      checkReferences(column, { change: column.change }, context)
      checkPercent(column, context)
      if (column.since === 'previousYear') checkPreviousYear(column, context)
    },
  },
}

export const getColumnDefinitionKind = <K extends ColumnPlan['kind']>({
  kind,
}: {
  readonly kind: K
}): ColumnDefinitionKind<K> => columnDefinitionKinds[kind]
