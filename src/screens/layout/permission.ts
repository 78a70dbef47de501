/** Ids of the shell's own menu items (spec §6); a report's id comes with its definition. */
export const PERMISSION = { dashboard: 11, roles: 2, reports: 13 } as const
