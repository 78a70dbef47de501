import type { SystemUser } from '../../../../schemas/api/system-user.ts'
import { sql } from 'kysely'
import { toMailbox } from '../../../../schemas/api/schedule.ts'
import { listPermissions } from '../../identity/accounts/permissions.ts'
import { selectCallers } from '../../identity/accounts/sessions.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { listAllSchedules, type StoredSchedule, updateSchedule } from './schedule-repository.ts'

/** Reads the rights of a user; none if it is not active. */
export async function readPermissions(db: Connection, userId: number): Promise<ReadonlySet<number>> {
  const user = await selectCallers(db).where('users.id', '=', userId).executeTakeFirst()
  const permissions = user && (await listPermissions(db, { ...user, ownRights: user.ownRights === 1 }))
  return new Set(permissions?.map(({ id }) => id))
}

const selectUsers = (db: Connection) => db.selectFrom('users').select(['id', 'email_id as email'])

/** Finds the accounts of an address, whatever its tag. */
async function findAccounts(db: Connection, address: string) {
  const mailbox = toMailbox(address)
  // The pattern finds addresses with a tag too, and perhaps others.
  const users = await selectUsers(db)
    .where(sql<boolean>`lower(email_id) like ${mailbox.replace('@', '%@')}`)
    .orderBy('id')
    .execute()
  return users.filter(({ email }) => toMailbox(email) === mailbox)
}

/** Finds a recipient of a foreign domain: it is not allowed, and no account has it. That of an account says nothing of others. */
export async function findForeign(db: Connection, recipients: readonly string[], domains: readonly string[]) {
  for (const address of recipients) {
    const domain = getDomain(address)
    if (domains.includes(domain)) continue
    const users = selectUsers(db).where(
      sql<boolean>`lower(email_id) like ${`%@${domain.replaceAll('_', '!_')}`} escape '!'`,
    )
    if ((await users.executeTakeFirst()) === undefined) return address
  }
  return undefined
}

const getDomain = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** Finds the ids of the accounts of recipients, by address; recipients without an account are left out. */
export async function linkAccounts(db: Connection, recipients: readonly string[]) {
  const accounts: Record<string, readonly number[]> = {}
  for (const address of recipients) {
    const users = await findAccounts(db, address)
    if (users.length > 0) accounts[address] = users.map(({ id }) => id)
  }
  return accounts
}

/** Lists the mailboxes of a recipient: its address and those of its accounts. */
export async function listMailboxes(
  db: Connection,
  { accounts }: Pick<StoredSchedule, 'accounts'>,
  address: string,
): Promise<string[]> {
  const ids = accounts[address] ?? []
  const users = ids.length === 0 ? [] : await selectUsers(db).where('id', 'in', ids).execute()
  return [address, ...users.map(({ email }) => email)].filter((text) => text !== '').map(toMailbox)
}

/** Removes an account that is deleted from the recipients of all schedules. */
export async function removeRecipient(
  db: Connection,
  user: Pick<SystemUser, 'id' | 'emailId'>,
): Promise<void> {
  for (const { id, form, accounts } of await listAllSchedules(db)) {
    const kept = form.recipients.filter((address) => {
      const ids = accounts[address]
      if (ids === undefined) return toMailbox(address) !== toMailbox(user.emailId)
      return ids.some((account) => account !== user.id)
    })
    if (kept.length === form.recipients.length) continue
    await updateSchedule(db, id, { form: JSON.stringify({ ...form, recipients: kept }) })
  }
}

/** Names a recipient as the schedule does, with the address that gets the mail: for an account, that of the account. */
export interface AllowedRecipient {
  readonly address: string
  readonly to: string
}

/**
 * Splits recipients into those who may get what needs these rights, those who may not, and sentences on the others. The owner
 * is not told who may not: it would say which addresses have accounts. `accounts` has those that recipients have now.
 */
export async function splitRecipients(
  db: Connection,
  { form, accounts: linked, ended }: Pick<StoredSchedule, 'form' | 'accounts' | 'ended'>,
  domains: readonly string[],
  rights: readonly number[],
) {
  const [allowed, withheld, leftOut]: [AllowedRecipient[], string[], string[]] = [[], [], []]
  const accounts = { ...(await linkAccounts(db, form.recipients)), ...linked }
  for (const address of form.recipients) {
    const ids = accounts[address]
    const users = ids === undefined ? [] : await selectUsers(db).where('id', 'in', ids).execute()
    const granted = await Promise.all(users.map(({ id }) => readPermissions(db, id)))
    const reader = users.find((_, index) => rights.every((right) => granted[index]?.has(right)))
    const isListed = domains.includes(getDomain(address))
    const to = ids === undefined && isListed ? address : reader?.email
    if ([address, to ?? address].some((text) => ended.has(toMailbox(text))))
      leftOut.push(`${address} has unsubscribed.`)
    else if (to === undefined) withheld.push(address)
    else if (allowed.every((recipient) => toMailbox(recipient.to) !== toMailbox(to)))
      allowed.push({ address, to })
  }
  return { allowed, withheld, leftOut, accounts }
}
