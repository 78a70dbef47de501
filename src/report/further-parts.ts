import { commonColumns, isGroup } from './columns/index.ts'
import type { Further } from './further.ts'
import { commonKeys } from './keys.ts'
import type { ReportPlan } from './plan.ts'
import { isOrdered } from './rows.ts'
import { commonSelectors } from './selectors.ts'

/** Whether a plan uses a part that not every report uses. */
const uses: { readonly [P in keyof Further]: (plan: ReportPlan) => boolean } = {
  columns: ({ columns }) =>
    columns.some(({ kind, total }) => !(kind in commonColumns || isGroup(kind)) || total.kind === 'computed'),
  groups: ({ columns }) => columns.some(({ kind }) => isGroup(kind)),
  keys: ({ rows }) => !(rows.key.kind in commonKeys),
  rows: isOrdered,
  selectors: ({ selectors }) =>
    selectors.some(({ kind, multiple }) => multiple || !(kind in commonSelectors)),
}

/** The parts that plans use and not every report does. */
export const listFurtherParts = (plans: readonly ReportPlan[]): (keyof Further)[] =>
  (Object.keys(uses) as (keyof Further)[]).filter((part) => plans.some(uses[part]))
