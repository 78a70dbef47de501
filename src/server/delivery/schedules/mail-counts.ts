import { toMailbox } from '../../../../schemas/api/schedule.ts'
import type { DataDeps } from '../../data/data-deps.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { PermanentError } from '../../platform/jobs/job.ts'
import { createMessageId, type MailDeps } from '../mail/mailer.ts'
import type { BuiltMail } from './build-mail.ts'
import { formatToday } from '../../../time/calendar.ts'

/** How many mails a day (UTC) allows: twenty schedules to twenty recipients, and what a person can still read. */
const LIMITS = { account: 400, mailbox: 60, fromOneAccount: 20 } as const

interface Sending {
  readonly ownerId: number
  readonly to: string
  readonly now: Date
}

const formatDay = (now: Date) => formatToday(now, 'utc')

type Limit = readonly [key: string, limit: number, text: string]

function listKeys({ ownerId, to }: Sending): readonly Limit[] {
  const mailbox = toMailbox(to)
  return [
    [`account ${ownerId}`, LIMITS.account, `an account sends at most ${LIMITS.account} mails a day`],
    [`mailbox ${mailbox}`, LIMITS.mailbox, `a mailbox gets at most ${LIMITS.mailbox} mails a day`],
    [
      `account ${ownerId} mailbox ${mailbox}`,
      LIMITS.fromOneAccount,
      `a mailbox gets at most ${LIMITS.fromOneAccount} mails a day from one account`,
    ],
  ]
}

/** Finds the daily limit that a mail would exceed; null if there is none. */
export async function findMailLimit(db: Connection, sending: Sending): Promise<string | null> {
  const keys = listKeys(sending)
  const names = keys.map(([key]) => key)
  const counted = db.selectFrom('mail_counts').select(['key', 'mails'])
  const day = formatDay(sending.now)
  const counts = await counted.where('key', 'in', names).where('day', '=', day).execute()
  const isReached = ([key, limit]: Limit) => counts.some((count) => count.key === key && count.mails >= limit)
  return keys.find(isReached)?.[2] ?? null
}

/** Counts a mail that was sent. */
export async function countMail(db: Connection, sending: Sending): Promise<void> {
  const day = formatDay(sending.now)
  await db
    .insertInto('mail_counts')
    .values(listKeys(sending).map(([key]) => ({ key, day, mails: 1 })))
    .onConflict((conflict) =>
      conflict.columns(['key', 'day']).doUpdateSet((eb) => ({ mails: eb('mail_counts.mails', '+', 1) })),
    )
    .execute()
}

/** Sends a mail about one thing, which `id` tells from others, and counts it. Throws `PermanentError` beyond a limit. */
export async function sendCounted(
  { database, mail, clock }: Pick<DataDeps, 'database' | 'clock'> & { readonly mail: MailDeps },
  { ownerId, to, id }: Omit<Sending, 'now'> & { readonly id: string },
  built: BuiltMail,
  signal: AbortSignal,
): Promise<void> {
  const sending = { ownerId, to, now: clock() }
  const limit = await findMailLimit(database, sending)
  if (limit !== null) throw new PermanentError(limit)
  await mail.send({ to, messageId: createMessageId(mail.portalUrl, id), ...built }, signal)
  await countMail(database, sending)
}

/** Deletes the counts of earlier days. */
export async function deleteMailCounts(db: Connection, now: Date): Promise<void> {
  await db.deleteFrom('mail_counts').where('day', '<', formatDay(now)).execute()
}
