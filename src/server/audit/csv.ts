import type { AuditEvent } from '../../../schemas/api/audit-event.ts'
import { describeEvent } from '../../../schemas/api/history-words.ts'
import { formatCsvLine } from '../../report/csv.ts'

/** The heading of a .csv file of the history. */
export const auditHeading = formatCsvLine([
  'Time (UTC)',
  'Person',
  'What happened',
  'Event',
  'Kind',
  'Subject',
  'Details',
  'Address',
  'Request',
])

/** Formats an event as a line of a .csv file. */
export function formatAuditLine(line: AuditEvent): string {
  const { at, actor, event, subjectKind, subject, details, address, requestId } = line
  const sentence = describeEvent(line)
  const fields = [
    at,
    actor,
    sentence,
    event,
    subjectKind,
    subject,
    JSON.stringify(details),
    address,
    requestId,
  ]
  return formatCsvLine(fields)
}
