import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  AuditEvent,
  AuditExportQuery,
  type AuditFilter,
  AuditQuery,
} from '../../../schemas/api/audit-event.ts'
import { portalPermissions } from '../../../schemas/api/portal-permissions.ts'
import { IdParams } from '../../../schemas/api/parameters.ts'
import { EmptyEnvelope, listEnvelope } from '../../../schemas/api/responses.ts'
import type { AppDeps } from '../app-deps.ts'
import { withSnapshot } from '../database/transaction.ts'
import { getCurrentUser } from '../http/authorization.ts'
import { toEmptyEnvelope, toListEnvelope } from '../http/responses.ts'
import { CSV_TYPE } from '../openapi/operation.ts'
import { revertPermissions } from '../permissions/revert-permissions.ts'
import { formatContentDisposition } from '../reports/download.ts'
import { SUPER_ROLE } from '../roles/repository.ts'
import { auditHeading, formatAuditLine } from './csv.ts'
import { type AuditScope, listAuditEvents, readAuditEvents } from './repository.ts'

const config = { permission: [portalPermissions.roles.id] } as const

/** The history: a page of it, or all of it as a file, and the way back from saved rights. No call changes it. */
export function auditRoutes(deps: AppDeps): FastifyPluginAsyncZod {
  const { database, deferredEvents } = deps
  return async (app) => {
    app.get(
      '/v1/audit-events',
      {
        config,
        schema: {
          operationId: 'listAuditEvents',
          summary: 'A page of the history, newest first',
          querystring: AuditQuery,
          response: { 200: listEnvelope(AuditEvent) },
        },
      },
      async (request) => {
        await deferredEvents.flush()
        const { page, size, ...filter } = request.query
        const { records, totalCount } = await withSnapshot(database, (db) =>
          listAuditEvents(db, getScope(request, filter), { page, size }),
        )
        return toListEnvelope(records, totalCount)
      },
    )
    app.post(
      '/v1/audit-events/:id/revert',
      {
        config,
        schema: {
          operationId: 'revertRights',
          summary: 'Restores the rights from before an event, if nothing has changed them since',
          errorStatuses: [409],
          params: IdParams,
          response: { 200: EmptyEnvelope },
        },
      },
      async (request) => {
        await revertPermissions(deps, request, request.params.id, getScope(request, {}))
        return toEmptyEnvelope('Rights reverted successfully!')
      },
    )
    app.get(
      '/v1/audit-events/export',
      {
        config,
        schema: {
          operationId: 'exportAuditEvents',
          summary: 'The history as a .csv file, newest first',
          csv: true,
          querystring: AuditExportQuery,
        },
      },
      async (request, reply) => {
        const name = `history_${deps.clock().toISOString().slice(0, 10)}.csv`
        deferredEvents.record(request, 'history exported', { file: name }, { details: { ...request.query } })
        await deferredEvents.flush()
        const file = await formatFile(readAuditEvents(database, getScope(request, request.query)))
        return reply
          .type(`${CSV_TYPE}; charset=utf-8`)
          .header('content-disposition', formatContentDisposition(name))
          .send(Readable.from(file))
      },
    )
  }
}

/** The sign-ins and accounts of role 1 are for callers with role 1 only, like its users (S21). */
function getScope(request: FastifyRequest, filter: AuditFilter): AuditScope {
  return { ...filter, includesReserved: getCurrentUser(request).roleId === SUPER_ROLE }
}

/** Reads the first page at once, so that a failure is still answered as an error, and each further one when it is sent. */
async function formatFile(pages: AsyncGenerator<AuditEvent[]>): Promise<AsyncIterable<string>> {
  const first = await pages.next()
  return (async function* format() {
    // Spreadsheets read a file as UTF-8 if it begins with this mark.
    yield `\uFEFF${auditHeading}`
    if (first.done !== true) yield first.value.map(formatAuditLine).join('')
    for await (const page of pages) yield page.map(formatAuditLine).join('')
  })()
}
