import * as z from 'zod/mini'
import type { ApiFeature } from '../settings.ts'

/** The service to which all permissions belong. */
export const SERVICE = 'bidashboard'

/** A menu item that a role or user may open. */
export const MenuItem = z.object({ id: z.int(), name: z.string(), description: z.string() })
export type MenuItem = z.infer<typeof MenuItem>

/** A permission that a role or user has. */
export const AssignedPermission = z.object({ id: z.int(), name: z.string() })
export type AssignedPermission = z.infer<typeof AssignedPermission>

/** A menu item with the permission to open it. */
export const MenuTreeLeaf = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  enabled: z.boolean(),
})
const { id, name, description, enabled } = MenuTreeLeaf.shape

/** A node of the menu hierarchy; leaves have no list of children. */
export const MenuTreeNode = z.object({
  id,
  name,
  description,
  enabled,
  get child() {
    return z.nullable(z.array(MenuTreeNode))
  },
})
export type MenuTreeNode = z.infer<typeof MenuTreeNode>

/** Describes a page of the portal itself; `feature` is what the API must offer for it. */
interface PortalPage {
  readonly label: string
  readonly to: string
  readonly feature?: ApiFeature
}

interface PortalPermission {
  /** The id of the menu item and of the permission to open it. */
  readonly id: number
  readonly name: string
  /** Whether the items below have no effect without this one. */
  readonly isRequiredBelow: boolean
  /** The pages that the menu lists for it. */
  readonly pages: readonly PortalPage[]
}

const ROLES_PAGES: readonly PortalPage[] = [
  { label: 'Roles', to: '/roles' },
  { label: 'Rights Administration', to: '/roles/rights-administration' },
  { label: 'System Users', to: '/roles/system-user' },
  { label: 'Sessions', to: '/roles/sessions', feature: 'sessions' },
  { label: 'Tokens', to: '/roles/tokens', feature: 'tokens' },
  { label: 'History', to: '/roles/history', feature: 'history' },
  { label: 'Deliveries', to: '/roles/deliveries', feature: 'jobs' },
  { label: 'Alerts', to: '/roles/alerts', feature: 'alerts' },
]
const DATA_PAGES: readonly PortalPage[] = [{ label: 'Data', to: '/roles/data', feature: 'imports' }]

/** The menu items of the portal itself, in their order; a report adds one of its own below `reports`. */
export const portalPermissions = {
  root: { id: 1, name: 'BI Dashboard', isRequiredBelow: false, pages: [] },
  dashboard: {
    id: 11,
    name: 'Dashboard',
    isRequiredBelow: false,
    pages: [{ label: 'Dashboard', to: '/dashboard' }],
  },
  roles: { id: 2, name: 'Roles', isRequiredBelow: true, pages: ROLES_PAGES },
  /** To import records, together with the roles, in whose menu its page is. */
  data: { id: 3, name: 'Data', isRequiredBelow: false, pages: DATA_PAGES },
  /** To see all definitions, and to draft new ones. */
  studio: { id: 4, name: 'Studio', isRequiredBelow: false, pages: [{ label: 'Studio', to: '/studio' }] },
  reports: { id: 13, name: 'Reports', isRequiredBelow: true, pages: [] },
} as const satisfies Readonly<Record<string, PortalPermission>>

/** Returns the pages of the menu Roles that some rights open, where the API offers them. */
export const listRolesPages = (
  ids: ReadonlySet<number>,
  features: ReadonlySet<ApiFeature>,
): readonly PortalPage[] =>
  [...ROLES_PAGES, ...(ids.has(portalPermissions.data.id) ? DATA_PAGES : [])].filter(
    ({ feature }) => feature === undefined || features.has(feature),
  )
export type PortalPermissionName = keyof typeof portalPermissions
