import type { RouteEntry } from '../permission.ts'

/** What the portal's own calls are about, by the beginning of their paths; a dataset's calls bear its title. */
const nouns: readonly (readonly [prefix: string, tag: string])[] = [
  ['/auth/', 'Authentication'],
  ['/dashboards/', 'Dashboards'],
  ['/v1/system-users', 'System users'],
  ['/v1/role-master', 'Roles'],
  ['/v1/menu-hierarchy', 'Menu hierarchy and rights'],
  ['/v1/rights-management', 'Menu hierarchy and rights'],
]

/** The calls of no noun are those for whoever runs the server. */
const OPERATING = 'Operating'

/** Every tag: the portal's own, those of the datasets, and that of the calls for whoever runs the server. */
export function tagsOf(routes: readonly RouteEntry[]): readonly string[] {
  const titles = routes.flatMap(({ schema: { tag } }) => tag ?? [])
  return [...new Set([...nouns.map(([, tag]) => tag), ...titles, OPERATING])]
}

export function tagOf({ url, schema }: RouteEntry): string {
  return schema.tag ?? nouns.find(([prefix]) => url.startsWith(prefix))?.[1] ?? OPERATING
}
