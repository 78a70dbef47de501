import type { FastifyRequest } from 'fastify'
import { portalPermissions } from '../../../../schemas/api/menu.ts'
import type { PageQuery } from '../../../../schemas/api/parameters.ts'
import type { Schedule, ScheduleForm } from '../../../../schemas/api/schedule.ts'
import { findScheduleErrors } from '../../../report/selection/find-screen.ts'
import type { Schedulable } from '../../../report/model/dashboard-plan.ts'
import type { DataDeps } from '../../data/data-deps.ts'
import { getCurrentUser, transactAsCaller } from '../../identity/access/authorization.ts'
import type { AssignedPermissions } from '../../identity/accounts/permissions.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { withSnapshot } from '../../platform/database/transaction.ts'
import { buildDifference } from '../../platform/history/request-events.ts'
import * as http from '../../platform/http/responses.ts'
import { findNextDue } from './next-due.ts'
import { findForeign, linkAccounts } from './recipients.ts'
import * as schedules from './schedule-repository.ts'
import type { MailDeps } from '../mail/mailer.ts'
import { addScheduleJob } from './send.ts'
import { findTarget, openTarget } from './target.ts'

const MAX_SCHEDULES = 50

export type ScheduleDeps = DataDeps & { readonly mail: MailDeps }

/** Builds a schedule as the API sends it. */
export function toRecord(deps: Schedulable, stored: schedules.StoredSchedule): Schedule {
  const { id, owner, form, unsubscribed, paused, nextAt, runs, file } = stored
  const target = findTarget(form.view, deps)
  const title = typeof target === 'string' ? form.view.id : target.title
  return { id, owner, title, ...form, unsubscribed, paused, nextAt, runs: [...runs], file }
}

/** Lists a page of the schedules of one owner, or of all. */
export async function listRecords(
  deps: DataDeps,
  ownerId: number | null,
  query: Pick<PageQuery, 'page' | 'size'>,
) {
  const page = await withSnapshot(deps.database, (db) => schedules.listSchedules(db, ownerId, query))
  return { ...page, records: page.records.map((stored) => toRecord(deps, stored)) }
}

/** Finds a schedule that the caller may see: an own one, or with permissions any that administration shows. Throws 404. */
export async function requireSchedule(
  db: Connection,
  request: FastifyRequest,
  id: number,
  permissions?: AssignedPermissions,
): Promise<schedules.StoredSchedule> {
  const schedule = await schedules.findSchedule(db, id)
  const isOwn = schedule?.ownerId === getCurrentUser(request).userId
  const isShown = permissions?.has(portalPermissions.roles.id) === true && schedule?.isReserved === false
  if (schedule === undefined || !(isOwn || isShown)) throw http.notFound('There is no such schedule.')
  return schedule
}

/** Adds a schedule of the caller. Throws 400 for a form that cannot be sent, 409 for one schedule too many. */
export function createSchedule(deps: ScheduleDeps, request: FastifyRequest, form: ScheduleForm) {
  return transactAsCaller(deps, request, async (trx, permissions, recordEvent) => {
    await checkForm(deps, trx, form, permissions)
    const { userId } = getCurrentUser(request)
    const { totalCount } = await schedules.listSchedules(trx, userId, { page: 0, size: 1 })
    if (totalCount >= MAX_SCHEDULES) throw http.conflict(`You have ${MAX_SCHEDULES} schedules already.`)
    const id = await schedules.insertSchedule(trx, userId, form)
    const accounts = JSON.stringify(await linkAccounts(trx, form.recipients))
    await schedules.updateSchedule(trx, id, { accounts, next_at: findNext(deps, form) })
    const record = await readRecord(deps, trx, id)
    recordEvent('schedule created', { schedule: record.title }, { details: { after: record } })
    return record
  })
}

