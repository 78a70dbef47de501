import { getAtPath } from './json-path.ts'
import type { Option, SelectorPlan, ServerOptions } from './plan.ts'
import type { OptionsBySelector } from './selection.ts'

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
