import type { AuditEvent } from '../../../../schemas/api/audit-event.ts'
import { describeEvent } from '../../../../schemas/api/history-words.ts'
import { formatCsvLine } from '../../../report/model/csv.ts'

export const HISTORY_HEADING = 'Time (UTC),Person,What happened,Event,Kind,Subject,Details,Address,Request'

/** Formats an event as a line of .csv, without its end. No cell is a formula, and no text controls a terminal. */
export function formatAuditLine(event: AuditEvent): string {
  const { at, actor, subjectKind, subject, details, address, requestId } = event
  const before = [at, actor, describeEvent(event), event.event, subjectKind, subject]
  const line = formatCsvLine([...before, JSON.stringify(details), address, requestId]).trimEnd()
  return line.replaceAll(/\p{Cc}/gu, '\u{FFFD}')
}
