import type { Option, OptionsBySelector, ReportPlan, Selection, SelectorPlan } from '../model/report-plan.ts'
import { joinList, splitList } from '../model/lists.ts'
import { getSelectorKind, getYear } from './selector-kinds.ts'

type Plan = Pick<ReportPlan, 'selectors'>

/** Returns the selectors that lack a value. */
export function missingSelectors(plan: Plan, selection: Selection): SelectorPlan[] {
  return plan.selectors.filter(({ name, required }) => required && (selection[name] ?? '') === '')
}

export function isComplete(plan: ReportPlan, selection: Selection): boolean {
  return requiredMessage(plan, selection) === null
}

/** Says what is wrong with the value of a selector, as a sentence; null if nothing is, or if it has none. */
export function findValueError(selector: SelectorPlan, selection: Selection): string | null {
  const value = selection[selector.name] ?? ''
  return value === '' ? null : getSelectorKind(selector).findError(value, selector)
}

/**
 * Says `[Year, Month] is required` of missing selectors, or of all if the plan says so; else what is wrong with a value.
 * Null when complete.
 */
export function requiredMessage(plan: ReportPlan, selection: Selection): string | null {
  const missing = missingSelectors(plan, selection)
  if (missing.length === 0) {
    const wrong = plan.selectors.find((selector) => findValueError(selector, selection) !== null)
    return wrong === undefined ? null : `${wrong.label}: ${findValueError(wrong, selection) ?? ''}`
  }
  const named = plan.requiredMessage === 'all' ? plan.selectors : missing
  return `[${named.map(({ label }) => label).join(', ')}] is required`
}

/** Returns the options on offer for a selection: weeks depend on the chosen year. */
export function listOffered(plan: Plan, options: OptionsBySelector, selection: Selection): OptionsBySelector {
  const year = getYear(plan, selection)
  return Object.fromEntries(
    plan.selectors.map((selector) => {
      const { name } = selector
      const offered = getSelectorKind(selector).listOffered(options[name] ?? [], year)
      return [name, selector.required ? offered : addChosen(selector, offered, selection[name] ?? '')]
    }),
  )
}

/** Adds what is chosen of values that the data no longer has. */
function addChosen({ multiple }: SelectorPlan, offered: readonly Option[], value: string): readonly Option[] {
  const chosen = multiple ? splitList(value) : [value].filter((one) => one !== '')
  const others = chosen.filter((one) => offered.every((option) => option.value !== one))
  return [...offered, ...others.map((one) => ({ value: one, label: one }))]
}

/** Returns the selection without values that are not on offer. */
export function keepAvailable(plan: ReportPlan, options: OptionsBySelector, selection: Selection): Selection {
  const year = getYear(plan, selection)
  const kept = plan.selectors.flatMap((selector) => {
    const { name } = selector
    const value = keepOffered(selector, options[name] ?? [], selection[name] ?? '', year)
    return value === '' ? [] : [[name, value] as const]
  })
  return Object.fromEntries(kept)
}

/** Keeps what of a value is on offer in the chosen year; empty for nothing. */
export function keepOffered(
  selector: SelectorPlan,
  options: readonly Option[],
  value: string,
  year: number | null,
): string {
  const { keepOffered: keep, listOffered: list } = getSelectorKind(selector)
  return keep(value, list(options, year))
}

/** Returns the values that are no longer in a selection. */
export const listLost = (plan: Plan, before: Selection, kept: Selection): Selection =>
  Object.fromEntries(
    plan.selectors.flatMap(({ name, multiple }) => {
      const split = (value = '') => (multiple ? splitList(value) : [value])
      const left = new Set(split(kept[name]))
      const lost = split(before[name]).filter((one) => one !== '' && !left.has(one))
      return lost.length === 0 ? [] : [[name, multiple ? joinList(lost) : (lost[0] ?? '')]]
    }),
  )

/** Returns the selectors of which several options can be chosen. */
export const listMultiple = ({ selectors }: Plan): ReadonlySet<string> =>
  new Set(selectors.flatMap(({ name, multiple }) => (multiple ? [name] : [])))

export function sameSelection(plan: ReportPlan, a: Selection, b: Selection): boolean {
  return plan.selectors.every(({ name }) => (a[name] ?? '') === (b[name] ?? ''))
}

/** More names than these are counted in titles. */
const MAX_NAMES = 3

/** Counts many chosen entries: `all regions`, `31 days`; null for few, which are named. */
function shortenNames(
  { multiple, label }: SelectorPlan,
  value: string,
  offered: readonly Option[],
): string | null {
  const { length } = splitList(value)
  if (!multiple || length <= MAX_NAMES) return null
  return length === offered.length ? formatAll({ label }) : `${length} ${formatPlural(label.toLowerCase())}`
}

const formatAll = ({ label }: Pick<SelectorPlan, 'label'>): string =>
  `all ${formatPlural(label.toLowerCase())}`

const formatPlural = (noun: string): string => {
  if (noun.endsWith('s')) return noun
  return /[^aeiou]y$/.test(noun)
    ? `${noun.slice(0, -1)}ies`
    : `${noun}${/(?:x|z|ch|sh)$/.test(noun) ? 'es' : 's'}`
}

/** Returns what a title counts: the label of each such selector with the names that are chosen. */
export const listCounted = (
  { selectors }: Plan,
  selection: Selection,
  options: OptionsBySelector,
): readonly (readonly [name: string, label: string, names: string])[] =>
  selectors.flatMap((selector) => {
    const { name, label } = selector
    const value = selection[name] ?? ''
    const offered = getOffered(selector, options)
    if (shortenNames(selector, value, offered) === null) return []
    return [[name, label, getSelectorKind(selector).formatValue(value, offered)]]
  })

const getOffered = ({ name, options: from }: SelectorPlan, options: OptionsBySelector): readonly Option[] =>
  options[name] ?? ('fixed' in from ? from.fixed : [])

/**
 * Returns what templates may name: each selector's value and shown text, `period` (the shown texts in order) and
 * `today` as `YYYY-MM-DD`. `options` contains the options that are loaded by a request.
 */
export function selectionValues(
  plan: Plan,
  selection: Selection,
  today: string,
  options: OptionsBySelector = {},
): ReadonlyMap<string, string> {
  const values = new Map<string, string>([['today', today]])
  const period: string[] = []
  for (const selector of plan.selectors) {
    const value = selection[selector.name] ?? ''
    if (value === '') {
      if (selector.required) continue
      values.set(selector.name, '').set(`${selector.name}Name`, formatAll(selector))
      continue
    }
    const offered = getOffered(selector, options)
    const text =
      shortenNames(selector, value, offered) ?? getSelectorKind(selector).formatValue(value, offered)
    const isOne = !selector.required && !selector.multiple
    values.set(selector.name, isOne ? joinList([value]) : value)
    values.set(`${selector.name}Name`, text)
    const split = value.split('..')
    getSelectorKind(selector).parts.forEach((end, at) =>
      values.set(`${selector.name}${end}`, split[at] ?? ''),
    )
    period.push(text)
  }
  return values.set('period', period.join(' '))
}
