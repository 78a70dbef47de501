import type {
  Option,
  OptionsBySelector,
  ReportPlan,
  Selection,
  SelectorPlan,
  ServerOptions,
} from '../model/report-plan.ts'
import { compareNames } from '../model/format.ts'
import { keepAvailable, keepOffered, listLost, listMultiple, selectionValues } from './selection.ts'
import { getSelectorKind, getYear, isPeriod } from './selector-kinds.ts'
import { getAtPath } from '../model/report-response.ts'
import { renderUrl } from '../model/template.ts'

/** What the form of a screen offers, and what is chosen of it. */
export interface ResolvedOptions {
  readonly options: OptionsBySelector
  readonly selection: Selection
  /** The selectors that offer nothing because their request failed. */
  readonly failed: readonly string[]
  /** Values that are not offered. They are no longer in the selection. */
  readonly cleared: Selection
}

type Plan = Pick<ReportPlan, 'selectors'>

/** Says whether what is offered depends on the values of other selectors. */
export const isDependent = ({ options }: SelectorPlan): boolean =>
  'url' in options && options.dependsOn.length > 0

/** Formats the call for the years and the last record of a screen. */
export const formatCoverageUrl = (key: string): string => `/v1/coverage?screen=${encodeURIComponent(key)}`

/** Returns a screen whose fixed years are asked of the API, which adds those that have records. */
export const offerStoredYears = (plan: ReportPlan): ReportPlan => ({
  ...plan,
  selectors: plan.selectors.map((selector) => {
    const { kind, options } = selector
    if (kind !== 'year' || !('fixed' in options)) return selector
    const url = formatCoverageUrl(plan.key)
    const recordsPath = ['records', 'years']
    return {
      ...selector,
      options: { url, recordsPath, value: null, label: null, fallback: options, dependsOn: [] },
    }
  }),
})

/** Says whether a screen has selectors with a default, or with options that depend on other selectors. */
export const isDynamic = ({ selectors }: Plan): boolean =>
  selectors.some((selector) => selector.default !== null || isDependent(selector))

/** Empties values that are not on offer, so that they do not get their default again. */
export function keepChosen(plan: ReportPlan, options: OptionsBySelector, selection: Selection): Selection {
  const kept = keepAvailable(plan, options, selection)
  return isDynamic(plan)
    ? { ...Object.fromEntries(plan.selectors.map(({ name }) => [name, ''])), ...kept }
    : kept
}

/** Says whether the options of another selector depend on the value of this one. */
export const hasDependents = ({ selectors }: Plan, name: string): boolean =>
  selectors.some(({ options }) => 'url' in options && options.dependsOn.includes(name))

/** Returns the URL of the options for what is chosen before them; null as long as something of that is not chosen. */
export function fillOptionsUrl(
  plan: Plan,
  { url, dependsOn }: ServerOptions,
  selection: Selection,
  options: OptionsBySelector,
): string | null {
  if (dependsOn.some((name) => (selection[name] ?? '') === '')) return null
  return dependsOn.length === 0
    ? url
    : renderUrl(url, selectionValues(plan, selection, '', options), listMultiple(plan))
}

/**
 * Loads the options of every selector, in their order, because those of a later one can depend on the values of earlier
 * ones. A value that is not offered is removed; a selector that the selection does not name gets its default, and
 * without one an empty value. `fetchBody` loads a response; if it rejects, the fallback is offered. `last` is the period
 * that was chosen last.
 */
export async function resolveOptions(
  plan: Plan,
  wanted: Selection,
  fetchBody: (url: string) => Promise<unknown>,
  currentYear: number,
  last: ChosenPeriod = {},
): Promise<ResolvedOptions> {
  let resolved: ResolvedOptions = { options: {}, selection: {}, failed: [], cleared: {} }
  const fetchList = async ({ options: from }: SelectorPlan): Promise<ReceivedList> => {
    const url = 'url' in from ? fillOptionsUrl(plan, from, resolved.selection, resolved.options) : null
    if (url === null || !('url' in from)) return 'not requested'
    return fetchBody(url).then(
      (body) => parseOptionList(from, body) ?? 'failed',
      () => 'failed',
    )
  }
  // Requests that depend on nothing are sent at once.
  const early = plan.selectors.map((selector) => (isDependent(selector) ? null : fetchList(selector)))
  for (const [index, selector] of plan.selectors.entries()) {
    const list = await (early[index] ?? fetchList(selector))
    resolved = resolveSelector(plan, selector, list, wanted[selector.name], resolved, currentYear, last)
  }
  return resolved
}

