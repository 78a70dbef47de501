import type { OptionsBySelector, ReportPlan, Selection, SelectorPlan } from '../plan.ts'
import { listOffered } from './selection.ts'
import type { Direction } from './selector-kind.ts'
import { getSelectorKind, getYear, isPeriod } from './selector-kinds.ts'

type Plan = Pick<ReportPlan, 'selectors'>

/**
 * Where a step leads: to a selection, to the first or last period of another year whose options have to be loaded, or
 * nowhere for a reason.
 */
export type Step =
  | { readonly kind: 'known'; readonly selection: Selection }
  | { readonly kind: 'in year'; readonly selection: Selection; readonly finest: string }
  | { readonly kind: 'none'; readonly reason: string }

/** The selectors of the period, by name. */
export const pickPeriod = ({ selectors }: Plan, selection: Selection): Selection =>
  Object.fromEntries(
    selectors.flatMap((one) => (isPeriod(one) ? [[one.name, selection[one.name] ?? '']] : [])),
  )

/** Finds the period before or after a selection: the next month, also that of the next year. */
export function findStep(plan: Plan, options: OptionsBySelector, selection: Selection, by: Direction): Step {
  const periods = plan.selectors.filter(isPeriod)
  const missing = periods.find(({ name }) => (selection[name] ?? '') === '')
  if (missing !== undefined) return { kind: 'none', reason: `First choose ${missing.label.toLowerCase()}.` }
  const year = periods.find(({ kind }) => kind === 'year')
  const finest = periods.findLast((one) => one !== year) ?? year
  if (finest === undefined) return { kind: 'none', reason: 'There is no period to choose.' }
  const moved = move(plan, options, selection, finest, by)
  if (moved !== null) return { kind: 'known', selection: moved }
  const inYear = year === undefined || finest === year ? null : move(plan, options, selection, year, by)
  if (inYear === null)
    return { kind: 'none', reason: `No ${by < 0 ? 'earlier' : 'later'} period can be chosen.` }
  if ('url' in finest.options) return { kind: 'in year', selection: inYear, finest: finest.name }
  return chooseEnd(plan, options, inYear, finest.name, by)
}

/** The step into another year, once the options of that year are known. */
export function chooseEnd(
  plan: Plan,
  options: OptionsBySelector,
  selection: Selection,
  finest: string,
  by: Direction,
): Step {
  const offered = listOffered(plan, options, selection)[finest] ?? []
  const [value] = offered
    .map((option) => option.value)
    .toSorted((one, other) => by * (Number(one) - Number(other)))
  return value === undefined
    ? { kind: 'none', reason: `Nothing can be chosen in ${getYear(plan, selection) ?? 'that year'}.` }
    : { kind: 'known', selection: { ...selection, [finest]: value } }
}

function move(
  plan: Plan,
  options: OptionsBySelector,
  selection: Selection,
  selector: SelectorPlan,
  by: Direction,
): Selection | null {
  const { name, maxDays } = selector
  const offered = listOffered(plan, options, selection)[name] ?? []
  const value = getSelectorKind(selector).step?.(selection[name] ?? '', offered, by, maxDays) ?? null
  return value === null ? null : { ...selection, [name]: value }
}
