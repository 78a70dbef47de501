import type { ReportPlan, Selection, SelectorPlan } from '../plan.ts'
import { month } from './month.ts'
import { select } from './select.ts'
import type { SelectorKind } from './selector-kind.ts'
import { year } from './year.ts'

/** Every kind of selector; what only Node needs of each is in `src/definition/selectors/`. */
const selectorKinds: { readonly [K in SelectorPlan['kind']]: SelectorKind } = { year, month, select }

export const getSelectorKind = ({ kind }: Pick<SelectorPlan, 'kind'>): SelectorKind => selectorKinds[kind]

/** The year and month that are chosen; null for what is not. */
export function getPeriod(
  { selectors }: Pick<ReportPlan, 'selectors'>,
  selection: Selection,
): { readonly year: number | null; readonly month: number | null } {
  const find = (part: 'year' | 'month'): number | null => {
    const name = selectors.find((selector) => getSelectorKind(selector).period === part)?.name
    const value = name === undefined ? undefined : selection[name]
    return value === undefined ? null : Number(value)
  }
  return { year: find('year'), month: find('month') }
}