type ReceivedList = readonly Option[] | 'failed' | 'not requested'

/** Adds the options and the value of the next selector to those of the ones before it. */
function resolveSelector(
  plan: Plan,
  selector: SelectorPlan,
  list: ReceivedList,
  chosenValue: string | undefined,
  { options, selection, failed, cleared }: ResolvedOptions,
  currentYear: number,
  last: ChosenPeriod,
): ResolvedOptions {
  const { name, options: from } = selector
  const year = getYear(plan, selection)
  const received = typeof list === 'string' ? [] : getSelectorKind(selector).narrowOptions(list, year)
  const otherwise =
    'fixed' in from ? from.fixed : list === 'not requested' ? [] : fallbackOptions(from, currentYear)
  const offered = received.length > 0 ? received : otherwise
  const value =
    chosenValue === undefined
      ? keepLast(selector, offered, last, year) || chooseDefault(selector, offered, received, year)
      : keepOffered(selector, offered, chosenValue, year)
  const isFailed = list === 'failed' && offered.length === 0
  const isKnown = 'fixed' in from || (list !== 'not requested' && !isFailed)
  const lost = isKnown
    ? listLost({ selectors: [selector] }, { [name]: chosenValue ?? '' }, { [name]: value })
    : {}
  return {
    options: { ...options, [name]: offered },
    selection: value === '' && !isDynamic(plan) ? selection : { ...selection, [name]: value },
    failed: isFailed ? [...failed, name] : failed,
    cleared: { ...cleared, ...lost },
  }
}

/** The values of the selectors that choose a period, by their kinds. */
export type ChosenPeriod = Readonly<Partial<Record<SelectorPlan['kind'], string>>>

/** Returns the period that is chosen; empty if no selector of a period has a value. */
export const getChosenPeriod = ({ selectors }: Plan, selection: Selection): ChosenPeriod => {
  const chosen = selectors.filter((selector) => isPeriod(selector) && (selection[selector.name] ?? '') !== '')
  return Object.fromEntries(chosen.map(({ kind, name }) => [kind, selection[name] ?? '']))
}

/** Returns the value of a selector in the period that was chosen last; empty if its year is not offered. */
const keepLast = (
  selector: SelectorPlan,
  offered: readonly Option[],
  last: ChosenPeriod,
  year: number | null,
): string => {
  const isOfYear = selector.kind === 'year' || last.year === undefined || Number(last.year) === year
  return isPeriod(selector) && isOfYear ? keepOffered(selector, offered, last[selector.kind] ?? '', year) : ''
}

/** Returns the value that a selector has at first; empty without a default, or if it is not offered. */
function chooseDefault(
  selector: SelectorPlan,
  offered: readonly Option[],
  received: readonly Option[],
  year: number | null,
): string {
  const { default: first } = selector
  if (first === null) return ''
  return first === 'latest' ? findLatest(received) : keepOffered(selector, offered, first.value, year)
}

/** Returns the latest of several periods: years and months as numbers, or texts such as `2025-03` that sort. */
export function findLatest(options: readonly Option[]): string {
  const periods = options.map(({ value }) => value).filter((value) => /^\d/.test(value))
  return periods.toSorted(compareNames).at(-1) ?? ''
}

/** Returns the options to use when the request failed or returned none. */
export function fallbackOptions({ fallback }: ServerOptions, currentYear: number): readonly Option[] {
  if ('fixed' in fallback) return fallback.fixed
  return Array.from({ length: fallback.last }, (_, index) => {
    const value = String(currentYear - index)
    return { value, label: value }
  })
}

/** Parses the options of a response, without duplicates; null if it failed or has another shape. */
export function parseOptionList(plan: ServerOptions, body: unknown): readonly Option[] | null {
  const list = getAtPath(body, ['success']) === false ? null : getAtPath(body, plan.recordsPath)
  if (!Array.isArray(list)) return null
  const found = new Map<string, Option>()
  for (const entry of list) {
    const value = formatText(plan.value === null ? entry : getAtPath(entry, [plan.value]))
    const label = plan.label === null ? value : formatText(getAtPath(entry, [plan.label]))
    if (value !== null && !found.has(value)) found.set(value, { value, label: label ?? value })
  }
  return [...found.values()]
}

function formatText(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : null
}
