import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { portalPermissions } from '../../../../schemas/api/menu.ts'
import { IdParams, PageQuery } from '../../../../schemas/api/parameters.ts'
import { EmptyEnvelope, envelope, listEnvelope } from '../../../../schemas/api/responses.ts'
import {
  PauseRequest,
  Schedule,
  ScheduleForm,
  toMailbox,
  UnsubscribeQuery,
} from '../../../../schemas/api/schedule.ts'
import { findScheduleErrors } from '../../../definition/schedules.ts'
import type { DataDeps } from '../../data/data-deps.ts'
import { getCurrentUser, transactAsCaller } from '../../identity/access/authorization.ts'
import { created, declareCall, forAdministrators, forEveryone } from '../../platform/http/permission.ts'
import type { AssignedPermissions } from '../../identity/accounts/permissions.ts'
import { buildDifference, withEvents } from '../../platform/history/request-events.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { withSnapshot } from '../../platform/database/transaction.ts'
import * as http from '../../platform/http/responses.ts'
import { findNextDue } from './next-due.ts'
import { linkAccounts, listMailboxes } from './recipients.ts'
import * as schedules from './schedule-repository.ts'
import { addScheduleJob, type MailDeps } from './send.ts'
import { findTarget, openTarget } from './target.ts'
import { createUnsubscribePage, isSigned, UNSUBSCRIBE_FORM } from './unsubscribe.ts'

const One = envelope(Schedule)
const MAX_SCHEDULES = 50
const SAVED = 'Schedule saved successfully!'

