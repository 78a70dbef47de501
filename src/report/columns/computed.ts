import { type ColumnKind, type ColumnPlanBase, divide, subtract } from './column-kind.ts'

interface ComputedPlan extends ColumnPlanBase {
  readonly color: string | null
}

/** What all kinds have in common that compute a column from others. */
const computed = {
  fixedFields: () => [],
  resolve: ({ label, color }: ComputedPlan) => [{ label, color, fields: [] }],
}

interface ShareColumnPlan extends ComputedPlan {
  readonly kind: 'share'
  readonly share: string
}

/** A column that divides the values of another column by its total over all rows. */
const share: ColumnKind<ShareColumnPlan> = {
  ...computed,
  operands: (column) => [column.share],
  base: () => 'total',
  compute: ([value = null], [total = null]) => divide(value, total),
}

interface RatioColumnPlan extends ComputedPlan {
  readonly kind: 'ratio'
  readonly ratio: string
  readonly to: string
}

/** A column that divides one column by another. */
const ratio: ColumnKind<RatioColumnPlan> = {
  ...computed,
  operands: (column) => [column.ratio, column.to],
  base: () => null,
  compute: ([value = null, divisor = null]) => divide(value, divisor),
}

interface DifferenceColumnPlan extends ComputedPlan {
  readonly kind: 'difference'
  readonly difference: string
  readonly minus: string
}

/** A column that subtracts one column from another. */
const difference: ColumnKind<DifferenceColumnPlan> = {
  ...computed,
  operands: (column) => [column.difference, column.minus],
  base: () => null,
  compute: ([value = null, other = null]) => subtract(value, other),
}

interface ChangeColumnPlan extends ComputedPlan {
  readonly kind: 'change'
  readonly change: string
  readonly since: 'previousRow' | 'previousYear'
}

/** A column that compares another column with its earlier values: 0.1 is growth by a tenth. */
const change: ColumnKind<ChangeColumnPlan> = {
  ...computed,
  operands: (column) => [column.change],
  base: ({ since }) => since,
  // A loss that becomes a gain grows, so that the sign is that of the difference.
  compute: ([value = null], [before = null]) =>
    divide(subtract(value, before), before === null ? null : Math.abs(before)),
}

/** The kinds of columns that are computed from others. */
export const computedColumns = { share, ratio, difference, change }
