import { formatCoverageUrl, isDependent, resolveOptions, type ResolvedOptions } from './options.ts'
import { type DayRange, formatDay } from '../../time/days.ts'
import { getDays } from '../../time/grain.ts'
import { grains } from '../../time/grains.ts'
import type { Option, ReportPlan, Selection, SelectorPlan } from '../model/report-plan.ts'
import { getAtPath } from '../model/report-response.ts'
import { choosePeriod, parsePeriod } from './choose-period.ts'
import { keepAvailable, listOffered, missingSelectors, sameSelection } from './selection.ts'
import { getPeriod, getSelectorKind, isPeriod } from './selector-kinds.ts'

/** How many periods are tried to find one with records: a year of months and one. */
const MAX_PERIODS = 13

type Plan = Pick<ReportPlan, 'key' | 'selectors'>

/** A period to find without a user, and the values of selectors that are no periods. */
export interface WantedPeriod {
  readonly selectors: Selection
  /** Null for the latest with records. */
  readonly days: DayRange | null
  /** False for an API that does not announce the last record. */
  readonly isCovered?: boolean
}

/** What a screen shows of a wanted period, or of its latest one if it cannot choose that. */
export interface FoundPeriod<T> extends Pick<Periods, 'options'> {
  readonly selection: Selection
  readonly loaded: T
  readonly isWanted: boolean
}

/** Loads the period that is wanted, or the latest for which `load` finds records; null without any. */
export async function loadPeriod<T>(
  plan: ReportPlan,
  fetchBody: (url: string) => Promise<unknown>,
  today: string,
  { selectors, days, isCovered }: WantedPeriod,
  load: (selection: Selection, options: Periods['options']) => Promise<T | null>,
): Promise<FoundPeriod<T> | null> {
  const wanted = days && choosePeriod(plan, days)
  const { options, selections } = await listPeriods(
    plan,
    fetchBody,
    today,
    { ...selectors, ...wanted },
    isCovered,
  )
  const chosen = { ...selections[0], ...selectors, ...wanted }
  // Days that are not offered have no records.
  const isOffered = sameSelection(plan, keepAvailable(plan, options, chosen), chosen)
  for (const selection of wanted === null ? selections : isOffered ? [chosen] : []) {
    const loaded = await load(selection, options)
    if (loaded !== null) return { options, selection, loaded, isWanted: wanted !== null || days === null }
  }
  return null
}

/** So many days, or ranges of days, are listed: a calendar offers them without end. */
const MAX_DAYS = 31

/** What is chosen of a screen without a user: the options, and a value for every selector that has any. */
export interface Periods {
  readonly options: ResolvedOptions['options']
  /** The latest ones, the latest first; those that begin after today or the last record are left out. */
  readonly selections: readonly Selection[]
}

/**
 * Lists the periods of a screen, each as a complete selection. A selector that is no period has its default, or else
 * its first option, unless `chosen` has a value for it. `today` is `YYYY-MM-DD`; `fetchBody` loads a response with options.
 */
export async function listPeriods(
  plan: Plan,
  fetchBody: (url: string) => Promise<unknown>,
  today: string,
  chosen: Selection = {},
  isCovered = true,
): Promise<Periods> {
  const year = Number(today.slice(0, 4))
  const lastDay = isCovered ? await findLastDay(plan, fetchBody, today) : today
  let wanted = chosen
  // Each turn chooses one value, which can decide what later selectors offer.
  for (;;) {
    const { options, selection } = await resolveOptions(plan, wanted, fetchBody, year)
    const unchosen = missingSelectors(plan, selection).find(({ name }) => !(name in wanted))
    if (unchosen === undefined) return { options, selections: combine(plan, options, selection, lastDay) }
    const [value = ''] = listValues(
      unchosen,
      listOffered(plan, options, selection)[unchosen.name] ?? [],
      lastDay,
    )
    wanted = { ...wanted, ...selection, [unchosen.name]: value }
  }
}

/** Finds the day of the last record, or today if the API announces none before it. */
async function findLastDay(
  { key }: Plan,
  fetchBody: (url: string) => Promise<unknown>,
  today: string,
): Promise<string> {
  const body = await fetchBody(formatCoverageUrl(key)).catch(() => null)
  const upTo = getAtPath(body, ['records', 'upTo'])
  const last = typeof upTo === 'string' ? parsePeriod(upTo.slice(0, 10))?.last : undefined
  return last !== undefined && last < today ? last : today
}

/** Returns every combination of the periods on offer. Where options depend on a value, that value stays. */
function combine(
  plan: Plan,
  options: ResolvedOptions['options'],
  chosen: Selection,
  lastDay: string,
): readonly Selection[] {
  const decisive = new Set(
    plan.selectors.filter(isDependent).flatMap(({ options: from }) => ('url' in from ? from.dependsOn : [])),
  )
  let found: Selection[] = [chosen]
  for (const selector of plan.selectors) {
    const { name } = selector
    if (!isPeriod(selector) || decisive.has(name)) continue
    found = found.flatMap((selection) => {
      const values = listValues(selector, listOffered(plan, options, selection)[name] ?? [], lastDay)
      return values.map((value) => ({ ...selection, [name]: value }))
    })
  }
  return found
    .filter((selection) => missingSelectors(plan, selection).length === 0)
    .map((selection) => ({ selection, start: getStart(plan, selection) }))
    .filter(({ start }) => start <= lastDay)
    .toSorted((one, other) => other.start.localeCompare(one.start))
    .slice(0, plan.selectors.some(isOfDays) ? MAX_DAYS : MAX_PERIODS)
    .map(({ selection }) => selection)
}

const isOfDays = (selector: SelectorPlan): boolean =>
  ['day', 'days'].includes(getSelectorKind(selector).control)

/** Returns the first day of what is chosen; empty if it is no period. */
function getStart(plan: Plan, selection: Selection): string {
  const { year, days } = getPeriod(plan, selection)
  return days?.first ?? (year === null ? '' : `${year}-01-01`)
}

/** Returns the values of a selector, the latest first if they are periods. */
function listValues(selector: SelectorPlan, offered: readonly Option[], lastDay: string): readonly string[] {
  const { control } = getSelectorKind(selector)
  if (!isOfDays(selector)) {
    const values = offered.map(({ value }) => value)
    return isPeriod(selector) ? values.toSorted((a, b) => Number(b) - Number(a)) : values.slice(0, 1)
  }
  const last = grains.day.parse(lastDay) ?? 0
  const grain = selector.unit && grains[selector.unit]
  if (grain !== null) {
    const lastPeriod = grain.at(last)
    return Array.from({ length: MAX_DAYS }, (_, index) => {
      const days = getDays(grain, lastPeriod - index)
      return `${days.first}..${days.last}`
    })
  }
  const length = control === 'day' ? 1 : Math.min(MAX_DAYS, selector.maxDays ?? MAX_DAYS)
  return Array.from({ length: MAX_DAYS }, (_, index) => {
    const end = last - index * length
    return control === 'day' ? formatDay(end) : `${formatDay(end - length + 1)}..${formatDay(end)}`
  })
}
