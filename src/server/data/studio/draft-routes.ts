import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  KeepDraftRequest,
  KeptDraft,
  KeptTexts,
  MAX_DRAFT_BYTES,
  MAX_KEPT_DAYS,
  MAX_KEPT_DRAFTS,
} from '../../../../schemas/api/definitions.ts'
import { portalPermissions } from '../../../../schemas/api/menu.ts'
import { IdParams } from '../../../../schemas/api/parameters.ts'
import { EmptyEnvelope, envelope, listEnvelope } from '../../../../schemas/api/responses.ts'
import { authorize, getCurrentUser } from '../../identity/access/authorization.ts'
import { withTransaction } from '../../platform/database/transaction.ts'
import { created, declareCall } from '../../platform/http/permission.ts'
import * as http from '../../platform/http/responses.ts'
import type { DataDeps } from '../data-deps.ts'
import * as stored from './stored-drafts.ts'

const { studio } = portalPermissions
const DAY_MS = 24 * 3_600_000

/** Returns the drafts that holders of the right keep for each other, until their last day. */
export function draftRoutes(deps: DataDeps): FastifyPluginAsyncZod {
  const { database, clock } = deps
  return async (app) => {
    app.get(
      '/v1/drafts',
      declareCall([studio.id], 'listDrafts', 'The kept drafts, the latest first', listEnvelope(KeptDraft)),
      async () => http.toListEnvelope(await stored.listDrafts(database, clock())),
    )
    app.get(
      '/v1/drafts/:id',
      declareCall([studio.id], 'readDraft', 'A kept draft with its files', envelope(KeptTexts), {
        params: IdParams,
      }),
      async ({ params }) => {
        const draft = await stored.findDraft(database, params.id, clock())
        if (draft === undefined) throw http.notFound('There is no such draft. It may have ended.')
        return http.toRecordEnvelope(draft)
      },
    )
    app.post(
      '/v1/drafts',
      {
        ...declareCall([studio.id], 'keepDraft', 'Keeps files until a day', created(envelope(KeptDraft)), {
          body: KeepDraftRequest,
        }),
        bodyLimit: MAX_DRAFT_BYTES,
      },
      async (request, reply) => {
        const { body } = request
        const now = clock()
        const [first, last] = [now, new Date(now.getTime() + MAX_KEPT_DAYS * DAY_MS)].map(stored.formatDay)
        if (body.endDate < `${first}` || body.endDate > `${last}`)
          throw http.badRequest(`The last day must be from ${first} to ${last}.`)
        const { username: author } = getCurrentUser(request)
        const id = await withTransaction(database, async (trx) => {
          const { userId } = await authorize(trx, request, deps)
          if ((await stored.countDrafts(trx, userId)) >= MAX_KEPT_DRAFTS)
            throw http.conflict(`You keep ${MAX_KEPT_DRAFTS} drafts. Remove one of them first.`)
          return stored.storeDraft(trx, userId, body)
        })
        const { path, endDate } = body
        const message = `Draft kept successfully until ${endDate}!`
        return reply.code(201).send(http.toRecordEnvelope({ id, path, author, endDate }, message))
      },
    )
    app.delete(
      '/v1/drafts/:id',
      declareCall([studio.id], 'deleteDraft', "Removes one of the caller's drafts", EmptyEnvelope, {
        params: IdParams,
      }),
      async (request) => {
        const isRemoved = await withTransaction(database, async (trx) => {
          const { userId } = await authorize(trx, request, deps)
          return stored.removeDraft(trx, userId, request.params.id)
        })
        if (!isRemoved) throw http.notFound('You have no such draft.')
        return http.toEmptyEnvelope('Draft removed successfully!')
      },
    )
  }
}
