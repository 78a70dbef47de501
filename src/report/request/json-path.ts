/** What a path leads to, or the first step at which nothing is found and the value in which it was looked for. */
export type PathResult =
  | { readonly found: true; readonly value: unknown }
  | { readonly found: false; readonly step: number; readonly parent: unknown }

/** Follows a path through the own properties of objects and, by number, the entries of arrays. */
export function walkPath(value: unknown, path: readonly PropertyKey[]): PathResult {
  let parent = value
  for (const [step, name] of path.entries()) {
    const isInside =
      typeof parent === 'object' &&
      parent !== null &&
      (!Array.isArray(parent) || typeof name === 'number') &&
      Object.hasOwn(parent, name)
    if (!isInside) return { found: false, step, parent }
    parent = (parent as Readonly<Record<PropertyKey, unknown>>)[name]
  }
  return { found: true, value: parent }
}

/** The value at a path; undefined if there is none. */
export function getAtPath(value: unknown, path: readonly PropertyKey[]): unknown {
  const result = walkPath(value, path)
  return result.found ? result.value : undefined
}