/** Stores a form of its owner, or whether a schedule is paused, with its next due time. */
export function changeSchedule(
  deps: ScheduleDeps,
  request: FastifyRequest,
  id: number,
  { form, paused }: { readonly form?: ScheduleForm; readonly paused?: boolean },
) {
  return transactAsCaller(deps, request, async (trx, permissions, recordEvent) => {
    const current = await requireSchedule(trx, request, id, form === undefined ? permissions : undefined)
    const earlier = toRecord(deps, current)
    http.checkIfMatch(request, earlier)
    if (form !== undefined) {
      requireOwnForm(current)
      await checkForm(deps, trx, form, permissions)
    }
    const isPaused = paused ?? current.paused
    await schedules.updateSchedule(trx, id, {
      ...(form !== undefined && {
        form: JSON.stringify(form),
        accounts: JSON.stringify(await linkAccounts(trx, form.recipients)),
      }),
      paused: isPaused ? 1 : 0,
      next_at: isPaused ? null : findNext(deps, form ?? current.form),
    })
    const record = await readRecord(deps, trx, id)
    const details = buildDifference(earlier, record)
    recordEvent('schedule updated', { schedule: record.title }, { details })
    return record
  })
}

/** Adds a job that sends a schedule now, as a test only to its owner. Throws 409 if it was sent in this minute. */
export function sendScheduleNow(deps: DataDeps, request: FastifyRequest, id: number, isTest: boolean) {
  return transactAsCaller(deps, request, async (trx, permissions, recordEvent) => {
    const current = await requireSchedule(trx, request, id, permissions)
    // One job a minute, whoever asks, and one test.
    const minute = new Date(Math.floor(deps.clock().getTime() / 60_000) * 60_000)
    const isNew = await addScheduleJob(trx, current.ownerId, isTest ? `${id} test` : `${id}`, minute, {
      manual: true,
      isTest,
    })
    if (!isNew) throw http.conflict('It was sent in this minute already.')
    const line = { schedule: toRecord(deps, current).title }
    recordEvent('schedule updated', line, { details: isTest ? { sendTest: true } : { sendNow: true } })
  })
}

/** Removes a schedule of the caller, or one that administration shows. */
export function removeSchedule(deps: DataDeps, request: FastifyRequest, id: number): Promise<void> {
  return transactAsCaller(deps, request, async (trx, permissions, recordEvent) => {
    const current = await requireSchedule(trx, request, id, permissions)
    requireOwnForm(current)
    const before = toRecord(deps, current)
    http.checkIfMatch(request, before)
    await schedules.deleteSchedule(trx, id)
    recordEvent('schedule deleted', { schedule: before.title }, { details: { before } })
  })
}

function requireOwnForm({ file }: schedules.StoredSchedule): void {
  if (file !== null) throw http.conflict(`It is defined in schedules/${file}.json.`)
}

/** Throws 400. Of recipients only domains are checked: an answer about an address would tell which have accounts. */
async function checkForm(
  deps: ScheduleDeps,
  db: Connection,
  form: ScheduleForm,
  permissions: AssignedPermissions,
): Promise<void> {
  const target = findTarget(form.view, deps)
  if (typeof target === 'string') throw http.badRequest(target)
  const [error] = findScheduleErrors(form, deps)
  if (error !== undefined) throw http.badRequest(error.message)
  if (openTarget(target, permissions) === null) throw http.badRequest(`You may not open ${target.title}.`)
  const foreign = await findForeign(db, form.recipients, deps.mail.domains)
  if (foreign === undefined) return
  throw http.badRequest(
    `No mails may be sent to the domain of ${foreign}. Ask the administrator of the portal to add it to MAIL_DOMAINS.`,
  )
}

async function readRecord(deps: Schedulable, db: Connection, id: number): Promise<Schedule> {
  const stored = await schedules.findSchedule(db, id)
  if (stored === undefined) throw new Error('the schedule was not stored')
  return toRecord(deps, stored)
}

const findNext = ({ clock }: Pick<DataDeps, 'clock'>, { due }: ScheduleForm): string | null =>
  findNextDue(due, clock())?.toISOString() ?? null
