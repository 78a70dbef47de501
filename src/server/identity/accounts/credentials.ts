import { normalizeName } from '../../../../schemas/api/names.ts'
import { hasRow } from '../../platform/database/batches.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { SUPER_ROLE } from '../../../../schemas/api/role.ts'

export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** Finds the account of a user id as it was typed. */
export async function findAccount(db: Connection, userId: string) {
  const row = await db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.id', 'users.user_id as userId', 'users.password_hash as passwordHash'])
    .select(['users.status', 'users.oidc_subject as subject', 'roles.name as roleName'])
    .where('users.user_key', '=', normalizeName(userId))
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { status, subject, ...account } = row
  return { ...account, active: status === 'Active', isOfCompany: subject !== null }
}

/** Records that a user has chosen a new password; returns whether one was required. */
export function clearPasswordChange(db: Connection, id: number): Promise<boolean> {
  const clear = db.updateTable('users').set({ password_change_required: 0 }).returning('id')
  return hasRow(clear.where('id', '=', id).where('password_change_required', '=', 1))
}

/**
 * Stores the hash of a password that was just verified (the verified one, or a new hash of the same password), and
 * returns whether the account still exists, is active and has the password that was verified. As the first statement
 * of a transaction it is also a lock: a transaction that changes the password or the status, or deletes the account,
 * either ends before it or starts again after it.
 */
export function confirmPassword(
  trx: Connection,
  { id, passwordHash: verified }: Account,
  passwordHash: string,
): Promise<boolean> {
  // An update even if nothing changes: on PostgreSQL `select for update` would not conflict with older snapshots.
  const store = trx.updateTable('users').set({ password_hash: passwordHash }).returning('id')
  const unchanged = store.where('id', '=', id).where('password_hash', '=', verified)
  return hasRow(unchanged.where('status', '=', 'Active'))
}

/** Says whether the database contains the demo accounts, whose password is public. */
export const hasDemoAccounts = (db: Connection): Promise<boolean> =>
  hasRow(db.selectFrom('users').select('id').where('demo', '=', 1).limit(1))

/** Says whether this transaction may set up a database without accounts; concurrent ones wait for its end. */
export async function claimFirstRun(db: Connection): Promise<boolean> {
  // A write, because two transactions that only read would both continue.
  await db
    .updateTable('roles')
    .set((update) => ({ description: update.ref('description') }))
    .where('id', '=', SUPER_ROLE)
    .execute()
  return !(await hasAccounts(db))
}

export const hasAccounts = (db: Connection): Promise<boolean> =>
  hasRow(db.selectFrom('users').select('id').limit(1))
