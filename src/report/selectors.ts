import { monthNames } from './calendar.ts'
import { getAtPath } from './json-path.ts'
import { countWeeks, formatWeek, formatWeekDays, getDaysOfQuarter, getDaysOfWeek } from './parts-of-year.ts'
import { countRange, type DayRange, getDaysOfMonth, type Period } from './periods.ts'
import type { Option, ReportPlan, Selection, SelectorPlan, ServerOptions } from './plan.ts'
import type { OptionsBySelector } from './selection.ts'
import { formatOption, isDay, parseNumber, select, type SelectorKind, splitValues } from './selector-kind.ts'

export { isDay, splitValues } from './selector-kind.ts'

const year: SelectorKind = {
  ...select,
  parseValue: parseNumber,
  previousYear: (value) => String(Number(value) - 1),
}

/** A month is chosen as `1` to `12`. */
const month: SelectorKind = {
  ...select,
  getDays: (value, inYear) => getDaysOfMonth(inYear, Number(value)),
  formatValue: (value) => monthNames[Number(value) - 1] ?? value,
  parseValue: parseNumber,
  narrowOptions: (found, inYear) => {
    const months = new Set(found.flatMap(({ value }) => parseMonth(value, inYear) ?? []))
    return monthNames.flatMap((label, index) =>
      months.has(index + 1) ? [{ value: String(index + 1), label }] : [],
    )
  },
}

/** The month of `3` or of `2025-03`, if that is of the chosen year; null for any other. */
function parseMonth(value: string, year: number | null): number | null {
  const [, itsYear, found] = /^(?:(\d{4})-)?(\d{1,2})$/.exec(value) ?? []
  return found === undefined || (itsYear !== undefined && Number(itsYear) !== year) ? null : Number(found)
}

/** Several entries of a list, as their values joined by commas in the order of the list. */
const several: SelectorKind = {
  ...select,
  control: 'checkboxes',
  formatValue: (value, options) =>
    splitValues(value)
      .map((one) => formatOption(one, options))
      .join(', '),
  parseValue: (sent, fixed) =>
    splitValues(sent)
      .map((one) => select.parseValue(one, fixed))
      .join(','),
  narrowOptions: (found) => found.filter(({ value }) => !value.includes(',')),
  keepOffered: (value, offered) => {
    const chosen = new Set(splitValues(value))
    const kept = offered.filter((option) => chosen.has(option.value))
    return kept.map((option) => option.value).join(',')
  },
}

/** A week of ISO 8601 is chosen as `1` to `53`, the number of weeks of the year. */
const week: SelectorKind = {
  ...select,
  getDays: (value, inYear) => getDaysOfWeek(inYear, Number(value)),
  formatValue: (value) => formatWeek(null, Number(value)),
  parseValue: parseNumber,
  listOffered: (options, inYear) =>
    inYear === null
      ? options
      : options.slice(0, countWeeks(inYear)).map(({ value, label }) => ({
          value,
          label: `${label} (${formatWeekDays(inYear, Number(value))})`,
        })),
}

/** A quarter is chosen as `1` to `4`. */
const quarter: SelectorKind = {
  ...select,
  getDays: (value, inYear) => getDaysOfQuarter(inYear, Number(value)),
  parseValue: parseNumber,
}

/** A day is chosen as `2025-03-07`. */
const date: SelectorKind = {
  control: 'day',
  parts: [],
  findError: () => null,
  getDays: (value) => ({ first: value, last: value }),
  previousYear: moveToPreviousYear,
  formatValue: (value) => value,
  parseValue: (sent) => sent,
  narrowOptions: (found) => found,
  listOffered: (options) => options,
  keepOffered: (value) => (isDay(value) ? value : ''),
}

/** The days from one to another are chosen as `2025-01-01..2025-03-31`. */
const dateRange: SelectorKind = {
  ...date,
  control: 'days',
  parts: ['From', 'To'],
  findError: (value, maxDays) => {
    const count = countRange(splitRange(value))
    if (count < 1) return 'From is after To.'
    return maxDays !== null && count > maxDays
      ? `At most ${maxDays} days can be chosen; these are ${count}.`
      : null
  },
  getDays: splitRange,
  previousYear: (value) => value.split('..').map(moveToPreviousYear).join('..'),
  formatValue: (value) => value.replace('..', ' to '),
  keepOffered: (value) => {
    const { first, last } = splitRange(value)
    return isDay(first) && isDay(last) ? value : ''
  },
}

/** The same day one year earlier; February 28 for a leap day. */
function moveToPreviousYear(day: string): string {
  const [year = '', month, date] = day.split('-')
  const before = `${Number(year) - 1}-${month}-${date}`
  return isDay(before) ? before : before.replace('-29', '-28')
}

/** The first and the last day of a chosen range. */
export function splitRange(value: string): DayRange {
  const [first = '', last = ''] = value.split('..')
  return { first, last }
}

/** Every kind of selector; what only Node needs of each is in `src/definition/selectors.ts`. */
const selectorKinds = { year, month, select, week, quarter, date, dateRange } satisfies Record<
  string,
  SelectorKind
>

export type SelectorKindName = keyof typeof selectorKinds

export const getSelectorKind = ({
  kind,
  multiple,
}: {
  readonly kind: SelectorKindName
  readonly multiple?: boolean
}): SelectorKind => (multiple ? several : selectorKinds[kind])

/** The year that is chosen; null for none, and for a text that is no year. */
export function getYear({ selectors }: Pick<ReportPlan, 'selectors'>, selection: Selection): number | null {
  const value = selection[selectors.find(({ kind }) => kind === 'year')?.name ?? ''] ?? ''
  return /^\d{4}$/.test(value) ? Number(value) : null
}

/** The year and the days that are chosen. */
export function getPeriod(plan: Pick<ReportPlan, 'selectors'>, selection: Selection): Period {
  const year = getYear(plan, selection)
  const [days = null] = plan.selectors.flatMap((selector) => {
    const { getDays } = getSelectorKind(selector)
    const value = selection[selector.name] ?? ''
    return getDays === null || value === '' ? [] : [getDays(value, year ?? 0)]
  })
  return { year, days }
}

/** The same selection one year earlier. */
export const getPreviousYear = (
  { selectors }: Pick<ReportPlan, 'selectors'>,
  selection: Selection,
): Selection => ({
  ...selection,
  ...Object.fromEntries(
    selectors.flatMap((selector) => {
      const [value, { previousYear }] = [selection[selector.name], getSelectorKind(selector)]
      return value === undefined || previousYear === null ? [] : [[selector.name, previousYear(value)]]
    }),
  ),
})

/** The options that need no request, by selector. */
export function fixedOptions(selectors: readonly SelectorPlan[]): OptionsBySelector {
  return Object.fromEntries(
    selectors.flatMap(({ name, options }) => ('fixed' in options ? [[name, options.fixed]] : [])),
  )
}

/** The options to use when the request failed or returned none. */
export function fallbackOptions({ fallback }: ServerOptions, currentYear: number): readonly Option[] {
  if ('fixed' in fallback) return fallback.fixed
  return Array.from({ length: fallback.last }, (_, index) => {
    const year = String(currentYear - index)
    return { value: year, label: year }
  })
}

/**
 * The options in a response, in its order and without duplicates; the fallback for a response that failed, has another
 * shape, or is empty.
 */
export function parseOptions(plan: ServerOptions, body: unknown, currentYear: number): readonly Option[] {
  const found = parseOptionList(plan, body) ?? []
  return found.length > 0 ? found : fallbackOptions(plan, currentYear)
}

/** The options in a response, in its order and without duplicates; null for one that failed or has another shape. */
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
