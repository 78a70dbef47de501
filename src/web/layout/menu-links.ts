import { listRolesPages, portalPermissions } from '../../../schemas/api/menu.ts'
import type { ApiFeature } from '../../../schemas/settings.ts'

export type MenuLink = { readonly label: string; readonly to: string }

export type MenuItem =
  | (MenuLink & { readonly children?: undefined })
  | { readonly label: string; readonly children: readonly MenuLink[]; readonly to?: undefined }

export type ReportMenuEntry = {
  readonly path: string
  readonly menu: { readonly label: string; readonly permission: number; readonly order: number }
}

type MenuInput<R extends ReportMenuEntry = ReportMenuEntry> = {
  readonly ids: ReadonlySet<number>
  readonly reports: readonly R[]
  readonly reportsEnabled: boolean
}

/** The pages of the caller's own account, each with what the API must offer. */
export const ownPages = [
  { page: 'password', title: 'Change password', feature: 'account' },
  { page: 'sessions', title: 'Your sessions', feature: 'account' },
  { page: 'views', title: 'Your views', feature: 'views' },
  { page: 'schedules', title: 'Your schedules', feature: 'schedules' },
  { page: 'alerts', title: 'Your alerts', feature: 'alerts' },
  { page: 'tokens', title: 'Your tokens', feature: 'tokens' },
  { page: 'second-factor', title: 'Your second factor', feature: 'second-factor' },
] as const
export type OwnPage = (typeof ownPages)[number]['page']

const TEST_MENU: MenuItem = {
  label: 'Test Menu',
  children: [
    { label: 'Test Sub-menu 1', to: '/test/sub1' },
    { label: 'Test Sub-menu 2', to: '/test/sub2' },
  ],
}

/** Returns the reports that the given permission ids open, in the order of the menu. */
export const listOpenReports = <R extends ReportMenuEntry>({
  ids,
  reports,
  reportsEnabled,
}: MenuInput<R>): readonly R[] =>
  reportsEnabled && ids.has(portalPermissions.reports.id)
    ? reports
        .filter(({ menu }) => ids.has(menu.permission))
        .toSorted((first, second) => first.menu.order - second.menu.order)
    : []

/** Returns the menu for the given permission ids; the Test Menu if they include no entry. */
export const buildMenu = (
  input: MenuInput & { readonly features: ReadonlySet<ApiFeature> },
): readonly MenuItem[] => {
  const { ids, features } = input
  const { dashboard, roles, studio } = portalPermissions
  const links = listOpenReports(input).map(({ path, menu }) => ({ label: menu.label, to: path }))
  const menu: MenuItem[] = []
  if (ids.has(dashboard.id)) menu.push(...dashboard.pages)
  if (ids.has(roles.id)) menu.push({ label: roles.name, children: listRolesPages(ids, features) })
  if (links.length > 0) menu.push({ label: portalPermissions.reports.name, children: links })
  if (ids.has(studio.id) && features.has('studio')) menu.push(studio.pages[0])
  return menu.length > 0 ? menu : [TEST_MENU]
}
