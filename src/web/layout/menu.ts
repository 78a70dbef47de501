export type MenuLink = { readonly label: string; readonly to: string }

export type MenuItem =
  | (MenuLink & { readonly children?: undefined })
  | { readonly label: string; readonly children: readonly MenuLink[]; readonly to?: undefined }

export type ReportMenuEntry = {
  readonly path: string
  readonly menu: { readonly label: string; readonly permission: number; readonly order: number }
}

type Holdings = {
  readonly ids: ReadonlySet<number>
  readonly reports: readonly ReportMenuEntry[]
  readonly reportsEnabled: boolean
}

const ROLES: MenuItem = {
  label: 'Roles',
  children: [
    { label: 'Roles', to: '/roles' },
    { label: 'Rights Administration', to: '/roles/rights-administration' },
    { label: 'System Users', to: '/roles/system-user' },
  ],
}

const TEST_MENU: MenuItem = {
  label: 'Test Menu',
  children: [
    { label: 'Test Sub-menu 1', to: '/test/sub1' },
    { label: 'Test Sub-menu 2', to: '/test/sub2' },
  ],
}

const reportLinks = ({ ids, reports, reportsEnabled }: Holdings): readonly MenuLink[] =>
  reportsEnabled && ids.has(permissionIds.reports)
    ? reports
        .filter(({ menu }) => ids.has(menu.permission))
        .toSorted((one, other) => one.menu.order - other.menu.order)
        .map(({ path, menu }) => ({ label: menu.label, to: path }))
    : []

/** The menu that the held ids allow; the Test Menu where they allow nothing. */
export const buildMenu = (holdings: Holdings): readonly MenuItem[] => {
  const { ids } = holdings
  const links = reportLinks(holdings)
  const menu: MenuItem[] = []
  if (ids.has(permissionIds.dashboard)) menu.push({ label: 'Dashboard', to: '/dashboard' })
  if (ids.has(permissionIds.roles)) menu.push(ROLES)
  if (links.length > 0) menu.push({ label: 'Reports', children: links })
  return menu.length > 0 ? menu : [TEST_MENU]
}

/** Ids of the shell's own menu items; a report's id comes with its definition. */
export const permissionIds = { dashboard: 11, roles: 2, reports: 13 } as const
