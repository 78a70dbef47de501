import type { RoleRecord, SystemUserRecord } from '../../../schemas/administration-records.ts'

/** The super administrator's role, which no list shows (spec §6, R22). */
const SUPER_ROLE = 1

export const isVisibleRole = ({ id, roleId }: RoleRecord): boolean =>
  id !== SUPER_ROLE && roleId !== SUPER_ROLE

export const isVisibleUser = ({ roleId }: SystemUserRecord): boolean => roleId !== SUPER_ROLE
