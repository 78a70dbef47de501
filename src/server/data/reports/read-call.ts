import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { DaysQuery } from '../../../../schemas/api/requests.ts'
import { type DatasetPlan, isSourced } from '../../../dataset/dataset-plan.ts'
import type { Report, ReportPlan, Selection } from '../../../report/model/report-plan.ts'
import { buildDaysPlan, choosePeriodOf } from '../../../report/selection/own-days.ts'
import { getSelectorKind, isPeriod, splitRange } from '../../../report/selection/selector-kinds.ts'
import type { DataDeps } from '../data-deps.ts'
import { getCurrentUser } from '../../identity/access/authorization.ts'
import { buildEndpointRoutes, type EndpointRoute } from '../../identity/access/scope-access.ts'
import type { Connection, Database } from '../../platform/database/handle.ts'
import { withSnapshot } from '../../platform/database/transaction.ts'
import { readValues } from '../tables/read-dataset.ts'
import { readMonths, readResponse, readYears } from '../tables/sent-records.ts'
import { badRequest, toListEnvelope, toRecordEnvelope } from '../../platform/http/responses.ts'
import { logSourceErrors, type SourceReads, type Sources } from '../sources/sources.ts'
import { buildParameterSchemas } from './call-schemas.ts'
import { findCoveredScreens, readCoverage } from './coverage.ts'
import { JSON_TYPE } from './response-cache.ts'
import { formatCall } from '../workbooks/read-screen.ts'
import { checkWhole, parseRange, parseRequested } from './requested.ts'
import { requireQuery } from '../../platform/http/validation.ts'
import { watchClient } from '../../platform/http/requests.ts'

/** Reads what the API answers to a call of a report, as JSON. Throws if no dataset of this server serves it. */
export interface ReadCall {
  (db: Connection, call: string, reads?: SourceReads): Promise<string>
  /** The datasets that it reads. */
  readonly datasets: readonly DatasetPlan[]
}

/** Runs reads in one state of the database; without it if a dataset is in another one, for which no transaction waits. */
export const readTogether = <T>(
  database: Database,
  datasets: readonly DatasetPlan[],
  work: (db: Connection) => Promise<T>,
): Promise<T> => (datasets.some(isSourced) ? work(database) : withSnapshot(database, work))

/** Starts the reads of a request. They end in the source when the client closes the connection. */
export function startReads(
  { sources }: Pick<DataDeps, 'sources'>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const account = String(getCurrentUser(request).userId)
  return sources.start(logSourceErrors(request.log), { account, signal: watchClient(reply) })
}

/** Answers the call of a request about some datasets as the server reads it for itself. */
export async function answerCall(
  deps: Pick<DataDeps, 'database' | 'sources'>,
  read: ReadCall,
  datasets: readonly DatasetPlan[],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const reads = startReads(deps, request, reply)
  const text = await readTogether(deps.database, datasets, (db) => read(db, request.url, reads))
  return reply.type(JSON_TYPE).send(text)
}

/** Formats the call of a screen for the period that contains a day, with the values that were sent of its other selectors. */
function formatDaysCall(plan: ReportPlan, day: string, sent: Selection): string {
  const chosen = plan.selectors.flatMap((selector) => {
    const value = sent[selector.name]
    const fixed = 'fixed' in selector.options ? selector.options.fixed : []
    return value === undefined ? [] : [[selector.name, getSelectorKind(selector).parseValue(value, fixed)]]
  })
  return formatCall(plan, { ...Object.fromEntries(chosen), ...choosePeriodOf(plan, day) }, '')
}

/** Returns the schemas of what a call of days chooses besides its days: the parameters of a range without its ends. */
function buildOtherSchemas(dataset: DatasetPlan, { endpoint }: EndpointRoute): z.ZodRawShape {
  const { querystring } = buildParameterSchemas(dataset, endpoint)
  const { from: _from, to: _to, ...others }: z.ZodRawShape = querystring?.shape ?? {}
  return others
}

/** Throws 400 for a call of days with anything besides its screen, its days and these parameters. */
const requireDays = (searchParams: URLSearchParams, others: z.ZodRawShape) =>
  requireQuery(z.strictObject({ ...DaysQuery.shape, ...others }), Object.fromEntries(searchParams))

