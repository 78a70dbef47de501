import { monthNames } from './calendar.ts'
import { getFurther } from './further.ts'
import type { FurtherSelector } from './further-selectors.ts'
import { getAtPath } from './json-path.ts'
import { getDaysOfMonth, type Period } from './periods.ts'
import type { Option, ReportPlan, Selection, SelectorPlan, ServerOptions } from './plan.ts'
import type { OptionsBySelector } from './selection.ts'
import { parseNumber, select, type SelectorKind } from './selector-kind.ts'

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

/**
 * The kinds of selectors that most reports have; the others are in `further-selectors.ts`. What only Node needs of each is
 * in `src/definition/selectors.ts`.
 */
export const commonSelectors = { year, month, select } satisfies Record<string, SelectorKind>

export type SelectorKindName = keyof typeof commonSelectors | FurtherSelector

const isCommon = (kind: SelectorKindName): kind is keyof typeof commonSelectors => kind in commonSelectors

export const getSelectorKind = ({
  kind,
  multiple,
}: {
  readonly kind: SelectorKindName
  readonly multiple?: boolean
}): SelectorKind => {
  if (multiple) return getFurther('selectors').several
  return isCommon(kind) ? commonSelectors[kind] : getFurther('selectors').kinds[kind]
}

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
