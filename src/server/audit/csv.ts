import type { AuditEvent } from '../../../schemas/api/audit-event.ts'
import { formatCsvLine } from '../../report/csv.ts'

/** The heading of a .csv file of the history. */
export const auditHeading = formatCsvLine([
  'Time (UTC)',
  'Person',
  'Event',
  'Kind',
  'Subject',
  'Details',
  'Address',
  'Request',
])

/** Formats an event as a line of a .csv file. */
export function formatAuditLine({
  at,
  actor,
  event,
  subjectKind,
  subject,
  details,
  ...client
}: AuditEvent): string {
  const { address, requestId } = client
  return formatCsvLine([at, actor, event, subjectKind, subject, JSON.stringify(details), address, requestId])
}
