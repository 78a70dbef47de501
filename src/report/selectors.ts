import type { Option, ReportPlan, Selection, SelectorPlan } from './plan.ts'
import { monthNames } from './calendar.ts'

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
const formatOption = (value: string, options: readonly Option[]): string =>
  options.find((option) => option.value === value)?.label ?? value

const year: SelectorKind = {
  period: 'year',
  formatValue: formatOption,
  parseValue: (sent) => String(Number(sent)),
}

/** A month is chosen as `1` to `12`. */
const month: SelectorKind = {
  period: 'month',
  formatValue: (value) => monthNames[Number(value) - 1] ?? value,
  parseValue: (sent) => String(Number(sent)),
}

/** One entry of any list. */
const select: SelectorKind = {
  period: null,
  formatValue: formatOption,
  parseValue: (sent, fixed) => {
    const values = fixed.map(({ value }) => value)
    if (values.includes(sent)) return sent
    return values.find((value) => /^\d+$/.test(value) && Number(value) === Number(sent)) ?? sent
  },
}

/** Every kind of selector; what only Node needs of each is in `src/definition/selectors.ts`. */
const selectorKinds = { year, month, select } satisfies Record<string, SelectorKind>

export type SelectorKindName = keyof typeof selectorKinds

export const getSelectorKind = ({ kind }: Pick<SelectorPlan, 'kind'>): SelectorKind => selectorKinds[kind]

/** The year and month that are chosen; null for what is not. */
export function getPeriod(
  { selectors }: Pick<ReportPlan, 'selectors'>,
  selection: Selection,
): { readonly year: number | null; readonly month: number | null } {
  const find = (part: 'year' | 'month'): number | null => {
    const name = selectors.find((selector) => getSelectorKind(selector).period === part)?.name
    const value = name === undefined ? undefined : selection[name]
    return value === undefined ? null : Number(value)
  }
  return { year: find('year'), month: find('month') }
}