/** Reads the calls of reports for the server itself, which decides elsewhere who may see what follows from them. */
export function createReadCall(
  datasets: readonly DatasetPlan[],
  sources: Pick<Sources, 'start'>,
  reports: readonly Report[] = [],
  maxValues = Infinity,
): ReadCall {
  const screens = findCoveredScreens(reports, datasets)
  const routes = datasets.flatMap((dataset) =>
    buildEndpointRoutes(dataset, 'list').map((route) => ({
      dataset,
      route,
      parts: route.pattern.split('/'),
      ...buildParameterSchemas(dataset, route.endpoint),
    })),
  )
  const findRequested = ({ pathname, searchParams }: URL) => {
    const texts = pathname.split('/').map(decodeURIComponent)
    for (const { dataset, route, parts, params, querystring } of routes) {
      const isSame =
        parts.length === texts.length &&
        parts.every((part, index) => part.startsWith(':') || part === texts[index])
      if (!isSame) continue
      const named = parts.flatMap((part, index) =>
        part.startsWith(':') ? [[part.slice(1), texts[index]] as const] : [],
      )
      const inPath = params?.safeParse(Object.fromEntries(named)) ?? { success: true, data: {} }
      const inQuery = querystring?.safeParse(Object.fromEntries(searchParams)) ?? { success: true, data: {} }
      if (!inPath.success || !inQuery.success) continue
      return { dataset, ...parseRequested(dataset, route, { params: inPath.data, query: inQuery.data }) }
    }
    return undefined
  }
  /** Finds the records that a screen shows, in days of one's own. */
  const findDays = ({ searchParams }: URL) => {
    const { screen = '', days = '', ...sent } = Object.fromEntries(searchParams)
    const { first, last } = splitRange(days)
    const { plan, datasets: shown = [] } = screens.get(screen) ?? {}
    const ownDays = shown.flatMap(({ from }) => from?.ownDays ?? [])[0]
    const [route] = ownDays === undefined ? [] : buildEndpointRoutes(ownDays, 'list')
    if (ownDays !== undefined && route !== undefined) {
      requireDays(searchParams, buildOtherSchemas(ownDays, route))
      const query = { ...sent, from: first, to: last }
      return { dataset: ownDays, ...parseRequested(ownDays, route, { params: {}, query }) }
    }
    const requested =
      plan &&
      buildDaysPlan(plan) &&
      findRequested(new URL(formatDaysCall(plan, first, sent), 'http://server'))
    if (!requested) throw badRequest('This report cannot show days of your own.')
    const others = plan.selectors.filter((selector) => !isPeriod(selector))
    requireDays(searchParams, Object.fromEntries(others.map(({ name }) => [name, z.string().optional()])))
    const { dataset, wanted } = requested
    return { dataset, wanted, days: checkWhole(dataset.key, parseRange(first, last)) }
  }
  const read = async (db: Connection, call: string, reads = sources.start()) => {
    const store = { db, reads }
    const url = new URL(call, 'http://server')
    const screen = url.pathname === '/v1/coverage' ? url.searchParams.get('screen') : null
    const covered = screens.get(screen ?? '')
    if (covered !== undefined) return JSON.stringify(toRecordEnvelope(await readCoverage(store, covered)))
    for (const [kind, read] of [
      ['years', readYears],
      ['months', readMonths],
    ] as const) {
      const shared = datasets.filter(({ endpoints }) => endpoints[kind]?.url === url.pathname)
      if (shared.length > 0) return JSON.stringify(toListEnvelope<unknown>(await read(store, shared)))
    }
    for (const dataset of datasets) {
      const start = dataset.endpoints.values?.url.replace('{dimension}', '')
      if (start === undefined || !url.pathname.startsWith(start)) continue
      const index = dataset.dimensions.findIndex(({ id }) => id === url.pathname.slice(start.length))
      return JSON.stringify(toListEnvelope(await readValues(store, dataset, index)))
    }
    const requested = url.pathname === '/v1/days' ? findDays(url) : findRequested(url)
    if (requested !== undefined) return readResponse(store, requested, maxValues)
    throw badRequest(`No dataset serves ${call}.`)
  }
  return Object.assign(read, { datasets })
}
