import { Readable } from 'node:stream'
import { z } from 'zod'
import type { FastifyRequest } from 'fastify'
import {
  AuditEvent,
  AuditExportQuery,
  type AuditFilter,
  AuditQuery,
} from '../../../../schemas/api/audit-event.ts'
import { portalPermissions } from '../../../../schemas/api/menu.ts'
import { EmptyEnvelope, listEnvelope } from '../../../../schemas/api/responses.ts'
import { byId, forAdministrators, type RouteApp } from '../../platform/http/permission.ts'
import { isOpen } from '../access/scope-access.ts'
import { getRights, hasReservedRole, type IdentityDeps } from '../access/authorization.ts'
import { toEmptyEnvelope, toListEnvelope } from '../../platform/http/responses.ts'
import {
  type AuditScope,
  listAuditEvents,
  readAuditEvents,
} from '../../platform/history/history-repository.ts'
import { formatAuditLine, HISTORY_HEADING } from './history-csv.ts'
import { undoChange } from './undo-change.ts'

/** Serves the history, page by page. No call changes it. */
export function auditRoutes(app: RouteApp, deps: IdentityDeps): void {
  const { database, deferredEvents } = deps
  app.get(
    '/v1/audit-events',
    forAdministrators(
      'listAuditEvents',
      'A page of the history, newest first; totalCount is 10001 for more than 10000 events',
      listEnvelope(AuditEvent),
      { querystring: AuditQuery },
    ),
    async (request) => {
      await deferredEvents.flush()
      const { page, size, ...filter } = request.query
      // Not in one snapshot: every slice is a statement of its own, and events that are added change no earlier one.
      const scope = getScope(request, filter)
      const { records, totalCount } = await listAuditEvents(database, scope, { page, size })
      const shown = records.map((event) => hideContent(deps, request, event))
      return toListEnvelope(shown, totalCount)
    },
  )
  app.get(
    '/v1/audit-events/export',
    forAdministrators('exportAuditEvents', 'The history as a .csv file, newest first', null, {
      querystring: AuditExportQuery,
      isCsv: true,
    }),
    async (request, reply) => {
      await deferredEvents.flush()
      const scope = getScope(request, request.query)
      const slices = readAuditEvents(database, scope)
      // A database that does not answer is an error, and no empty file.
      const first = await slices.next()
      const format = (events: readonly AuditEvent[]) =>
        events.map((event) => `${formatAuditLine(hideContent(deps, request, event))}\n`).join('')
      async function* formatLines() {
        // Spreadsheets read a file as UTF-8 if it begins with this mark.
        yield `\uFEFF${HISTORY_HEADING}\n${first.done === true ? '' : format(first.value)}`
        for await (const events of slices) if (events.length > 0) yield format(events)
      }
      return reply.type('text/csv; charset=utf-8').send(Readable.from(formatLines()))
    },
  )
  app.post(
    '/v1/audit-events/:id/undo',
    forAdministrators('undoChange', 'Undoes a change of a role, a user or rights', EmptyEnvelope, byId),
    async (request) => {
      await undoChange(deps, request, request.params.id)
      return toEmptyEnvelope('Change undone successfully!')
    },
  )
}

/** Returns what a caller may see: sign-ins and accounts of role 1 only with this role. */
function getScope(request: FastifyRequest, filter: AuditFilter): AuditScope {
  return { ...filter, includesReserved: hasReservedRole(request) }
}

const RecordDetails = z.object({ dataset: z.string(), scope: z.string() })
const NoteDetails = z.object({ place: z.string() })

/** Removes the measures of a record's event, and the text of a note's, unless the caller may read them in a report now. */
function hideContent(deps: IdentityDeps, request: FastifyRequest, event: AuditEvent): AuditEvent {
  if (isReadable(deps, getRights(request), event)) return event
  const { before: _before, after: _after, ...details } = event.details
  return { ...event, details: { ...details, hidden: true } }
}

function isReadable(
  { noteScopes, datasets, reportAccess }: IdentityDeps,
  permissions: ReadonlySet<number>,
  { subjectKind, details }: AuditEvent,
): boolean {
  if (subjectKind === 'note') return noteScopes.isReadable(NoteDetails.parse(details).place, permissions)
  if (subjectKind !== 'record') return true
  const record = RecordDetails.parse(details)
  const dataset = datasets.find(({ id }) => id === record.dataset)
  return (
    dataset !== undefined &&
    permissions.has(portalPermissions.reports.id) &&
    isOpen(dataset, record.scope, reportAccess, permissions)
  )
}
