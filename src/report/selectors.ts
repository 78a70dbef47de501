import type { Option, ReportPlan, Selection, SelectorPlan, ServerOptions } from './plan.ts'
import { monthNames } from './calendar.ts'
import { getAtPath } from './json-path.ts'
import type { OptionsBySelector } from './selection.ts'

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
  const list = getAtPath(body, ['success']) === false ? null : getAtPath(body, plan.recordsPath)
  const found = new Map<string, Option>()
  for (const entry of Array.isArray(list) ? list : []) {
    const value = formatText(plan.value === null ? entry : getAtPath(entry, [plan.value]))
    const label = plan.label === null ? value : formatText(getAtPath(entry, [plan.label]))
    if (value !== null && !found.has(value)) found.set(value, { value, label: label ?? value })
  }
  return found.size > 0 ? [...found.values()] : fallbackOptions(plan, currentYear)
}

function formatText(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : null
}