/** Schedules: the caller's own ones, those of all for administration, and the end of mails to a recipient. */
export function scheduleRoutes(
  deps: DataDeps & { readonly mail: MailDeps; readonly portalFolder: string | undefined },
): FastifyPluginAsyncZod {
  const { database, clock } = deps

  const toRecord = (stored: schedules.StoredSchedule): Schedule => {
    const { id, owner, form, unsubscribed, paused, nextAt, runs, file } = stored
    const target = findTarget(form.view, deps)
    const title = typeof target === 'string' ? form.view.id : target.title
    return { id, owner, title, ...form, unsubscribed, paused, nextAt, runs: [...runs], file }
  }
  /** Finds a schedule that the caller may see: an own one, or any that administration shows. */
  const requireSchedule = async (
    db: Connection,
    request: FastifyRequest,
    permissions?: AssignedPermissions,
  ): Promise<schedules.StoredSchedule> => {
    const { id } = IdParams.parse({ id: String((request.params as { id: unknown }).id) })
    const found = await schedules.findSchedule(db, id)
    const isOwn = found?.ownerId === getCurrentUser(request).userId
    const isShown = permissions?.has(portalPermissions.roles.id) === true && found?.isReserved === false
    if (found === undefined || !(isOwn || isShown)) throw http.notFound('There is no such schedule.')
    return found
  }
  const requireReadable = ({ isReadable }: schedules.StoredSchedule) => {
    if (!isReadable) throw http.conflict(schedules.UNREADABLE)
  }
  const requireOwnForm = ({ file }: schedules.StoredSchedule) => {
    if (file !== null) throw http.conflict(`It is defined in schedules/${file}.json.`)
  }
  // Nothing is said about recipients: an answer would tell which addresses have accounts.
  const checkForm = (form: ScheduleForm, permissions: AssignedPermissions) => {
    const target = findTarget(form.view, deps)
    if (typeof target === 'string') throw http.badRequest(target)
    const [error] = findScheduleErrors(form, deps)
    if (error !== undefined) throw http.badRequest(error.message)
    if (openTarget(target, permissions) === null) throw http.badRequest(`You may not open ${target.title}.`)
  }
  const readRecord = async (db: Connection, id: number): Promise<Schedule> => {
    const stored = await schedules.findSchedule(db, id)
    if (stored === undefined) throw new Error('the schedule was not stored')
    return toRecord(stored)
  }
  const plan = async (db: Connection, id: number, form: ScheduleForm): Promise<string | null> => {
    const nextAt = findNextDue(form.due, clock())
    if (nextAt !== null) await addScheduleJob(db, id, nextAt)
    return nextAt?.toISOString() ?? null
  }
  /** Stores a form of its owner, or whether it is paused, with its next due time and a line in the history. */
  const changeSchedule = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { form, paused }: { readonly form?: ScheduleForm; readonly paused?: boolean },
  ) => {
    const changed = await transactAsCaller(deps, request, async (trx, permissions, recordEvent) => {
      const current = await requireSchedule(trx, request, form === undefined ? permissions : undefined)
      const before = toRecord(current)
      http.checkIfMatch(request, before)
      if (form !== undefined) {
        requireOwnForm(current)
        checkForm(form, permissions)
      } else requireReadable(current)
      const isPaused = paused ?? current.paused
      await schedules.updateSchedule(trx, current.id, {
        ...(form !== undefined && {
          form: JSON.stringify(form),
          accounts: JSON.stringify(await linkAccounts(trx, form.recipients)),
        }),
        paused: isPaused ? 1 : 0,
        next_at: isPaused ? null : await plan(trx, current.id, form ?? current.form),
      })
      const record = await readRecord(trx, current.id)
      const details = buildDifference(before, record)
      recordEvent('schedule updated', { schedule: record.title }, { details })
      return record
    })
    return http.sendRecord(reply, changed, SAVED)
  }
  const listPage = async (ownerId: number | null, query: { page: number; size: number }) => {
    const found = await withSnapshot(database, (db) => schedules.listSchedules(db, ownerId, query))
    return http.toListEnvelope(found.records.map(toRecord), found.totalCount)
  }

  return async (app) => {
    app.get(
      '/v1/schedules',
      forEveryone('listSchedules', "A page of the caller's schedules", listEnvelope(Schedule), {
        querystring: PageQuery,
      }),
      async (request) => listPage(getCurrentUser(request).userId, request.query),
    )
    app.get(
      '/v1/deliveries',
      forAdministrators('listDeliveries', 'A page of the schedules of all users', listEnvelope(Schedule), {
        querystring: PageQuery,
      }),
      async (request) => listPage(null, request.query),
    )
    app.get(
      '/v1/schedules/:id',
      forEveryone('getSchedule', "One of the caller's schedules", One, { params: IdParams }),
      async (request, reply) => http.sendRecord(reply, toRecord(await requireSchedule(database, request))),
    )
    app.post(
      '/v1/schedules',
      forEveryone('createSchedule', 'Adds a schedule of the caller', created(One), { body: ScheduleForm }),
      async (request, reply) => {
        const form = request.body
        const added = await transactAsCaller(deps, request, async (trx, permissions, recordEvent) => {
          checkForm(form, permissions)
          const { userId } = getCurrentUser(request)
          const { totalCount } = await schedules.listSchedules(trx, userId, { page: 0, size: 1 })
          if (totalCount >= MAX_SCHEDULES) {
            throw http.conflict(`You have ${MAX_SCHEDULES} schedules already.`)
          }
          const id = await schedules.insertSchedule(trx, userId, form)
          const accounts = JSON.stringify(await linkAccounts(trx, form.recipients))
          await schedules.updateSchedule(trx, id, { accounts, next_at: await plan(trx, id, form) })
          const record = await readRecord(trx, id)
          recordEvent('schedule created', { schedule: record.title }, { details: { after: record } })
          return record
        })
        return http.sendRecord(reply.code(201), added, SAVED)
      },
    )
    app.put(
      '/v1/schedules/:id',
      forEveryone('updateSchedule', "Changes one of the caller's schedules", One, {
        params: IdParams,
        body: ScheduleForm,
      }),
      (request, reply) => changeSchedule(request, reply, { form: request.body }),
    )
    app.put(
      '/v1/schedules/:id/paused',
      forEveryone('pauseSchedule', 'Pauses a schedule, or lets it send again', One, {
        params: IdParams,
        body: PauseRequest,
      }),
      (request, reply) => changeSchedule(request, reply, request.body),
    )
    app.post(
      '/v1/schedules/:id/send',
      forEveryone('sendSchedule', 'Sends a schedule now, with the rights of its owner', EmptyEnvelope, {
        params: IdParams,
      }),
      async (request) => {
        await transactAsCaller(deps, request, async (trx, permissions, recordEvent) => {
          const current = await requireSchedule(trx, request, permissions)
          requireReadable(current)
          // One job a minute, whoever asks.
          const minute = new Date(Math.floor(clock().getTime() / 60_000) * 60_000)
          const isNew = await addScheduleJob(trx, current.id, minute, { manual: true })
          if (!isNew) throw http.conflict('It was sent in this minute already.')
          const line = { schedule: toRecord(current).title }
          recordEvent('schedule updated', line, { details: { sendNow: true } })
        })
        return http.toEmptyEnvelope('It is being sent.')
      },
    )
    app.delete(
      '/v1/schedules/:id',
      forEveryone('deleteSchedule', "Removes one of the caller's schedules", EmptyEnvelope, {
        params: IdParams,
      }),
      async (request) => {
        await transactAsCaller(deps, request, async (trx, _permissions, recordEvent) => {
          const current = await requireSchedule(trx, request)
          requireOwnForm(current)
          const before = toRecord(current)
          http.checkIfMatch(request, before)
          await schedules.deleteSchedule(trx, current.id)
          recordEvent('schedule deleted', { schedule: before.title }, { details: { before } })
        })
        return http.toEmptyEnvelope('Schedule deleted successfully!')
      },
    )
    // A mail program sends a form, of which nothing is read (RFC 8058).
    app.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'buffer' },
      (_request, _body, done) => done(null, undefined),
    )
    const page = createUnsubscribePage(deps.portalFolder)
    const sendPage = (reply: FastifyReply, ...texts: Parameters<typeof page>) =>
      reply.type('text/html; charset=utf-8').send(page(...texts))
    /** Finds the schedule that has signed a link; otherwise a text says why there is none. */
    const findSigned = async (db: Connection, { schedule: id, address, token }: UnsubscribeQuery) => {
      const found = await schedules.findSchedule(db, id)
      if (found !== undefined && !isSigned(found, address, token)) return DAMAGED
      return found ?? `${DAMAGED} If it is whole, its mails have ended already.`
    }
    const describe = (found: schedules.StoredSchedule) =>
      `from ${found.owner}, such as ${toRecord(found).title}`
    const describeEnded = (found: schedules.StoredSchedule) =>
      `You have unsubscribed already: you get no more mails ${describe(found)}.`
    const declarePage = (operationId: string, summary: string) =>
      declareCall('public', operationId, summary, null, { querystring: UnsubscribeQuery })
    app.get(
      '/v1/schedules/unsubscribe',
      declarePage('askToUnsubscribe', 'A page that asks before it ends the mails to a recipient'),
      async ({ query }, reply) => {
        const found = await findSigned(database, query)
        if (typeof found === 'string') return sendPage(reply.code(400), found)
        if (found.ended.has(toMailbox(query.address))) return sendPage(reply, describeEnded(found))
        return sendPage(reply, `Do you want to get no more mails ${describe(found)}?`, UNSUBSCRIBE_FORM)
      },
    )
    app.post(
      '/v1/schedules/unsubscribe',
      declarePage(
        'unsubscribe',
        'Ends the mails of the owner of a schedule to a recipient, whose mail contains the address',
      ),
      async (request, reply) => {
        const { address } = request.query
        const { found, isNew } = await withEvents(deps, request, async (trx, recordEvent) => {
          const found = await findSigned(trx, request.query)
          if (typeof found === 'string') return { found, isNew: false }
          const mailboxes = await listMailboxes(trx, found, address)
          const isNew = await schedules.unsubscribe(trx, found.ownerId, mailboxes, clock())
          // The history hides what accounts of role 1 send, as it hides what they do.
          const caller = found.isReserved ? { caller: found.owner } : {}
          const line = { schedule: toRecord(found).title, recipient: address, ...caller }
          if (isNew) recordEvent('schedule unsubscribed', line)
          return { found, isNew }
        })
        if (typeof found === 'string') return sendPage(reply.code(400), found)
        return sendPage(reply, isNew ? `You get no more mails ${describe(found)}.` : describeEnded(found))
      },
    )
  }
}

const DAMAGED = 'This link is damaged. Open it again in the mail, or copy all of it.'
