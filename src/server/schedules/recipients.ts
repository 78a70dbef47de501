import { listPermissions } from '../accounts/permissions.ts'
import { selectCallers } from '../accounts/sessions.ts'
import type { Connection } from '../database/handle.ts'

/** Reads the rights of a user; none if it is not active. */
export async function readPermissions(db: Connection, userId: number): Promise<ReadonlySet<number>> {
  const found = await selectCallers(db).where('users.id', '=', userId).executeTakeFirst()
  const permissions = found && (await listPermissions(db, { ...found, ownRights: found.ownRights === 1 }))
  return new Set(permissions?.map(({ id }) => id))
}

/** Splits recipients into those who may get what needs these rights, and sentences on the others. */
export async function splitRecipients(
  db: Connection,
  recipients: readonly string[],
  domains: readonly string[],
  rights: readonly number[],
): Promise<{ readonly allowed: readonly string[]; readonly leftOut: readonly string[] }> {
  const allowed: string[] = []
  const leftOut: string[] = []
  for (const address of recipients) {
    const accounts = await listAccounts(db, address)
    const held = await Promise.all(accounts.map(({ id }) => readPermissions(db, id)))
    const hasRights = held.some((one) => rights.every((id) => one.has(id)))
    if (accounts.length === 0 ? isListedDomain(address, domains) : hasRights) allowed.push(address)
    else {
      const reason = accounts.length === 0 ? 'domain is not allowed' : 'account may not open this'
      leftOut.push(`${address} is left out: its ${reason}.`)
    }
  }
  return { allowed, leftOut }
}

const listAccounts = (db: Connection, address: string) =>
  db
    .selectFrom('users')
    .select('id')
    .where(({ fn }) => fn('lower', ['email_id']), '=', address.toLowerCase())
    .execute()

const isListedDomain = (address: string, domains: readonly string[]): boolean =>
  domains.includes(address.slice(address.lastIndexOf('@') + 1).toLowerCase())

/** Finds the first recipient that is neither of an account nor of a domain that is allowed; undefined for none. */
export async function findForeignRecipient(
  db: Connection,
  recipients: readonly string[],
  domains: readonly string[],
): Promise<string | undefined> {
  for (const address of recipients) {
    if (!isListedDomain(address, domains) && (await listAccounts(db, address)).length === 0) return address
  }
  return undefined
}
