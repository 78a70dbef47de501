export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>

const UNSAFE_PATH = /(^|\/)(\.|%2e){1,2}(\/|$)|\\|\p{Cc}/iu

/**
 * The URL of a request: base and path joined by one slash, then the query. Throws for a path that would leave the base
 * (S84).
 */
export const buildUrl = (baseUrl: string, path: string, query: Query = {}): string => {
  if (UNSAFE_PATH.test(path) || path.startsWith('//') || /[?#]/.test(path)) {
    throw new Error(`invalid request path: ${path}`)
  }
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined) search.append(name, String(value))
  }
  const url = `${baseUrl.replace(/\/+$/, '')}/${path.replace(/^\//, '')}`
  return search.size === 0 ? url : `${url}?${search.toString()}`
}
