export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>

const STEPS_OUT = /(^|\/)(\.|%2e){1,2}(\/|$)|\\|\p{Cc}/iu

/**
 * The address of a call: base and path with one slash between, then the query.
 * A path that would leave the base is refused (S84).
 */
export const buildUrl = (baseUrl: string, path: string, query: Query = {}): string => {
  if (STEPS_OUT.test(path) || path.startsWith('//') || /[?#]/.test(path)) {
    throw new Error(`invalid call path: ${path}`)
  }
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) search.append(name, String(value))
  }
  const address = `${baseUrl.replace(/\/+$/, '')}/${path.replace(/^\//, '')}`
  return search.size === 0 ? address : `${address}?${search.toString()}`
}
