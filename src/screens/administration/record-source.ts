import type * as z from 'zod/mini'
import { RoleRecord, SystemUserRecord } from '../../../schemas/administration-records.ts'
import { isVisibleRole, isVisibleUser } from './super-role.ts'

/** Where the records of one kind come from. Its path begins the key of every query about them. */
export type RecordSource<R extends { readonly id: number }> = {
  readonly path: string
  readonly schema: z.ZodMiniType<R>
  readonly isVisible: (record: R) => boolean
}

export const roles: RecordSource<RoleRecord> = {
  path: '/v1/role-master',
  schema: RoleRecord,
  isVisible: isVisibleRole,
}

export const systemUsers: RecordSource<SystemUserRecord> = {
  path: '/v1/system-users',
  schema: SystemUserRecord,
  isVisible: isVisibleUser,
}
