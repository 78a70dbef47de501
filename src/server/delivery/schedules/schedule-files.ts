import type { FastifyBaseLogger } from 'fastify'
import type { Schedulable, ScheduleFiles } from '../../../report/model/dashboard-plan.ts'
import { findAccount } from '../../identity/accounts/credentials.ts'
import type { Database } from '../../platform/database/handle.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { findNextDue } from './next-due.ts'
import { linkAccounts, readPermissions } from './recipients.ts'
import { deleteSchedule, insertSchedule, listAllSchedules, updateSchedule } from './schedule-repository.ts'
import { describeMissingRight, findTarget, openTarget } from './target.ts'

interface Deps extends Schedulable {
  readonly database: Database
  readonly clock: () => Date
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/**
 * Stores the schedules of files, and deletes those whose file is gone. One that is not changed keeps its due time and its
 * state. A schedule whose file cannot be read sends nothing until it can.
 */
export async function storeScheduleFiles(
  { database, clock, log, ...definitions }: Deps,
  { plans, unread }: ScheduleFiles,
): Promise<void> {
  await withTransaction(database, async (trx) => {
    const ofFiles = (await listAllSchedules(trx)).filter(({ file }) => file !== null)
    const stored = new Map(ofFiles.map((schedule) => [schedule.file, schedule]))
    for (const plan of plans) {
      const { id: schedule, owner } = plan
      const account = await findAccount(trx, owner)
      if (account?.active !== true) {
        const message = 'a schedule of a file is not sent: there is no active account of its owner'
        log.warn({ schedule, owner }, message)
        continue
      }
      const target = findTarget(plan.form.view, definitions)
      if (typeof target !== 'string' && openTarget(target, await readPermissions(trx, account.id)) === null) {
        const holder = { owner: account.userId, role: account.roleName }
        log.warn({ schedule, owner }, describeMissingRight(holder, target))
      }
      const earlier = stored.get(plan.id)
      stored.delete(plan.id)
      const definition = JSON.stringify(plan)
      if (earlier?.definition === definition) continue
      const { form } = plan
      const isPaused = earlier?.paused === true && earlier.definition !== null
      const id = earlier?.id ?? (await insertSchedule(trx, account.id, form))
      await updateSchedule(trx, id, {
        owner_id: account.id,
        form: JSON.stringify(form),
        accounts: JSON.stringify(await linkAccounts(trx, form.recipients)),
        paused: isPaused ? 1 : 0,
        next_at: isPaused ? null : (findNextDue(form.due, clock())?.toISOString() ?? null),
        file: plan.id,
        definition,
      })
    }
    for (const { id, file } of stored.values()) {
      // Without a definition it is computed anew when the file can be read.
      const stopped = { paused: 1, next_at: null, definition: null }
      if (file !== null && unread.includes(file)) await updateSchedule(trx, id, stopped)
      else await deleteSchedule(trx, id)
    }
  })
}
