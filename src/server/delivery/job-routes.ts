import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Job, JobQuery } from '../../../schemas/api/job.ts'
import { listEnvelope } from '../../../schemas/api/responses.ts'
import { SUPER_ROLE } from '../../../schemas/api/role.ts'
import type { DataDeps } from '../data/data-deps.ts'
import { getCurrentUser } from '../identity/access/authorization.ts'
import { forAdministrators } from '../platform/http/permission.ts'
import type { Connection } from '../platform/database/handle.ts'
import { withSnapshot } from '../platform/database/transaction.ts'
import { toPageEnvelope } from '../platform/http/responses.ts'
import { listJobs } from '../platform/jobs/job-repository.ts'

/** Returns the jobs of the server. */
export function jobRoutes({ database }: DataDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      '/v1/jobs',
      forAdministrators('listJobs', 'A page of the jobs, the latest due time first', listEnvelope(Job), {
        querystring: JobQuery,
      }),
      async (request) => {
        const includesReserved = getCurrentUser(request).roleId === SUPER_ROLE
        const list = (db: Connection) => listJobs(db, request.query, includesReserved)
        return toPageEnvelope(await withSnapshot(database, list))
      },
    )
  }
}
