import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AuditEvent } from '../../../schemas/api/audit-event.ts'
import { portalPermissions } from '../../../schemas/api/portal-permissions.ts'
import type { AppDeps } from '../app-deps.ts'
import { isOpen } from '../datasets/scope-access.ts'

const RecordDetails = z.looseObject({ dataset: z.string(), scope: z.string() })

/** Removes the figures of a record's event unless the caller may read the record in a report now. */
export function hideFigures(
  { datasets, reportAccess }: Pick<AppDeps, 'datasets' | 'reportAccess'>,
  { currentPermissions }: FastifyRequest,
  event: AuditEvent,
): AuditEvent {
  if (event.subjectKind !== 'record') return event
  const { before: _before, after: _after, ...details } = RecordDetails.parse(event.details)
  const permissions = new Set(currentPermissions?.map(({ id }) => id))
  const dataset = datasets.find(({ id }) => id === details.dataset)
  const isReadable =
    dataset !== undefined &&
    permissions.has(portalPermissions.reports.id) &&
    isOpen(dataset, details.scope, reportAccess, permissions)
  return isReadable ? event : { ...event, details: { ...details, hidden: true } }
}
