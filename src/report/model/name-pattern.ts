import { renderTemplate } from './template.ts'

/** Says whether a pattern is a named part alone, which every name matches. */
export const matchesAnyName = (tokens: readonly string[]): boolean => tokens.length === 1

/** Returns the fixed and the named parts of a pattern: `{a}_to_{b}` is `{a}`, `_to_`, `{b}`. */
export const splitPattern = (text: string): string[] =>
  text.split(/(\{[a-z]+\})/).filter((token) => token !== '')

/** Finds the named parts of a name. Each runs to the next fixed part or to the end, and is not empty. */
export function matchPattern(tokens: readonly string[], name: string): ReadonlyMap<string, string> | null {
  const parts = new Map<string, string>()
  let start = 0
  for (const [index, token] of tokens.entries()) {
    if (!token.startsWith('{')) {
      if (!name.startsWith(token, start)) return null
      start += token.length
      continue
    }
    const [next = '', ...others] = tokens.slice(index + 1)
    const end = others.length === 0 ? name.length - next.length : name.indexOf(next, start + 1)
    if (end <= start) return null
    parts.set(token.slice(1, -1), name.slice(start, end))
    start = end
  }
  return start === name.length ? parts : null
}

/** Returns the label of a name: a part that the report labels is written so, whatever filter the template names. */
export function fillLabels(
  template: string,
  parts: ReadonlyMap<string, string>,
  labels: Readonly<Record<string, string>>,
): string {
  const labelled = new Map(
    [...parts].flatMap(([name, part]) =>
      Object.hasOwn(labels, part) ? [[name, labels[part] ?? part] as const] : [],
    ),
  )
  const withoutFilters = template.replaceAll(/\{([a-z]+):[a-z0-9]+\}/g, (whole: string, name: string) =>
    labelled.has(name) ? `{${name}}` : whole,
  )
  return renderTemplate(withoutFilters, new Map([...parts, ...labelled]))
}
