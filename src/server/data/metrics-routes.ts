import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { DatasetPlan } from '../../dataset/dataset-plan.ts'
import { findKeyDays } from '../../dataset/key-spans.ts'
import type { DataDeps } from './data-deps.ts'
import { listLastImports } from './imports/stored-imports.ts'
import { findEdgeKey } from './tables/stored-records.ts'
import { hashToken } from '../identity/accounts/sessions.ts'
import type { Connection } from '../platform/database/handle.ts'
import { quietLevel } from '../platform/health.ts'
import type { RouteApp } from '../platform/http/permission.ts'
import { isLocal } from '../platform/http/client-network.ts'
import { ApiError, notFound } from '../platform/http/responses.ts'
import { NOT_FOUND } from '../platform/http/static-files.ts'
import { countJobs } from '../platform/jobs/job-repository.ts'
import { DAY_MS } from '../../time/days.ts'

/** Serves the metrics to Prometheus: to programs of this machine, and with the token to others. */
export function metricsRoutes(app: RouteApp, deps: DataDeps, token = ''): void {
  const measure = createMeasurement(deps, app)
  app.get(
    '/metrics',
    {
      logLevel: quietLevel(app.log.level),
      config: { permission: 'public' },
      schema: { hide: true },
      onRequest: async (request) => {
        if (isLocal(request) || (token !== '' && isBearer(request, token))) return
        throw token === '' ? notFound(NOT_FOUND) : new ApiError(401, 'Authentication required.')
      },
    },
    async (request, reply) => {
      const failure = await measure().then(
        () => null,
        (error: unknown) => ({ err: error }),
      )
      if (failure !== null) request.log.warn(failure, 'the metrics lack the database')
      app.metrics.databaseUp.set(failure === null ? 1 : 0)
      return reply.type(app.metrics.registry.contentType).send(await app.metrics.registry.metrics())
    },
  )
}

/** Compares the header with the token in a time that says nothing about it. */
function isBearer({ headers }: FastifyRequest, token: string): boolean {
  const hash = (text: string) => Buffer.from(hashToken(text))
  return timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`))
}

/** Creates the function that measures what is stored. It reads the datasets again only after a change of the data. */
function createMeasurement(
  { handle, database, datasets }: DataDeps,
  { metrics, jobs: { kinds } }: Pick<RouteApp, 'metrics' | 'jobs'>,
) {
  let measured: number | undefined
  return async () => {
    const jobs = await countJobs(database)
    metrics.jobs.reset()
    // A monitor sees the first failure only as a change from 0.
    for (const kind of kinds) metrics.jobs.set({ kind, state: 'failed' }, 0)
    for (const { kind, state, count } of jobs) metrics.jobs.set({ kind, state }, count)
    const { data } = await handle.readVersions()
    if (data === measured) return
    metrics.lastImport.reset()
    for (const { dataset, at } of await listLastImports(database))
      metrics.lastImport.set({ dataset }, Date.parse(at) / 1000)
    metrics.lastRecord.reset()
    for (const dataset of datasets) {
      const end = await findEnd(database, dataset)
      if (end !== null) metrics.lastRecord.set({ dataset: dataset.id }, end / 1000)
    }
    measured = data
  }
}

/** Finds the end of the last period with records, in milliseconds since 1970; null if none has a time. */
async function findEnd(db: Connection, dataset: DatasetPlan): Promise<number | null> {
  const last = await findEdgeKey(db, dataset, 'max')
  const days = last === null ? null : findKeyDays(dataset.key, last)
  return days === null ? null : Date.parse(days.last) + DAY_MS
}
