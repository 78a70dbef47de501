import type { Option, SelectorPlan, ServerOptions } from './plan.ts'
import type { OptionsBySelector } from './selection.ts'

/** Options that need no call. Server options are missing here. */
export function fixedOptions(selectors: readonly SelectorPlan[]): OptionsBySelector {
  return Object.fromEntries(
    selectors.flatMap(({ name, options }) => ('fixed' in options ? [[name, options.fixed]] : [])),
  )
}

/** What is offered when the call failed or brought nothing. */
export function fallbackOptions({ fallback }: ServerOptions, currentYear: number): readonly Option[] {
  if ('fixed' in fallback) return fallback.fixed
  return Array.from({ length: fallback.last }, (_, index) => {
    const year = String(currentYear - index)
    return { value: year, label: year }
  })
}

/**
 * The options in an answer, in its order and without doubles; the fallback where the answer is refused,
 * of another shape, or empty.
 */
export function parseOptions(plan: ServerOptions, body: unknown, currentYear: number): readonly Option[] {
  const list = property(body, 'success') === false ? null : plan.recordsPath.reduce(property, body)
  const found = new Map<string, Option>()
  for (const entry of Array.isArray(list) ? list : []) {
    const value = textOf(plan.value === null ? entry : property(entry, plan.value))
    const label = plan.label === null ? value : textOf(property(entry, plan.label))
    if (value !== null && !found.has(value)) found.set(value, { value, label: label ?? value })
  }
  return found.size > 0 ? [...found.values()] : fallbackOptions(plan, currentYear)
}

function property(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null && Object.hasOwn(of, name)
    ? Object.getOwnPropertyDescriptor(of, name)?.value
    : undefined
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : null
}
