import type { MovingPeriod } from '../../../schemas/api/schedule.ts'
import { parseDate } from '../../time/calendar.ts'
import { countDays, type DayRange, formatDay } from '../../time/days.ts'
import { extendToWhole } from '../../time/grain.ts'
import { grains, isYearPart } from '../../time/grains.ts'
import type { ReportPlan, Selection, SelectorPlan } from '../model/report-plan.ts'
import type { LinkPlan } from '../model/links.ts'
import { getPlaceholders } from '../model/template.ts'
import { choosePeriod } from './choose-period.ts'
import { getPeriod, isPeriod } from './selector-kinds.ts'
import { OWN_DAYS } from './url-state.ts'

/** How a report writes the selector of days of one's own. */
export const writtenDays = {
  kind: 'dateRange',
  name: OWN_DAYS,
  label: 'Days',
  prompt: 'Days',
  maxDays: 366,
} as const

const selector: SelectorPlan = {
  ...writtenDays,
  options: { fixed: [] },
  default: null,
  multiple: false,
  required: true,
  unit: null,
}

/** Names the field of a range that has whole months. */
export const nameMonths = (one: SelectorPlan): SelectorPlan =>
  one.unit === 'month' ? { ...one, prompt: 'Months' } : one

const isPart = (kind: SelectorPlan['kind']) => kind === 'month' || isYearPart(kind)

/** Replaces the parts of a period in each text of a part of a report by the first and the last day. */
export function renameTexts<T>(part: T, names: ReadonlySet<string>): T {
  const rename = (value: unknown): unknown => {
    if (typeof value === 'string') return renameParts(value, names)
    if (Array.isArray(value)) return value.map(rename)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, rename(one)]))
  }
  return rename(part) as T
}

function renameParts(template: string, parts: ReadonlySet<string>): string {
  const named = getPlaceholders(template).filter(({ name }) => parts.has(name))
  return named.reduce((text, { name, filter }, index) => {
    const whole = `{${name}${filter === null ? '' : `:${filter}`}}`
    const days = named.length === 1 ? '{daysFrom}_{daysTo}' : index === 0 ? '{daysFrom}' : '{daysTo}'
    return text.replace(whole, () => days)
  }, template)
}

/** Names the total of days of one's own, which are no whole year or the like. */
export const renameTotal = <T extends string | null | undefined>(total: T) =>
  /^(year|quarter|month|week|day)$/i.test(total ?? '') ? 'Period' : total

/** Lets the key of a row say the year and the month of its link, which are not chosen. */
const linkByKey = <P extends { readonly link: LinkPlan | null }>(
  part: P,
  periods: readonly SelectorPlan[],
): P => {
  const rename = (url: string, { kind, name }: SelectorPlan) =>
    url.replaceAll(new RegExp(`\\{${name}(?=[:}])`, 'g'), kind === 'year' ? '{keyYear' : '{keyMonth')
  return part.link === null
    ? part
    : { ...part, link: { ...part.link, url: periods.reduce(rename, part.link.url) } }
}

/** Writes the call of a screen in days of one's own, with its other selectors. */
export const writeDaysCall = (key: string, others: ReportPlan['selectors']): string =>
  `/v1/days?screen=${encodeURIComponent(key)}&${OWN_DAYS}={${OWN_DAYS}}${others.map(({ name }) => `&${name}={${name}}`).join('')}`

/**
 * Builds a screen that shows days of one's own in place of its months, weeks or quarters. Its call names the screen and
 * the days, and the server reads the same records in them. Null for other rows than days and months with their year, unless
 * the screen was compiled, and for a screen of days.
 */
