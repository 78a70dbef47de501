import {
  DefinitionText,
  DraftAnswer,
  DraftCall,
  DraftEffects,
  EffectsCall,
  FileCall,
  FileDraft,
  MAX_DRAFT_BYTES,
  mergeTexts,
} from '../../../../schemas/api/definitions.ts'
import { portalPermissions } from '../../../../schemas/api/menu.ts'
import { listEnvelope, envelope } from '../../../../schemas/api/responses.ts'
import { selectNeeded } from '../../../loading/list-uses.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { withSnapshot } from '../../platform/database/transaction.ts'
import { declareCall, type RouteApp } from '../../platform/http/permission.ts'
import {
  toListEnvelope,
  toRecordEnvelope,
  badRequest,
  ForbiddenError,
} from '../../platform/http/responses.ts'
import type { DataDeps } from '../data-deps.ts'
import { createReadCall, readTogether } from '../reports/read-call.ts'
import { MAX_VALUES } from '../tables/read-dataset.ts'
import { describeEffects, type UserSettings } from './draft-effects.ts'
import type { DraftReader, Refusal } from './draft-answers.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { getRights } from '../../identity/access/authorization.ts'
import { watchClient } from '../../platform/http/requests.ts'

/** Serves the definitions that the server runs, and answers to the calls of drafts. Nothing is stored. */
export function studioRoutes(
  app: RouteApp,
  { database, sources, clock, reports, dashboards }: DataDeps,
  definitions: readonly DefinitionText[],
  reader: DraftReader,
  listUserSettings: (db: Connection) => Promise<UserSettings>,
): void {
  app.post(
    '/v1/definitions/effects',
    declareDraftCall(
      'describeDraft',
      'Who would gain or lose what a draft shows, and which views, alerts and schedules would break',
      DraftEffects,
      EffectsCall,
    ),
    async ({ body }, reply) => {
      const task = { texts: definitions, ...body, file: null, others: [], now: clock(), hasUsers: true }
      const changed = await runDraft(reply, (signal) => reader.compileDraft(task, signal))
      const effects = await withSnapshot(database, async (db) =>
        describeEffects(db, { reports, dashboards }, changed, await listUserSettings(db)),
      )
      return toRecordEnvelope(effects)
    },
  )
  app.get(
    '/v1/definitions',
    declareCall(
      [portalPermissions.studio.id],
      'listDefinitions',
      'The definition files that the server runs',
      listEnvelope(DefinitionText),
    ),
    async () => toListEnvelope([...definitions]),
  )
  app.post(
    '/v1/definitions/from-file',
    declareDraftCall('draftFile', 'A table and a report for the records of a file', FileDraft, FileCall),
    async ({ body }, reply) => {
      const task = { texts: definitions, ...body }
      return toRecordEnvelope(await runDraft(reply, (signal) => reader.draftFile(task, signal)))
    },
  )
  app.post(
    '/v1/definitions/answers',
    declareDraftCall(
      'answerDraft',
      'What a call of a draft would answer, over demo records or the stored ones',
      DraftAnswer,
      DraftCall,
    ),
    async (request, reply) => {
      const { records, ...draft } = request.body
      const task = { texts: definitions, ...draft, now: clock() }
      if (records === 'demo')
        return toRecordEnvelope(await runDraft(reply, (signal) => reader.answerDraft(task, signal)))
      requireStoredRecords(request, definitions, draft)
      const compiled = await runDraft(reply, (signal) => reader.compileDraft(task, signal))
      const read = createReadCall(compiled.datasets, sources, compiled.reports, MAX_VALUES)
      const body = await readTogether(database, compiled.datasets, (db) => read(db, draft.call))
      return toRecordEnvelope({ body })
    },
  )
}

const { studio, roles, data } = portalPermissions

/** Declares a call that works on drafts and stores nothing. */
export const declareDraftCall = <R extends z.core.$ZodType, B extends z.core.$ZodType>(
  operationId: string,
  summary: string,
  record: R,
  body: B,
) => ({
  ...declareCall(
    { permission: [studio.id], requiresDiskSpace: false },
    operationId,
    summary,
    envelope(record),
    { body },
  ),
  bodyLimit: MAX_DRAFT_BYTES,
})

const ANSWER_MS = 30_000

/** Runs work on drafts until the client has gone or it takes too long. A refusal is a bad request. */
export async function runDraft<T extends object>(
  reply: FastifyReply,
  work: (signal: AbortSignal) => Promise<T | Refusal>,
): Promise<T> {
  const gone = watchClient(reply)
  const limit = AbortSignal.timeout(ANSWER_MS)
  const result = await work(AbortSignal.any([limit, gone])).catch((error: unknown) => {
    if (limit.aborted) throw badRequest('The demo records take too long.')
    throw gone.aborted ? badRequest('The request was ended.') : error
  })
  if ('refusal' in result) throw badRequest(result.refusal)
  return result
}

/** Refuses stored records for drafts of tables: a draft can ask a table for anything, as an import shows anything of it. */
export function requireStoredRecords(
  request: FastifyRequest,
  definitions: readonly DefinitionText[],
  { drafts, path }: Pick<DraftCall, 'drafts' | 'path'>,
): void {
  const rights = getRights(request)
  if (!(rights.has(roles.id) && rights.has(data.id)))
    throw new ForbiddenError('Stored records need the rights Roles and Data.')
  const needed = selectNeeded(mergeTexts(definitions, drafts), path)
  if (needed.some((file) => file.kind === 'datasets' && drafts.includes(file)))
    throw badRequest('The table of this draft has no stored records.')
}
