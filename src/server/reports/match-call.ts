import type { ReportPlan, Selection } from '../../report/plan.ts'
import { getPlaceholders } from '../../report/template.ts'

/**
 * Reads the selection back out of the address of a call: `/v1/x/2025/3` by `/v1/x/{year}/{month}`.
 * Null where the address is not one that the template makes.
 */
export function matchCall(plan: ReportPlan, template: string, url: string): Selection | null {
  const [path = '', query = ''] = url.split('?')
  const [pathTemplate = '', queryTemplate = ''] = template.split('?')
  const sent = new URLSearchParams(query)
  const pairs = [
    [pathTemplate.replace(/^\/?/, '/'), path] as const,
    ...[...new URLSearchParams(queryTemplate)].map(([name, value]) => [value, sent.get(name) ?? ''] as const),
  ]
  const selection = new Map<string, string>()
  for (const [part, text] of pairs) {
    const values = matchPart(part, text)
    if (values === null) return null
    for (const [name, value] of values) selection.set(name, value)
  }
  return Object.fromEntries(
    plan.selectors.map(({ name, kind }) => [name, plain(kind, selection.get(name) ?? '')]),
  )
}

/** The values of a part's placeholders, or null where the text has not its form. */
function matchPart(template: string, text: string): readonly (readonly [string, string])[] | null {
  const names = getPlaceholders(template).map(({ name }) => name)
  const literals = template
    .split(/\{[^{}]*\}/)
    .map((literal) => literal.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
  const found = new RegExp(`^${literals.join('([^/]+?)')}$`).exec(text)
  if (found === null) return null
  return names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')] as const)
}

/** Years and months are chosen as plain numbers, however a call writes them. */
function plain(kind: ReportPlan['selectors'][number]['kind'], value: string): string {
  return kind === 'choice' ? value : String(Number(value))
}
