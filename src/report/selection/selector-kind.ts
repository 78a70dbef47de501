import type { DayRange } from '../../time/days.ts'
import type { Compare, Option } from '../plan.ts'

/** A value of a selector with the chosen year, which a date does not need. */
export interface Chosen {
  readonly value: string
  readonly year: number
}

/** What a kind of selector does at runtime, in the browser and on the server. */
export interface SelectorKind {
  /** How it is chosen: from a list, by checkboxes, or as a day or two of a calendar. */
  readonly control: 'list' | 'checkboxes' | 'day' | 'days'
  /** The ends of the names by which templates know the parts of a value, which two dots separate; empty for one part. */
  readonly parts: readonly string[]
  /** What is wrong with a value that is on offer, as a sentence; null if nothing is. */
  readonly findError: (value: string, maxDays: number | null) => string | null
  /** What a value chooses of time; null for a whole year, and for something else than a period. */
  readonly period: SelectorPeriod | null
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

/** The period that a value chooses. */
export interface SelectorPeriod {
  readonly getDays: (chosen: Chosen) => DayRange
  /** Whether the same dates are in the period of another year. */
  readonly hasSameDates: boolean
  /** The earlier period; null for one that the calendar does not have, such as week 53 of most years. */
  readonly getEarlier: (chosen: Chosen, compare: Compare, maxDays: number) => Chosen | null
  readonly format: (chosen: Chosen) => string
}
