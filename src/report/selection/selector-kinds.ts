import { monthNames } from '../../time/calendar.ts'
import { countRange, type DayRange, formatDayRange, isDay, moveBack, type Period } from '../../time/days.ts'
import { extendToWhole, getDays, moveWhole, type YearPart } from '../../time/grain.ts'
import { grains, mapGrains, yearParts } from '../../time/grains.ts'
import { joinList, splitList } from '../model/lists.ts'
import type { Compare, Option, ReportPlan, Selection, SelectorPlan } from '../model/report-plan.ts'

/** A value of a selector with the chosen year, which a date does not need. */
export interface Chosen {
  readonly value: string
  readonly year: number
}

export interface SelectorKind {
  /** How it is chosen: from a list, by checkboxes, or as a day or two of a calendar. */
  readonly control: 'list' | 'checkboxes' | 'day' | 'days'
  /** The ends of the names by which templates know the parts of a value, which two dots separate; empty for one part. */
  readonly parts: readonly string[]
  /** What is wrong with a value that is on offer, as a sentence; null if nothing is. */
  readonly findError: (value: string, limits: RangeLimits) => string | null
  /** What a value chooses of time; null for a whole year, and for something else than a period. */
  readonly period: SelectorPeriod | null
  readonly formatValue: (value: string, options: readonly Option[]) => string
  /** The value that was chosen, from one that a URL can write in another way. */
  readonly parseValue: (sent: string, fixed: readonly Option[]) => string
  /** The options on offer in a year; null if none is chosen. */
  readonly listOffered: (options: readonly Option[], year: number | null) => readonly Option[]
  /** What of a value can be chosen from the options on offer; empty for nothing. */
  readonly keepOffered: (value: string, offered: readonly Option[]) => string
  /** The options of a list that a request returned; `year` is the chosen one. */
  readonly narrowOptions: (found: readonly Option[], year: number | null) => readonly Option[]
}

/** What a range of days can be. */
export type RangeLimits = Pick<SelectorPlan, 'maxDays' | 'unit'>

export interface SelectorPeriod {
  readonly getDays: (chosen: Chosen) => DayRange
  /** Whether the same dates are in the period of another year. */
  readonly hasSameDates: boolean
  /** The earlier period; null for one that the calendar does not have, such as week 53 of most years. */
  readonly getEarlier: (
    chosen: Chosen,
    compare: Exclude<Compare, 'sameDays'>,
    limits: RangeLimits,
  ) => Chosen | null
  readonly format: (chosen: Chosen) => string
}

const formatOption = (value: string, options: readonly Option[]): string =>
  options.find((option) => option.value === value)?.label ?? value

/** Creates the kind of one entry of any list. */
const select: SelectorKind = {
  control: 'list',
  parts: [],
  findError: () => null,
  period: null,
  formatValue: formatOption,
  parseValue: (sent, fixed) => {
    const values = fixed.map(({ value }) => value)
    if (values.includes(sent)) return sent
    return values.find((value) => /^\d+$/.test(value) && Number(value) === Number(sent)) ?? sent
  },
  narrowOptions: (found) => found,
  listOffered: (options) => options,
  keepOffered: (value, offered) => (offered.some((option) => option.value === value) ? value : ''),
}

/** Creates the kind of several entries, as their values joined by commas in the order of the list. */
const several: SelectorKind = {
  ...select,
  control: 'checkboxes',
  formatValue: (value, options) =>
    splitList(value)
      .map((one) => formatOption(one, options))
      .join(', '),
  parseValue: (sent, fixed) => joinList(splitList(sent).map((one) => select.parseValue(one, fixed))),
  narrowOptions: (found) => found.filter(({ value }) => !value.includes(',')),
  keepOffered: (value, offered) => {
    const chosen = new Set(splitList(value))
    const kept = offered.filter((option) => chosen.has(option.value))
    return joinList(kept.map((option) => option.value))
  },
}

/** Entries that stand for all if none is chosen. What is chosen stays, also where it is not on offer: all would be more. */
const anyOne: SelectorKind = {
  ...select,
  parseValue: (sent) => splitList(sent)[0] ?? '',
  keepOffered: (value) => value,
}
const anySeveral: SelectorKind = {
  ...several,
  narrowOptions: (found) => found,
  keepOffered: (value) => value,
}

/** Creates the kind of a year, chosen as its number. */
const year: SelectorKind = {
  ...select,
  // A URL can write leading zeros.
  parseValue: (sent) => String(Number(sent)),
}

/** Creates the kind of a part of a year, chosen as its number, from 1. */
const createPart = (grain: YearPart): SelectorKind => {
  const find = ({ value, year: inYear }: Chosen) => grain.of(inYear, Number(value))
  return {
    ...year,
    formatValue: (value) => grain.formatPart(Number(value)),
    // Where years differ, so do the parts: those of the year, with their days.
    listOffered: (options, inYear) =>
      inYear === null || grain.hasSameDates
        ? options
        : options.slice(0, grain.count(inYear)).map(({ value, label }) => {
            const days = formatDayRange(getDays(grain, find({ value, year: inYear })))
            return { value, label: `${label} (${days})` }
          }),
    period: {
      getDays: (chosen) => getDays(grain, find(chosen)),
      hasSameDates: grain.hasSameDates,
      getEarlier: (chosen, compare) => {
        if (compare === 'previous') {
          const earlier = grain.split(find(chosen) - 1)
          return { value: String(earlier.part), year: earlier.year }
        }
        const isLost = Number(chosen.value) > grain.count(chosen.year - 1)
        return isLost ? null : { ...chosen, year: chosen.year - 1 }
      },
      format: ({ value, year: inYear }) => grain.label(inYear, Number(value)),
    },
  }
}

