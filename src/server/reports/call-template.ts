/** The parts of a call's path: a template of a definition or a pattern of a route; the query does not count. */
export function segmentsOf(call: string): readonly string[] {
  return (call.split('?')[0] ?? '').split('/').filter((segment) => segment !== '')
}

/**
 * How like a template (`{year}`) and a route pattern (`:year`) are, or null where they cannot meet.
 * A part that holds a placeholder on either side fits; parts of the same kind fit best.
 */
export function likeness(template: readonly string[], pattern: readonly string[]): number | null {
  if (template.length !== pattern.length) return null
  let score = 0
  for (const [index, part] of template.entries()) {
    const other = pattern[index] ?? ''
    const open = part.includes('{')
    if (other.startsWith(':')) score += open ? 2 : 1
    else if (part === other) score += 3
    else if (!open) return null
  }
  return score
}
