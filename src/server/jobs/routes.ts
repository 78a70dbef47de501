import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Job, JobQuery } from '../../../schemas/api/job.ts'
import { listEnvelope } from '../../../schemas/api/responses.ts'
import type { AppDeps } from '../access/authorization.ts'
import { forAdministrators } from '../access/permission.ts'
import { withSnapshot } from '../database/transaction.ts'
import { toPageEnvelope } from '../http/responses.ts'
import { readPage } from '../database/batches.ts'
import type { Connection } from '../database/handle.ts'

/** The jobs of the server. */
export function jobRoutes({ database }: AppDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/v1/jobs',
      forAdministrators('listJobs', 'A page of the jobs, the latest due time first', listEnvelope(Job), {
        querystring: JobQuery,
      }),
      async ({ query }) => toPageEnvelope(await withSnapshot(database, (db) => listJobs(db, query))),
    )
  }
}

/** Lists a page of the jobs, the latest due time first. */
export async function listJobs(
  db: Connection,
  { state, kind, page, size }: JobQuery,
): Promise<{ records: Job[]; totalCount: number }> {
  const found = db
    .selectFrom('jobs')
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'failed'))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
  const rows = found
    .select(['id', 'kind', 'subject', 'due_at as dueAt', 'state', 'attempts', 'next_at as nextAt'])
    .select(['last_error as lastError', 'finished_at as finishedAt'])
    .orderBy('due_at', 'desc')
    .orderBy('id', 'desc')
  return readPage(found, rows, { page, size })
}
