/** The first segment of every path that belongs to the API; all other paths are pages and files of the portal. */
export const apiPrefixes = ['auth', 'v1', 'api', 'dashboards', 'healthz', 'readyz', 'openapi.json'] as const
export type ApiPrefix = (typeof apiPrefixes)[number]

const alternatives = apiPrefixes.map((prefix) => prefix.replace('.', '\\.')).join('|')
const API_PATH = new RegExp(`^/+(${alternatives})(/|\\?|;|%|$)`, 'i')

/** Whether a URL's path belongs to the API, in any spelling that a server accepts. */
export function isApiPath(url: string): boolean {
  return API_PATH.test(url)
}
