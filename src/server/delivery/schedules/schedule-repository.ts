import { randomBytes } from 'node:crypto'
import type { Updateable } from 'kysely'
import { z } from 'zod'
import { ScheduleForm, ScheduleRun, toMailbox } from '../../../../schemas/api/schedule.ts'
import { SUPER_ROLE } from '../../../../schemas/api/role.ts'
import { type Page, readPage } from '../../platform/database/batches.ts'
import type { Connection } from '../../platform/database/handle.ts'
import type { Tables } from '../../platform/database/tables.ts'

const columns = [
  'schedules.id',
  'owner_id as ownerId',
  'users.user_id as owner',
  'users.email_id as ownerEmail',
  'users.status as ownerStatus',
  'users.role_id as roleId',
  'roles.name as role',
  'form',
  'accounts',
  'paused',
  'next_at as nextAt',
  'runs',
  'last_hash as lastHash',
  'secret',
  'file',
  'definition',
] as const

const join = (db: Connection) =>
  db
    .selectFrom('schedules')
    .innerJoin('users', 'users.id', 'schedules.owner_id')
    .innerJoin('roles', 'roles.id', 'users.role_id')

const select = (db: Connection) => join(db).select(columns)
type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

const Runs = z.array(ScheduleRun)
const Accounts = z.record(z.string(), z.array(z.int()))
/** Without recipients if their accounts were deleted. */
const StoredForm = z.object({ ...ScheduleForm.shape, recipients: z.array(z.string()) })

/** Adds who has unsubscribed from the owners. A form that this version cannot read is left out. */
async function toSchedules(db: Connection, rows: readonly Row[]) {
  const owners = [...new Set(rows.map(({ ownerId }) => ownerId))]
  const mailboxes = db.selectFrom('unsubscribed').select(['owner_id as ownerId', 'mailbox'])
  const unsubscribed = owners.length === 0 ? [] : await mailboxes.where('owner_id', 'in', owners).execute()
  return rows.flatMap(({ roleId, form: stored, accounts, paused, runs, ...row }) => {
    const { success, data: form } = StoredForm.safeParse(JSON.parse(stored))
    if (!success) return []
    const ofOwner = unsubscribed.filter(({ ownerId }) => ownerId === row.ownerId)
    const ended: ReadonlySet<string> = new Set(ofOwner.map(({ mailbox }) => mailbox))
    return {
      ...row,
      /** Whether the owner has role 1, which administration does not see. */
      isReserved: roleId === SUPER_ROLE,
      form,
      accounts: Accounts.parse(JSON.parse(accounts)),
      /** The mailboxes that have unsubscribed from the owner, and the recipients with one of them. */
      ended,
      unsubscribed: form.recipients.filter((address) => ended.has(toMailbox(address))),
      paused: paused === 1,
      runs: Runs.parse(JSON.parse(runs)),
    }
  })
}

export type StoredSchedule = Awaited<ReturnType<typeof toSchedules>>[number]

/** Finds a schedule. */
export async function findSchedule(db: Connection, id: number): Promise<StoredSchedule | undefined> {
  const row = await select(db).where('schedules.id', '=', id).executeTakeFirst()
  return row && (await toSchedules(db, [row]))[0]
}

/** Lists a page of the schedules of an owner, or of all that administration shows, the oldest first. */
export async function listSchedules(
  db: Connection,
  ownerId: number | null,
  page: { readonly page: number; readonly size: number },
): Promise<Page<StoredSchedule>> {
  const schedules =
    ownerId === null
      ? join(db).where('users.role_id', '!=', SUPER_ROLE)
      : join(db).where('owner_id', '=', ownerId)
  const rows = schedules.select(columns).orderBy('schedules.id')
  const { records, totalCount } = await readPage(schedules, rows, page)
  return { records: await toSchedules(db, records), totalCount }
}

/** Lists all schedules. */
export const listAllSchedules = async (db: Connection): Promise<StoredSchedule[]> =>
  toSchedules(db, await select(db).execute())

/** Inserts a schedule without a due time; returns its number. */
export async function insertSchedule(db: Connection, ownerId: number, form: ScheduleForm): Promise<number> {
  const { id } = await db
    .insertInto('schedules')
    .values({
      owner_id: ownerId,
      form: JSON.stringify(form),
      paused: 0,
      runs: '[]',
      secret: randomBytes(32).toString('base64url'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Ends the mails of an owner to mailboxes; returns false if all have been ended before. */
export async function unsubscribe(
  db: Connection,
  owner_id: number,
  mailboxes: readonly string[],
  now: Date,
): Promise<boolean> {
  const rows = [...new Set(mailboxes)].map((mailbox) => ({ owner_id, mailbox, at: now.toISOString() }))
  const added = await db
    .insertInto('unsubscribed')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['owner_id', 'mailbox']).doNothing())
    .executeTakeFirstOrThrow()
  return added.numInsertedOrUpdatedRows !== 0n
}

/** Takes the end of an owner's mails to mailboxes back; returns false if there was none. */
export async function resubscribe(db: Connection, ownerId: number, mailboxes: readonly string[]) {
  const ended = db.deleteFrom('unsubscribed').where('owner_id', '=', ownerId)
  const { numDeletedRows } = await ended.where('mailbox', 'in', mailboxes).executeTakeFirstOrThrow()
  return numDeletedRows !== 0n
}

/** Changes some columns of a schedule. */
export async function updateSchedule(db: Connection, id: number, change: Updateable<Tables['schedules']>) {
  await db.updateTable('schedules').set(change).where('id', '=', id).execute()
}

/** Removes a schedule. */
export async function deleteSchedule(db: Connection, id: number): Promise<void> {
  await db.deleteFrom('schedules').where('id', '=', id).execute()
}

/** Removes the schedules of a user who is deactivated; those of a deleted one go with it. */
export async function deleteUserSchedules(db: Connection, ownerId: number): Promise<void> {
  await db.deleteFrom('schedules').where('owner_id', '=', ownerId).execute()
}
