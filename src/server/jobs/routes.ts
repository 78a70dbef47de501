import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Job, JobQuery } from '../../../schemas/api/job.ts'
import { IdParams } from '../../../schemas/api/parameters.ts'
import { EmptyEnvelope, listEnvelope } from '../../../schemas/api/responses.ts'
import { type AppDeps, transactAsCaller } from '../access/authorization.ts'
import { forAdministrators } from '../access/permission.ts'
import { withSnapshot } from '../database/transaction.ts'
import { conflict, notFound, toEmptyEnvelope, toPageEnvelope } from '../http/responses.ts'
import { findJob, listJobs, retryJob } from './repository.ts'

/** The jobs of the server, and another start of one that has failed. */
export function jobRoutes(deps: AppDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/v1/jobs',
      forAdministrators('listJobs', 'A page of the jobs, the latest due time first', listEnvelope(Job), {
        querystring: JobQuery,
      }),
      async (request) =>
        toPageEnvelope(await withSnapshot(deps.database, (db) => listJobs(db, request.query))),
    )
    app.post(
      '/v1/jobs/:id/retry',
      forAdministrators('retryJob', 'Starts a failed job again', EmptyEnvelope, {
        errorStatuses: [409],
        params: IdParams,
      }),
      async (request) => {
        const { id } = request.params
        await transactAsCaller(deps, request, async (db, _permissions, recordEvent) => {
          const job = await findJob(db, id)
          if (job === undefined) throw notFound('This job does not exist any more.')
          if (job.state !== 'failed') throw conflict('This job has not failed.')
          await retryJob(db, id, deps.clock())
          recordEvent('job retried', { job: `${job.kind} ${job.subject}`, id })
        })
        return toEmptyEnvelope('Job started again successfully!')
      },
    )
  }
}
