/** Permission ids that belong to the portal itself; a report has one of its own. */
export const permissionIds = { root: 1, roles: 2, dashboard: 11, reports: 13 } as const
