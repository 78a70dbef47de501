import type { Option } from '../plan.ts'

/** What a kind of selector does at runtime, in the browser and on the server. */
export interface SelectorKind {
  /** The part of a period that is chosen; null for something else. */
  readonly period: 'year' | 'month' | null
  /** The shown text of a chosen value. */
  readonly formatValue: (value: string, options: readonly Option[]) => string
  /** The value that was chosen, from one that a URL can write in another way. */
  readonly parseValue: (sent: string, fixed: readonly Option[]) => string
}

/** The label of the option; without one the value itself. */
export const formatOption = (value: string, options: readonly Option[]): string =>
  options.find((option) => option.value === value)?.label ?? value
