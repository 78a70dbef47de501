import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { LoadedSchedules } from '../../definition/load.ts'
import type { Schedulable } from '../../definition/schedules.ts'
import { normalizeName } from '../../../schemas/api/names.ts'
import type { Connection, Database } from '../database/handle.ts'
import { withTransaction } from '../database/transaction.ts'
import { findNextDue } from './next-due.ts'
import { describeMissingRight, readPermissions } from './recipients.ts'
import { deleteSchedule, insertSchedule, listAllSchedules, updateSchedule } from './repository.ts'
import { findTarget, openTarget } from './target.ts'

interface Deps extends Schedulable {
  readonly database: Database
  readonly clock: () => Date
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/**
 * Stores the schedules of files, and deletes those whose file is gone. One that is not changed, or whose file cannot be
 * used now, keeps its due time and its state; who has unsubscribed from a changed one gets no more of its mails. Warns
 * of owners who do not have the right to what is sent.
 */
export async function storeScheduleFiles(
  { database, clock, log, ...shown }: Deps,
  { schedules: plans, unusable }: Pick<LoadedSchedules, 'schedules' | 'unusable'>,
): Promise<void> {
  await withTransaction(database, async (trx) => {
    const ofFiles = (await listAllSchedules(trx)).filter(({ file }) => file !== null)
    const stored = new Map(ofFiles.map((one) => [one.file, one]))
    for (const plan of plans) {
      const { id: schedule, owner } = plan
      const ownerId = await findOwner(trx, owner)
      if (ownerId === undefined) {
        const message = 'a schedule of a file is not sent: there is no active account of its owner'
        log.warn({ schedule, owner }, message)
        continue
      }
      const target = findTarget(plan.form.view, shown)
      const denied =
        typeof target === 'string' || openTarget(target, await readPermissions(trx, ownerId)) !== null
          ? null
          : await describeMissingRight(trx, ownerId, target.title)
      if (denied !== null) log.warn({ schedule }, denied)
      const before = stored.get(plan.id)
      stored.delete(plan.id)
      const definition = JSON.stringify(plan)
      if (before?.definition === definition) continue
      const known = KnownRecipients.parse(JSON.parse(before?.definition ?? 'null'))
      const ended = known.filter((address) => before?.form.recipients.includes(address) === false)
      const recipients = plan.form.recipients.filter((address) => !ended.includes(address))
      const form = { ...plan.form, recipients }
      const isPaused = recipients.length === 0 || before?.paused === true
      const id = before?.id ?? (await insertSchedule(trx, ownerId, form))
      await updateSchedule(trx, id, {
        owner_id: ownerId,
        form: JSON.stringify(form),
        paused: isPaused ? 1 : 0,
        next_at: isPaused ? null : (findNextDue(form.due, clock())?.toISOString() ?? null),
        file: plan.id,
        definition,
      })
    }
    for (const { id, file } of stored.values()) {
      if (file !== null && !unusable.includes(file)) await deleteSchedule(trx, id)
    }
  })
}

/** The recipients of a stored definition, which can be of another version. */
const KnownRecipients = z
  .object({ form: z.object({ recipients: z.array(z.string()) }) })
  .transform(({ form }) => form.recipients)
  .catch([])

async function findOwner(db: Connection, owner: string): Promise<number | undefined> {
  const found = db.selectFrom('users').select('id').where('user_key', '=', normalizeName(owner))
  return (await found.where('status', '=', 'Active').executeTakeFirst())?.id
}
