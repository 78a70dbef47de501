import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  DefinitionText,
  DraftAnswer,
  DraftCall,
  DraftEffects,
  EffectsCall,
} from '../../../../schemas/api/definitions.ts'
import { portalPermissions } from '../../../../schemas/api/menu.ts'
import { listEnvelope } from '../../../../schemas/api/responses.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { withSnapshot } from '../../platform/database/transaction.ts'
import { declareCall } from '../../platform/http/permission.ts'
import { toListEnvelope, toRecordEnvelope } from '../../platform/http/responses.ts'
import type { DataDeps } from '../data-deps.ts'
import { createReadCall, readTogether } from '../reports/read-call.ts'
import { MAX_VALUES } from '../tables/read-dataset.ts'
import { declareDraftCall, requireStoredRecords, runDraft } from './draft-calls.ts'
import { describeEffects, type OwnedSchedule } from './draft-effects.ts'
import type { DraftReader } from './draft-answers.ts'

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
      declareDraftCall(
        'describeDraft',
        'Who would gain or lose what a draft shows, and which views and schedules would break',
        DraftEffects,
        EffectsCall,
      ),
      async ({ body }, reply) => {
        const task = { texts: definitions, ...body, file: null, now: clock(), hasUsers: true }
        const changed = await runDraft(reply, (signal) => reader.compileDraft(task, signal))
        const effects = await withSnapshot(database, async (db) =>
          describeEffects(db, { reports, dashboards }, changed, await listSchedules(db)),
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
      '/v1/definitions/answers',
      declareDraftCall(
        'answerDraft',
        'What a call of a draft would answer, over demo records or the stored ones',
        DraftAnswer,
        DraftCall,
      ),
      async (request, reply) => {
        const { records, ...asked } = request.body
        const task = { texts: definitions, ...asked, now: clock() }
        if (records === 'demo')
          return toRecordEnvelope(await runDraft(reply, (signal) => reader.answerDraft(task, signal)))
        requireStoredRecords(request, asked)
        const compiled = await runDraft(reply, (signal) => reader.compileDraft(task, signal))
        const read = createReadCall(compiled.datasets, sources, compiled.reports, MAX_VALUES)
        const body = await readTogether(database, compiled.datasets, (db) => read(db, asked.call))
        return toRecordEnvelope({ body })
      },
    )
  }
}
