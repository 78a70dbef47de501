import { listPermissions } from '../accounts/permissions.ts'
import { selectCallers } from '../accounts/sessions.ts'
import type { Connection } from '../database/handle.ts'

/** Reads the rights of a user; none if it is not active. */
export async function readPermissions(db: Connection, userId: number): Promise<ReadonlySet<number>> {
  const found = await selectCallers(db).where('users.id', '=', userId).executeTakeFirst()
  const permissions = found && (await listPermissions(db, { ...found, ownRights: found.ownRights === 1 }))
  return new Set(permissions?.map(({ id }) => id))
}

/** Says that an owner has no right to what is sent, and who could be given it. */
export async function describeMissingRight(db: Connection, userId: number, title: string): Promise<string> {
  const { owner, status, ownRights, role } = await db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select(['users.user_id as owner', 'users.status', 'users.own_rights as ownRights', 'roles.name as role'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  if (status !== 'Active') return `${owner} is not active.`
  return `${owner} has no right to ${title}; give it to ${ownRights === 1 ? owner : `the role ${role}`}.`
}

/**
 * Splits recipients into those who may get what needs these rights, and sentences on the others; `foreign` are those of
 * them that are neither of an account nor of a domain that is allowed.
 */
export async function splitRecipients(
  db: Connection,
  recipients: readonly string[],
  domains: readonly string[],
  rights: readonly number[],
) {
  const [allowed, leftOut, foreign]: [string[], string[], string[]] = [[], [], []]
  for (const address of recipients) {
    const users = db.selectFrom('users').select('id')
    const accounts = await users
      .where(({ fn }) => fn('lower', ['email_id']), '=', address.toLowerCase())
      .execute()
    const granted = await Promise.all(accounts.map(({ id }) => readPermissions(db, id)))
    const isListed = domains.includes(address.slice(address.lastIndexOf('@') + 1).toLowerCase())
    if (accounts.length === 0 ? isListed : granted.some((one) => rights.every((id) => one.has(id)))) {
      allowed.push(address)
    } else if (accounts.length === 0) {
      foreign.push(address)
      leftOut.push(`${address} is left out: its domain is not allowed.`)
    } else leftOut.push(`${address} is left out: its account may not open this.`)
  }
  return { allowed, leftOut, foreign }
}
