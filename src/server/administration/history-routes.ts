import { Readable } from 'node:stream'
import { z } from 'zod'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  AuditEvent,
  AuditExportQuery,
  type AuditFilter,
  AuditQuery,
} from '../../../schemas/api/audit-event.ts'
import { portalPermissions } from '../../../schemas/api/menu.ts'
import { listEnvelope } from '../../../schemas/api/responses.ts'
import { forAdministrators } from '../access/permission.ts'
import { isOpen } from '../access/scope-access.ts'
import { type AppDeps, authorize, getCurrentUser } from '../access/authorization.ts'
import { withSnapshot } from '../database/transaction.ts'
import { ApiError, toListEnvelope } from '../http/responses.ts'
import { CSV_TYPE } from '../openapi/operation.ts'
import { formatContentDisposition } from '../reports/download.ts'
import { SUPER_ROLE } from '../accounts/roles.ts'
import { auditHeading, formatAuditLine } from '../audit/csv.ts'
import { type AuditScope, listAuditEvents, readAuditEvents } from '../audit/repository.ts'

/** The history: a page of it, or all of it as a file. No call changes it. */
export function auditRoutes(deps: AppDeps): FastifyPluginAsyncZod {
  const { database, deferredEvents } = deps
  let exporting: FastifyRequest | undefined
  return async (app) => {
    app.get(
      '/v1/audit-events',
      forAdministrators({
        operationId: 'listAuditEvents',
        summary: 'A page of the history, newest first',
        querystring: AuditQuery,
        response: { 200: listEnvelope(AuditEvent) },
      }),
      async (request) => {
        await deferredEvents.flush()
        const { page, size, ...filter } = request.query
        const { records, totalCount } = await withSnapshot(database, (db) =>
          listAuditEvents(db, getScope(request, filter), { page, size }),
        )
        return toListEnvelope(
          records.map((event) => hideContent(deps, request, event)),
          totalCount,
        )
      },
    )
    app.get(
      '/v1/audit-events/export',
      forAdministrators({
        operationId: 'exportAuditEvents',
        summary: 'The history as a .csv file, newest first',
        file: 'csv',
        querystring: AuditExportQuery,
      }),
      async (request, reply) => {
        if (exporting !== undefined) {
          throw new ApiError(503, 'The history is being exported already. Please try again later.', 10)
        }
        exporting = request
        const end = () => {
          if (exporting === request) exporting = undefined
        }
        const name = `history_${deps.clock().toISOString().slice(0, 10)}.csv`
        const file = await openFile(deps, request, request.query, name).catch((error: unknown) => {
          end()
          throw error
        })
        return reply
          .type(`${CSV_TYPE}; charset=utf-8`)
          .header('content-disposition', formatContentDisposition(name))
          .send(file.once('end', end).once('close', end))
      },
    )
  }
}

/** The sign-ins and accounts of role 1 are for callers with role 1 only, like its users (S21). */
function getScope(request: FastifyRequest, filter: AuditFilter): AuditScope {
  return { ...filter, includesReserved: getCurrentUser(request).roleId === SUPER_ROLE }
}

/** Records an export and opens its file. Reads the first page at once, so that a failure is answered as an error. */
async function openFile(
  deps: AppDeps,
  request: FastifyRequest,
  filter: AuditFilter,
  name: string,
): Promise<Readable> {
  await deps.deferredEvents.record(request, 'history exported', { file: name }, { details: { ...filter } })
  await deps.deferredEvents.flush()
  const pages = formatPages(deps, request, getScope(request, filter))
  const first = await pages.next()
  const format = async function* () {
    // Spreadsheets read a file as UTF-8 if it begins with this mark.
    yield `\uFEFF${auditHeading}`
    if (first.done !== true) yield first.value
    yield* pages
  }
  return Readable.from(format())
}

/** Formats the events page by page. Throws 401 or 403 when the caller may not read them any more. */
async function* formatPages(
  deps: AppDeps,
  request: FastifyRequest,
  scope: AuditScope,
): AsyncGenerator<string> {
  for await (const page of readAuditEvents(deps.database, scope)) {
    await authorize(deps.database, request, deps)
    yield page.map((event) => formatAuditLine(hideContent(deps, request, event))).join('')
  }
}

const RecordDetails = z.looseObject({ dataset: z.string(), scope: z.string() })
const NoteDetails = z.looseObject({ place: z.string() })

/** Removes the measures of a record's event, and the text of a note's, unless the caller may read them in a report now. */
function hideContent(
  { noteScopes, datasets, reportAccess }: Pick<AppDeps, 'noteScopes' | 'datasets' | 'reportAccess'>,
  { currentPermissions }: FastifyRequest,
  event: AuditEvent,
): AuditEvent {
  const permissions = new Set(currentPermissions?.map(({ id }) => id))
  if (event.subjectKind === 'note') {
    const { before: _before, after: _after, ...details } = NoteDetails.parse(event.details)
    const isReadable = noteScopes.isReadable(details.place, permissions)
    return isReadable ? event : { ...event, details: { ...details, hidden: true } }
  }
  if (event.subjectKind !== 'record') return event
  const { before: _before, after: _after, ...details } = RecordDetails.parse(event.details)
  const dataset = datasets.find(({ id }) => id === details.dataset)
  const isReadable =
    dataset !== undefined &&
    permissions.has(portalPermissions.reports.id) &&
    isOpen(dataset, details.scope, reportAccess, permissions)
  return isReadable ? event : { ...event, details: { ...details, hidden: true } }
}