export function buildDaysPlan(plan: ReportPlan): ReportPlan | null {
  const { selectors, rows, columns, table, chart, data, download } = plan
  const periods = selectors.filter(isPeriod)
  const otherSelectors = selectors.filter((one) => !isPeriod(one))
  const isReplaced = periods.length > 0 && periods.every(({ kind }) => kind === 'year' || isPart(kind))
  const { key } = rows
  const isTime = key.kind === 'date' || (key.kind === 'month' && key.yearField !== undefined)
  if (plan.ownDays !== null) return plan.ownDays
  if (!isTime || !isReplaced || otherSelectors.some(({ name }) => name === OWN_DAYS)) return null
  const parts = new Set(periods.flatMap(({ name }) => [name, `${name}Name`]))
  const rename = <T>(part: T): T => renameTexts(part, parts)
  return {
    ...plan,
    // A whole year has no other period before it than the year before.
    compare: key.kind === 'month' && plan.compare.length > 0 ? ['previous', 'year'] : plan.compare,
    selectors: [...otherSelectors, nameMonths({ ...selector, unit: key.kind === 'month' ? key.kind : null })],
    rows: { ...linkByKey(rows, periods), total: renameTotal(rows.total) },
    columns: columns.map((column) => linkByKey(column, periods)),
    data: {
      ...data,
      url: writeDaysCall(plan.key, otherSelectors),
      messages: rename(data.messages),
    },
    table: rename(table),
    chart: { ...chart, titles: rename(chart.titles), images: rename(chart.images) },
    download: download && { ...download, url: null, fileName: rename(download.fileName) },
  }
}

/** Chooses the period of a screen that contains a day, from which its call for other days follows. */
export function choosePeriodOf({ selectors }: Pick<ReportPlan, 'selectors'>, day: string): Selection {
  const date = parseDate(day)
  if (date === null) return {}
  const chosen = selectors.flatMap(({ kind, name }): [string, string][] => {
    if (kind === 'year') return [[name, String(date.year)]]
    if (kind === 'date') return [[name, day]]
    if (!isPart(kind)) return []
    return [[name, String(grains[kind].split(grains[kind].at(countDays(date))).part)]]
  })
  return Object.fromEntries(chosen)
}

/** Returns the days of the chosen period, or the whole periods of a range that contain them; null if none is chosen. */
export function getOwnDays(plan: ReportPlan, selection: Selection): DayRange | null {
  const { unit = null } = buildDaysPlan(plan)?.selectors.find(isPeriod) ?? {}
  const { year, days } = getPeriod(plan, selection)
  if (days !== null) return unit === null ? days : extendToWhole(grains[unit], days)
  if (year === null || plan.selectors.some(({ kind }) => isPart(kind))) return null
  const { of, count, start, end } = grains[unit ?? 'month']
  // A range has at most 52 weeks.
  const last = of(year, Math.min(count(year), 52))
  return { first: formatDay(start(of(year, 1))), last: formatDay(end(last)) }
}

/** Returns what is chosen of a screen besides its period. */
export const pickOthers = ({ selectors }: Pick<ReportPlan, 'selectors'>, selection: Selection) => {
  const others = selectors.filter((one) => !isPeriod(one) && (selection[one.name] ?? '') !== '')
  return Object.fromEntries(others.map(({ name }) => [name, selection[name] ?? '']))
}

/** Finds the screen that can choose exactly these days: the one of a plan, or that of one's own days. */
export const findPeriodPlan = (plan: ReportPlan, days: DayRange): ReportPlan | null =>
  [plan, buildDaysPlan(plan)].find((one) => one !== null && choosePeriod(one, days) !== null) ?? null

/** Returns the period that a schedule of a screen has at first: that before the sending, of a screen of months or days. */
export const getUsualPeriod = ({ selectors }: Pick<ReportPlan, 'selectors'>): MovingPeriod => {
  const has = (kind: SelectorPlan['kind']) => selectors.some((one) => one.kind === kind)
  return has('month') ? 'previous-month' : has('date') ? 'yesterday' : 'latest'
}

/** Any month, week and day shows whether such periods can be chosen. */
const samples: Readonly<Record<MovingPeriod, DayRange | null>> = {
  latest: null,
  'previous-month': { first: '2025-01-01', last: '2025-01-31' },
  'previous-week': { first: '2025-01-06', last: '2025-01-12' },
  'last-7-days': { first: '2025-01-01', last: '2025-01-07' },
  yesterday: { first: '2025-01-01', last: '2025-01-01' },
}

/** Returns true if a screen can show a period that moves with the time of sending. */
export const canFollow = (plan: ReportPlan, period: MovingPeriod): boolean => {
  const days = samples[period]
  return days === null || findPeriodPlan(plan, days) !== null
}
