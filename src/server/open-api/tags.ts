/** What the calls are about, by the beginning of their paths; the names are the specification's (spec §7). */
const nouns: readonly (readonly [prefix: string, tag: string])[] = [
  ['/auth/', 'Authentication'],
  ['/dashboards/', 'Dashboards'],
  ['/v1/system-users', 'System users'],
  ['/v1/role-master', 'Roles'],
  ['/v1/menu-hierarchy', 'Menu hierarchy and rights'],
  ['/v1/rights-management', 'Menu hierarchy and rights'],
  ['/v1/monthly-reports', 'Monthly reports'],
  ['/v1/international-minutes', 'International minutes'],
  ['/v1/local-exchange-traffic', 'Local exchange traffic'],
  ['/api/international-exchange', 'International exchange traffic'],
]

/** The calls of no noun are those for whoever runs the server. */
const OPERATING = 'Operating'

export const tags: readonly string[] = [...new Set(nouns.map(([, tag]) => tag)), OPERATING]

export function tagOf(url: string): string {
  return nouns.find(([prefix]) => url.startsWith(prefix))?.[1] ?? OPERATING
}