/** Creates the kind of a month, chosen as `1` to `12`. */
const month: SelectorKind = {
  ...createPart(grains.month),
  formatValue: (value) => monthNames[Number(value) - 1] ?? value,
  narrowOptions: (found, inYear) => {
    const months = new Set(found.flatMap(({ value }) => parseMonth(value, inYear) ?? []))
    return monthNames.flatMap((label, index) =>
      months.has(index + 1) ? [{ value: String(index + 1), label }] : [],
    )
  },
}

/** Returns the month of `3` or of `2025-03`, if that is of the chosen year; null for any other. */
function parseMonth(value: string, inYear: number | null): number | null {
  const [, itsYear, found] = /^(?:(\d{4})-)?(\d{1,2})$/.exec(value) ?? []
  return found === undefined || (itsYear !== undefined && Number(itsYear) !== inYear) ? null : Number(found)
}

/** Creates the kind of a day, chosen as `2025-03-07`. */
const date: SelectorKind = {
  ...select,
  control: 'day',
  period: {
    getDays: ({ value }) => ({ first: value, last: value }),
    hasSameDates: true,
    getEarlier: (chosen, compare) => {
      const { value } = chosen
      return { ...chosen, value: moveBack({ first: value, last: value }, compare, 1).first }
    },
    format: ({ value }) => value,
  },
  formatValue: (value) => value,
  parseValue: (sent) => sent,
  keepOffered: (value) => (isDay(value) ? value : ''),
}

/** Creates the kind of a range of days, chosen as `2025-01-01..2025-03-31`. */
const dateRange: SelectorKind = {
  ...date,
  control: 'days',
  parts: ['From', 'To'],
  findError: (value, { maxDays, unit }) => {
    const range = splitRange(value)
    const count = countRange(range)
    if (count < 1) return 'From is after To.'
    const whole = unit === null ? range : extendToWhole(grains[unit], range)
    if (whole.first !== range.first || whole.last !== range.last) {
      return `Choose whole ${unit ?? 'day'}s, such as ${whole.first} to ${whole.last}.`
    }
    return maxDays !== null && count > maxDays
      ? `At most ${maxDays} days can be chosen; these are ${count}.`
      : null
  },
  period: {
    getDays: ({ value }) => splitRange(value),
    hasSameDates: true,
    getEarlier: (chosen, compare, { maxDays, unit }) => {
      const range = splitRange(chosen.value)
      const moved =
        unit === null
          ? moveBack(range, compare, maxDays ?? Infinity)
          : moveWhole(grains[unit], range, compare)
      return moved && { ...chosen, value: `${moved.first}..${moved.last}` }
    },
    format: ({ value }) => value.replace('..', ' to '),
  },
  formatValue: (value) => value.replace('..', ' to '),
  keepOffered: (value) => {
    const { first, last } = splitRange(value)
    return isDay(first) && isDay(last) ? value : ''
  },
}

/** Returns the first and the last day of a chosen range. */
export function splitRange(value: string): DayRange {
  const [first = '', last = ''] = value.split('..')
  return { first, last }
}

/** Every kind of selector; what only Node needs of each is in `src/definition/selectors.ts`. */
const selectorKinds: { readonly [K in SelectorPlan['kind']]: SelectorKind } = {
  year,
  month,
  select,
  ...mapGrains(yearParts, createPart),
  date,
  dateRange,
}

export const getSelectorKind = ({
  kind,
  multiple = false,
  required = true,
}: Pick<SelectorPlan, 'kind'> & Partial<Pick<SelectorPlan, 'multiple' | 'required'>>) =>
  required ? (multiple ? several : selectorKinds[kind]) : multiple ? anySeveral : anyOne

export const isPeriod = ({ kind }: Pick<SelectorPlan, 'kind'>): boolean =>
  kind === 'year' || selectorKinds[kind].period !== null

/** Returns true for a selector whose values name a year. */
export const namesYear = ({ kind }: Pick<SelectorPlan, 'kind'>): boolean =>
  kind === 'year' || kind === 'date' || kind === 'dateRange'

/** Returns the year that is chosen; null for none, and for a text that is no year. */
export function getYear({ selectors }: Pick<ReportPlan, 'selectors'>, selection: Selection): number | null {
  const value = selection[selectors.find(({ kind }) => kind === 'year')?.name ?? ''] ?? ''
  return /^\d{4}$/.test(value) ? Number(value) : null
}

export function getPeriod(plan: Pick<ReportPlan, 'selectors'>, selection: Selection): Period {
  const chosenYear = getYear(plan, selection)
  const [days = null] = plan.selectors.flatMap((selector) => {
    const { period } = getSelectorKind(selector)
    const value = selection[selector.name] ?? ''
    return period === null || value === '' ? [] : [period.getDays({ value, year: chosenYear ?? 0 })]
  })
  return { year: chosenYear, days }
}

/** Returns the names by which templates know a selector: its value, its text, and the parts of its value. */
export const listPlaceholders = ({ kind, name }: Pick<SelectorPlan, 'kind' | 'name'>): string[] => [
  name,
  `${name}Name`,
  ...getSelectorKind({ kind }).parts.map((end) => `${name}${end}`),
]
