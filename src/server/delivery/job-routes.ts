import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Job, JobQuery } from '../../../schemas/api/job.ts'
import { listEnvelope } from '../../../schemas/api/responses.ts'
import type { DataDeps } from '../data/data-deps.ts'
import { forAdministrators } from '../platform/http/permission.ts'
import type { Connection } from '../platform/database/handle.ts'
import { withSnapshot } from '../platform/database/transaction.ts'
import { toPageEnvelope } from '../platform/http/responses.ts'
import { listJobs } from '../platform/jobs/job-repository.ts'
import { hasReservedRole } from '../identity/access/authorization.ts'

/** Returns the jobs of the server. */
export function jobRoutes({ database }: DataDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/v1/jobs',
      forAdministrators('listJobs', 'A page of the jobs, the latest due time first', listEnvelope(Job), {
        querystring: JobQuery,
      }),
      async (request) => {
        const list = (db: Connection) => listJobs(db, request.query, hasReservedRole(request))
        return toPageEnvelope(await withSnapshot(database, list))
      },
    )
  }
}
