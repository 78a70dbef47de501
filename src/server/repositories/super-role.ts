/** The role that is reserved, hidden and protected (spec §9, R22). */
export const SUPER_ROLE = 1
