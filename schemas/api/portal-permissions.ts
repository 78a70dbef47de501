interface PortalPermission {
  /** The id of the menu item and of the permission to open it. */
  readonly id: number
  readonly name: string
  /** Whether the items below have no effect without this one. */
  readonly isRequiredBelow: boolean
  /** The pages that the menu lists for it. */
  readonly pages: readonly { readonly label: string; readonly to: string }[]
}

/** The menu items of the portal itself, in their order; a report adds one of its own below `reports`. */
export const portalPermissions = {
  root: {
    id: 1,
    name: 'BI Dashboard',
    isRequiredBelow: false,
    pages: [],
  },
  dashboard: {
    id: 11,
    name: 'Dashboard',
    isRequiredBelow: false,
    pages: [{ label: 'Dashboard', to: '/dashboard' }],
  },
  roles: {
    id: 2,
    name: 'Roles',
    isRequiredBelow: true,
    pages: [
      { label: 'Roles', to: '/roles' },
      { label: 'Rights Administration', to: '/roles/rights-administration' },
      { label: 'System Users', to: '/roles/system-user' },
    ],
  },
  reports: { id: 13, name: 'Reports', isRequiredBelow: true, pages: [] },
} as const satisfies Readonly<Record<string, PortalPermission>>
export type PortalPermissionName = keyof typeof portalPermissions
