import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  DefinitionText,
  DraftAnswer,
  DraftCall,
  DraftEffects,
  EffectsCall,
  MAX_DRAFT_BYTES,
} from '../../../../schemas/api/definitions.ts'
import type { Report } from '../../../report/model/report-plan.ts'
import { portalPermissions } from '../../../../schemas/api/menu.ts'
import { envelope, listEnvelope } from '../../../../schemas/api/responses.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { withSnapshot } from '../../platform/database/transaction.ts'
import { declareCall } from '../../platform/http/permission.ts'
import {
  badRequest,
  ForbiddenError,
  toListEnvelope,
  toRecordEnvelope,
} from '../../platform/http/responses.ts'
import type { DataDeps } from '../data-deps.ts'
import { createReadCall, readTogether } from '../reports/read-call.ts'
import { MAX_VALUES } from '../tables/read-dataset.ts'
import { describeEffects, type OwnedSchedule } from './draft-effects.ts'
import type { DraftReader } from './draft-answers.ts'

const { studio, roles, data } = portalPermissions
const ANSWER_MS = 30_000

/** Returns the definitions that the server runs, and answers to the calls of drafts. Nothing is stored. */
export function studioRoutes(
  { database, sources, clock, reports, dashboards }: DataDeps,
  definitions: readonly DefinitionText[],
  reader: DraftReader,
  listSchedules: (db: Connection) => Promise<readonly OwnedSchedule[]>,
): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/v1/definitions/effects',
      {
        ...declareCall(
          { permission: [studio.id], requiresDiskSpace: false },
          'describeDraft',
          'Who would gain or lose the report of a draft, and which views and schedules would break',
          envelope(DraftEffects),
          { body: EffectsCall },
        ),
        bodyLimit: MAX_DRAFT_BYTES,
      },
      async ({ body }) => {
        const task = { texts: definitions, ...body, call: '', file: null, demoAt: null }
        const result = await reader.answerDraft(task, AbortSignal.timeout(ANSWER_MS))
        if ('refusal' in result) throw badRequest(result.refusal)
        const isShown = ({ id }: Report) => body.path === `reports/${id}.json`
        const after = result.reports.find(isShown)
        if (after === undefined) throw badRequest('Only a report has such effects.')
        const others = reports.filter((report) => !isShown(report))
        const change = { before: reports.find(isShown), after, others, dashboards }
        const effects = await withSnapshot(database, async (db) =>
          describeEffects(db, change, await listSchedules(db)),
        )
        return toRecordEnvelope(effects)
      },
    )
    app.get(
      '/v1/definitions',
      declareCall(
        [studio.id],
        'listDefinitions',
        'The definition files that the server runs',
        listEnvelope(DefinitionText),
      ),
      async () => toListEnvelope([...definitions]),
    )
    app.post(
      '/v1/definitions/answers',
      {
        ...declareCall(
          { permission: [studio.id], requiresDiskSpace: false },
          'answerDraft',
          'What a call of a draft would answer, over demo records or the stored ones',
          envelope(DraftAnswer),
          { body: DraftCall },
        ),
        bodyLimit: MAX_DRAFT_BYTES,
      },
      async (request, reply) => {
        const { records, ...asked } = request.body
        const isStored = records === 'stored'
        const held = new Set(request.currentPermissions?.map(({ id }) => id))
        // A draft can ask a table for anything, as an import shows anything of it.
        if (isStored && !(held.has(roles.id) && held.has(data.id)))
          throw new ForbiddenError('Stored records need the rights Roles and Data.')
        if (isStored && asked.drafts.some(({ kind }) => kind === 'datasets'))
          throw badRequest('The table of this draft has no stored records.')
        const gone = new AbortController()
        reply.raw.once('close', () => gone.abort())
        const limit = AbortSignal.timeout(ANSWER_MS)
        const task = { texts: definitions, ...asked, demoAt: isStored ? null : clock() }
        const result = await reader
          .answerDraft(task, AbortSignal.any([limit, gone.signal]))
          .catch((error: unknown) => {
            if (limit.aborted) throw badRequest('The demo records take too long.')
            throw gone.signal.aborted ? badRequest('The request was ended.') : error
          })
        if ('refusal' in result) throw badRequest(result.refusal)
        if (!isStored) return toRecordEnvelope({ body: result.body })
        const read = createReadCall(result.datasets, sources, result.reports, MAX_VALUES)
        const dataset = read.findDataset(asked.call)
        const body = await readTogether(database, dataset === undefined ? [] : [dataset], (db) =>
          read(db, asked.call),
        )
        return toRecordEnvelope({ body })
      },
    )
  }
}
