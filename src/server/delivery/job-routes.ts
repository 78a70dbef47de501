import { Job, JobQuery } from '../../../schemas/api/job.ts'
import { listEnvelope } from '../../../schemas/api/responses.ts'
import type { DataDeps } from '../data/data-deps.ts'
import { forAdministrators, type RouteApp } from '../platform/http/permission.ts'
import type { Connection } from '../platform/database/handle.ts'
import { withSnapshot } from '../platform/database/transaction.ts'
import { toPageEnvelope } from '../platform/http/responses.ts'
import { listJobs } from '../platform/jobs/job-repository.ts'
import { hasReservedRole } from '../identity/access/authorization.ts'

/** Serves the jobs of the server. */
export function jobRoutes(app: RouteApp, { database }: DataDeps): void {
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
