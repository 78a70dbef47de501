import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toMailbox, UnsubscribeQuery } from '../../../../schemas/api/schedule.ts'
import type { DataDeps } from '../../data/data-deps.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { withEvents } from '../../platform/history/request-events.ts'
import { declareCall, type RouteApp } from '../../platform/http/permission.ts'
import { listMailboxes } from './recipients.ts'
import { findSchedule, resubscribe, type StoredSchedule, unsubscribe } from './schedule-repository.ts'
import { toRecord } from './schedule-service.ts'
import { createUnsubscribePage, formatUnsubscribeForm, isSigned } from './unsubscribe.ts'

const DAMAGED = 'This link is damaged. Open it again in the mail, or copy all of it.'

const declarePage = (operationId: string, summary: string) =>
  declareCall('public', operationId, summary, null, { querystring: UnsubscribeQuery })

/** Serves the page that ends the mails to a recipient. */
export function unsubscribeRoutes(app: RouteApp, deps: DataDeps, portalFolder: string | undefined): void {
  const page = createUnsubscribePage(portalFolder)
  const sendPage = (reply: FastifyReply, ...texts: Parameters<typeof page>) =>
    reply.type('text/html; charset=utf-8').send(page(...texts))
  const describe = (schedule: StoredSchedule) =>
    `from ${schedule.owner}, such as ${toRecord(deps, schedule).title}`
  const describeEnded = (schedule: StoredSchedule) =>
    `You have unsubscribed already: you get no more mails ${describe(schedule)}.`
  // A mail program sends a form, of which nothing is read (RFC 8058).
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'buffer' },
    (_request, _body, done) => done(null, undefined),
  )
  app.get(
    '/v1/schedules/unsubscribe',
    declarePage('askToUnsubscribe', 'A page that asks before it ends the mails to a recipient'),
    async ({ query }, reply) => {
      const schedule = await findSigned(deps.database, query)
      if (typeof schedule === 'string') return sendPage(reply.code(400), schedule)
      const isEnded = schedule.ended.has(toMailbox(query.address))
      const question = `Do you want to get no more mails ${describe(schedule)}?`
      const text = isEnded ? describeEnded(schedule) : question
      return sendPage(reply, text, formatUnsubscribeForm(query, isEnded))
    },
  )
  app.post(
    '/v1/schedules/unsubscribe',
    declarePage(
      'unsubscribe',
      'Ends the mails of the owner of a schedule to a recipient, whose mail contains the address',
    ),
    async (request, reply) => {
      const { schedule, isNew } = await changeMails(deps, request, request.query)
      if (typeof schedule === 'string') return sendPage(reply.code(400), schedule)
      const isAgain = request.query.again !== undefined
      const ended = isNew ? `You get no more mails ${describe(schedule)}.` : describeEnded(schedule)
      const text = isAgain ? `You get the mails ${describe(schedule)} again.` : ended
      return sendPage(reply, text, formatUnsubscribeForm(request.query, !isAgain))
    },
  )
}

/** Answers links of earlier mails with a page on a server that sends no mails any more. */
export function answerWithoutMails(app: FastifyInstance, portalFolder: string | undefined): void {
  app.addHook('onRequest', async ({ url }, reply) => {
    if (url.split('?')[0] !== '/v1/schedules/unsubscribe') return undefined
    const text = createUnsubscribePage(portalFolder)('This portal sends no mails any more.')
    return reply.code(404).type('text/html; charset=utf-8').send(text)
  })
}

/** Finds the schedule that has signed a link; otherwise returns why there is none. */
async function findSigned(db: Connection, { schedule: id, address, token }: UnsubscribeQuery) {
  const schedule = await findSchedule(db, id)
  if (schedule !== undefined && !isSigned(schedule, address, token)) return DAMAGED
  return schedule ?? `${DAMAGED} If it is whole, its mails have ended already.`
}

/** Ends the mails of the owner of a schedule to a recipient, or sends them again. */
function changeMails(deps: DataDeps, request: FastifyRequest, query: UnsubscribeQuery) {
  const { address, again } = query
  return withEvents(deps, request, async (trx, recordEvent) => {
    const schedule = await findSigned(trx, query)
    if (typeof schedule === 'string') return { schedule, isNew: false }
    const mailboxes = await listMailboxes(trx, schedule, address)
    const isNew = again
      ? await resubscribe(trx, schedule.ownerId, mailboxes)
      : await unsubscribe(trx, schedule.ownerId, mailboxes, deps.clock())
    // The history hides what accounts of role 1 send, as it hides what they do.
    const caller = schedule.isReserved ? { caller: schedule.owner } : {}
    const line = { schedule: toRecord(deps, schedule).title, recipient: address, ...caller }
    if (isNew) recordEvent(again ? 'schedule subscribed again' : 'schedule unsubscribed', line)
    return { schedule, isNew }
  })
}
