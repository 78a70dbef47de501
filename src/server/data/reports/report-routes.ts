import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { EmptyEnvelope, listEnvelope, YearList } from '../../../../schemas/api/responses.ts'
import { YearMonthParam } from '../../../../schemas/api/parameters.ts'
import type { Compare } from '../../../report/model/report-plan.ts'
import { type DatasetPlan, getSentList, isSourced } from '../../../dataset/dataset-plan.ts'
import { ApiError } from '../../platform/http/responses.ts'
import type { DataDeps } from '../data-deps.ts'
import { transactAsCaller } from '../../identity/access/authorization.ts'
import { declareCall } from '../../platform/http/permission.ts'
import { formatRoute } from '../../platform/history/request-events.ts'
import type { Connection } from '../../platform/database/handle.ts'
import type { Workbooks } from '../workbooks/workbooks.ts'
import { withSnapshot } from '../../platform/database/transaction.ts'
import { everyDate } from '../demo/random.ts'
import { findDownloadScreens, sendWorkbook } from './download.ts'
import { JSON_TYPE, registerResponseCache } from './response-cache.ts'
import { formatRequestedPeriod, parseRequested } from './requested.ts'
import { buildResponseSchemas, buildParameterSchemas, toPascalCase } from './call-schemas.ts'
import { addDemoRecords, listDemoScopes } from '../demo/demo-records.ts'
import { readResponse } from '../tables/sent-records.ts'
import { answerCall, type ReadCall, startReads } from './read-call.ts'
import { recordRoutes } from './record-routes.ts'
import { buildEndpointRoutes, listPatterns, requireScope } from '../../identity/access/scope-access.ts'

const MISFIT =
  'The definition of this report does not fit the data of the server. The log of the server says why.'

/** Serves the routes of every dataset. A call that only misfitting reports use is refused. */
export function datasetRoutes(
  app: FastifyInstance,
  deps: DataDeps,
  workbooks: Workbooks,
  read: ReadCall,
  isFit: (pattern: string) => boolean,
): void {
  app.addHook('preHandler', (request, _reply, done) =>
    isFit(request.routeOptions.url ?? '') ? done() : done(new ApiError(503, MISFIT)),
  )
  registerResponseCache(app)
  for (const dataset of deps.datasets) {
    addList(app, deps, dataset)
    addDownload(app, deps, workbooks, dataset)
    addValues(app, deps, read, dataset)
    recordRoutes(app, deps, dataset)
    if (!deps.production) addGenerate(app, deps, dataset)
  }
  addPeriods(app, deps, read)
}

function addList(app: FastifyInstance, deps: DataDeps, dataset: DatasetPlan): void {
  const { database } = deps
  const { list: response } = buildResponseSchemas(dataset)
  for (const route of buildEndpointRoutes(dataset, 'list')) {
    app.get(
      route.pattern,
      declareCall(
        { permission: 'report', isSourced: isSourced(dataset) },
        buildOperationId('list', dataset, route.words),
        'The records of a period',
        response,
        { tag: dataset.title, ...buildParameterSchemas(dataset, route.endpoint) },
      ),
      async (request, reply) => {
        const read = { dataset, ...parseRequested(dataset, route, request) }
        const reads = startReads(deps, request, reply)
        const readFrom = (db: Connection) => readResponse({ db, reads }, read)
        // A single statement reads one state of the database; a list of names or a source needs another statement. No
        // connection waits for another database.
        const isOne = getSentList(dataset.group) === null && dataset.from === null
        const text =
          isOne || isSourced(dataset) ? await readFrom(database) : await withSnapshot(database, readFrom)
        return reply.type(JSON_TYPE).send(text)
      },
    )
  }
}

function addDownload(app: FastifyInstance, deps: DataDeps, workbooks: Workbooks, dataset: DatasetPlan): void {
  for (const route of buildEndpointRoutes(dataset, 'download')) {
    const screens = findDownloadScreens(deps.reports, route.pattern)
    app.get(
      route.pattern,
      declareCall(
        'report',
        buildOperationId('download', dataset, route.words),
        'The workbook of a period',
        null,
        {
          tag: dataset.title,
          isWorkbook: true,
          ...addCompare(
            buildParameterSchemas(dataset, route.endpoint),
            screens.flatMap(({ plan }) => plan.compare),
          ),
        },
      ),
      (request, reply) =>
        sendWorkbook({ ...deps, workbooks }, request, reply, screens, {
          dataset,
          ...parseRequested(dataset, route, request),
        }),
    )
  }
}

