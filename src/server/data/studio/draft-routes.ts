import {
  KeepDraftRequest,
  KeptDraft,
  KeptTexts,
  MAX_DRAFT_BYTES,
  MAX_KEPT_DAYS,
  MAX_KEPT_DRAFTS,
  DefinitionText,
} from '../../../../schemas/api/definitions.ts'
import { portalPermissions } from '../../../../schemas/api/menu.ts'
import { EmptyEnvelope, envelope, listEnvelope } from '../../../../schemas/api/responses.ts'
import { getCurrentUser, transactAsOwner } from '../../identity/access/authorization.ts'
import { byId, created, declareCall, type RouteApp } from '../../platform/http/permission.ts'
import * as http from '../../platform/http/responses.ts'
import type { DataDeps } from '../data-deps.ts'
import { z } from 'zod'
import type { Connection } from '../../platform/database/handle.ts'
import { formatToday } from '../../../time/calendar.ts'
import { DAY_MS } from '../../../time/days.ts'

const { studio } = portalPermissions

/** Serves the drafts that holders of the right keep for each other, until their last day. */
export function draftRoutes(app: RouteApp, deps: DataDeps): void {
  const { database, clock } = deps
  app.get(
    '/v1/drafts',
    declareCall([studio.id], 'listDrafts', 'The kept drafts, the latest first', listEnvelope(KeptDraft)),
    async () =>
      http.toListEnvelope(await selectDrafts(database, clock()).orderBy('drafts.id', 'desc').execute()),
  )
  app.get(
    '/v1/drafts/:id',
    declareCall([studio.id], 'readDraft', 'A kept draft with its files', envelope(KeptTexts), byId),
    async ({ params }) => {
      const drafts = selectDrafts(database, clock()).select('drafts.files')
      const draft = await drafts.where('drafts.id', '=', params.id).executeTakeFirst()
      if (draft === undefined) throw http.notFound('There is no such draft. It may have ended.')
      const files = z.array(DefinitionText).parse(JSON.parse(draft.files))
      return http.toRecordEnvelope({ ...draft, files })
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
      const { path, endDate } = request.body
      const now = clock()
      const [first, last] = [now, new Date(now.getTime() + MAX_KEPT_DAYS * DAY_MS)].map(formatDay)
      if (endDate < `${first}` || endDate > `${last}`)
        throw http.badRequest(`The last day must be from ${first} to ${last}.`)
      const { username: author } = getCurrentUser(request)
      const id = await transactAsOwner(deps, request, async (trx, userId) => {
        const kept = await trx.selectFrom('drafts').select('id').where('user_id', '=', userId).execute()
        if (kept.length >= MAX_KEPT_DRAFTS)
          throw http.conflict(`You keep ${MAX_KEPT_DRAFTS} drafts. Remove one of them first.`)
        return storeDraft(trx, userId, request.body)
      })
      const message = `Draft kept successfully until ${endDate}!`
      return reply.code(201).send(http.toRecordEnvelope({ id, path, author, endDate }, message))
    },
  )
  app.delete(
    '/v1/drafts/:id',
    declareCall([studio.id], 'deleteDraft', "Removes one of the caller's drafts", EmptyEnvelope, byId),
    async (request) => {
      const { numDeletedRows } = await transactAsOwner(deps, request, (trx, userId) => {
        const drafts = trx.deleteFrom('drafts').where('user_id', '=', userId)
        return drafts.where('id', '=', request.params.id).executeTakeFirst()
      })
      if (numDeletedRows === 0n) throw http.notFound('You have no such draft.')
      return http.toEmptyEnvelope('Draft removed successfully!')
    },
  )
}

/** Selects the drafts that have not ended, with their authors. */
const selectDrafts = (db: Connection, now: Date) =>
  db
    .selectFrom('drafts')
    .innerJoin('users', 'users.id', 'drafts.user_id')
    .select(['drafts.id', 'drafts.path', 'users.user_id as author', 'drafts.end_date as endDate'])
    .where('drafts.end_date', '>=', formatDay(now))

const formatDay = (time: Date): string => formatToday(time, 'utc')

/** Inserts the files of a draft; returns its number. */
export async function storeDraft(
  db: Connection,
  user: number,
  { path, files, endDate }: Pick<KeptTexts, 'path' | 'files' | 'endDate'>,
): Promise<number> {
  const row = { user_id: user, path, files: JSON.stringify(files), end_date: endDate }
  return (await db.insertInto('drafts').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Deletes the drafts whose last day is over. */
export async function deleteEndedDrafts(db: Connection, now: Date): Promise<void> {
  await db.deleteFrom('drafts').where('end_date', '<', formatDay(now)).execute()
}
