import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Job, JobQuery } from '../../../schemas/api/job.ts'
import { listEnvelope } from '../../../schemas/api/responses.ts'
import { SUPER_ROLE } from '../../../schemas/api/role.ts'
import { type AppDeps, getCurrentUser } from '../access/authorization.ts'
import { forAdministrators } from '../access/permission.ts'
import type { Connection } from '../database/handle.ts'
import { withSnapshot } from '../database/transaction.ts'
import { toPageEnvelope } from '../http/responses.ts'
import { listJobs } from './repository.ts'

/** The jobs of the server. */
export function jobRoutes({ database }: AppDeps): FastifyPluginAsyncZod {
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
