import { countRange, type DayRange } from './periods.ts'
import { countWeeks, formatWeek, formatWeekDays, getDaysOfQuarter, getDaysOfWeek } from './parts-of-year.ts'
import { formatOption, isDay, parseNumber, select, type SelectorKind, splitValues } from './selector-kind.ts'

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

const kinds = { week, quarter, date, dateRange } satisfies Record<string, SelectorKind>

/** The kinds of selectors that only some reports have, and the choice of several options. */
export const furtherSelectors = { kinds, several }
export type FurtherSelector = keyof typeof kinds