/**
 * Returns the schemas of a download that can be compared with an earlier period. A call without a query accepts any
 * other parameter, as without a schema.
 */
function addCompare(schemas: ReturnType<typeof buildParameterSchemas>, offered: readonly Compare[]) {
  const sameDays = offered.includes('sameDays') ? (['sameDays'] as const) : []
  const compare = z.enum(['previous', 'year', ...sameDays]).optional()
  if (offered.length === 0 || 'compare' in (schemas.querystring?.shape ?? {})) return schemas
  const querystring = schemas.querystring?.extend({ compare }) ?? z.looseObject({ compare })
  return { ...schemas, querystring }
}

function addGenerate(app: FastifyInstance, deps: DataDeps, dataset: DatasetPlan): void {
  for (const route of buildEndpointRoutes(dataset, 'generate')) {
    app.post(
      route.pattern,
      declareCall(
        { permission: 'report-write', partOf: listPatterns(dataset) },
        buildOperationId('generate', dataset, route.words),
        'Adds dummy records to the days of a period that have none',
        EmptyEnvelope,
        { tag: dataset.title, ...buildParameterSchemas(dataset, route.endpoint) },
      ),
      async (request) => {
        const requested = parseRequested(dataset, route, request)
        const { wanted, ...period } = requested
        const days = await transactAsCaller(deps, request, async (trx, permissions, recordEvent) => {
          const options = { choose: everyDate, now: deps.clock() }
          let added = 0
          for (const scope of listDemoScopes(dataset, wanted)) {
            requireScope(dataset, scope, deps.reportAccess, permissions)
            added += await addDemoRecords(trx, deps.datasets, { dataset, scope, ...period }, options)
          }
          const line = {
            call: formatRoute(request),
            period: formatRequestedPeriod(requested),
            days: added,
          }
          recordEvent('dummy data generated', line, { subject: dataset.title })
          return added
        })
        const message = `Dummy data generated successfully! ${days} days were added.`
        return { success: true as const, message, records: [] as [], totalCount: days }
      },
    )
  }
}

/** Adds the routes that list years or months; several datasets may share one URL. */
function addPeriods(app: FastifyInstance, deps: DataDeps, read: ReadCall): void {
  const { datasets } = deps
  for (const kind of ['years', 'months'] as const) {
    const urls = new Set(datasets.flatMap(({ endpoints }) => endpoints[kind]?.url ?? []))
    for (const url of urls) {
      const shared = datasets.filter(({ endpoints }) => endpoints[kind]?.url === url)
      const [first] = shared
      if (first === undefined) continue
      app.get(
        url,
        declareCall(
          {
            permission: 'report-options',
            partOf: shared.flatMap(listPatterns),
            isSourced: shared.some(isSourced),
          },
          `list${toPascalCase(first.id)}${toPascalCase(kind)}`,
          `The ${kind} that have records, latest first`,
          kind === 'years' ? YearList : listEnvelope(YearMonthParam),
          { tag: first.title },
        ),
        (request, reply) => answerCall(deps, read, shared, request, reply),
      )
    }
  }
}

/** Adds the route that lists the values of the open dimensions of a dataset. */
function addValues(app: FastifyInstance, deps: DataDeps, read: ReadCall, dataset: DatasetPlan): void {
  for (const { pattern, endpoint } of buildEndpointRoutes(dataset, 'values')) {
    app.get(
      pattern,
      declareCall(
        { permission: 'report-options', partOf: listPatterns(dataset) },
        buildOperationId('list', dataset, ['values']),
        'The values of a dimension that records have, by name',
        listEnvelope(z.string()),
        { tag: dataset.title, ...buildParameterSchemas(dataset, endpoint) },
      ),
      (request, reply) => answerCall(deps, read, [dataset], request, reply),
    )
  }
}

const buildOperationId = (verb: string, { id }: DatasetPlan, words: readonly string[]): string =>
  `${verb}${toPascalCase(id)}${words.map(toPascalCase).join('')}`
