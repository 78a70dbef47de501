const PATTERN = /^\/(?:[\w.~-]+\/)*$/

/** The path below which the portal is served, `/` by default. Throws if a slash is missing at either end. */
export function parseBasePath(text: string | undefined): string {
  const path = text === undefined || text.trim() === '' ? '/' : text.trim()
  if (!PATTERN.test(path)) throw new Error(`BASE_PATH must be a path such as /portal/, not '${path}'`)
  return path
}
