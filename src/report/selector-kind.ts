import { parseDate } from './calendar.ts'
import type { Option } from './plan.ts'
import type { DayRange } from './periods.ts'

/** What a kind of selector does at runtime, in the browser and on the server. */
export interface SelectorKind {
  /** How it is chosen: from a list, by checkboxes, or as a day or two of a calendar. */
  readonly control: 'list' | 'checkboxes' | 'day' | 'days'
  /** The ends of the names by which templates know the parts of a value, which two dots separate; empty for one part. */
  readonly parts: readonly string[]
  /** What is wrong with a value that is on offer, as a sentence; null if nothing is. */
  readonly findError: (value: string, maxDays: number | null) => string | null
  /** The days of a chosen value, in the chosen year; null for a whole year, and for something else than a period. */
  readonly getDays: ((value: string, year: number) => DayRange) | null
  /** The value that is one year earlier; null for a kind whose values name no year. */
  readonly previousYear: ((value: string) => string) | null
  /** The shown text of a chosen value. */
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

/** The label of the option; without one the value itself. */
export const formatOption = (value: string, options: readonly Option[]): string =>
  options.find((option) => option.value === value)?.label ?? value

/** A number without leading zeros, from one that a URL can write in another way. */
export const parseNumber = (sent: string): string => String(Number(sent))

/** One entry of any list. */
export const select: SelectorKind = {
  control: 'list',
  parts: [],
  findError: () => null,
  getDays: null,
  previousYear: null,
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

/** The values of a selector of which several can be chosen. */
export const splitValues = (value: string): string[] => value.split(',').filter((one) => one !== '')

/** Whether a text is a day of the years that reports can show, `2025-03-07`. */
export function isDay(text: string): boolean {
  return /^(?:19|2[0-9])\d\d-\d\d-\d\d$/.test(text) && parseDate(text) !== null
}
