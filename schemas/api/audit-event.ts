import * as z from 'zod/mini'
import { storedEvents } from './history-words.ts'
import { boundedText, pageFields, RecordId } from './parameters.ts'

const StoredEvent = z.enum(storedEvents)

export const AuditSubject = z.enum([
  'user',
  'role',
  'report',
  'dataset',
  'record',
  'note',
  'permission',
  'schedule',
  'history',
  'alert',
  'backup',
])
export type AuditSubject = z.infer<typeof AuditSubject>

/** A menu item as it was named when the event was stored; the name is null if its report was not defined then. */
export const NamedPermission = z.object({ id: z.int(), name: z.nullable(z.string()) })
export type NamedPermission = z.infer<typeof NamedPermission>

export const AuditEvent = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** The user id as it was then; null if unknown, `command line (…)` with the operating system's user for a command. */
  actor: z.nullable(z.string()),
  event: StoredEvent,
  subjectKind: AuditSubject,
  subject: z.string(),
  /** What changed: `before`, `after`, or what the event consists of. */
  details: z.record(z.string(), z.unknown()),
  /** The client's address and the request id; null for a command. */
  address: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
})
export type AuditEvent = z.infer<typeof AuditEvent>

const DAY = String.raw`(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`
const TIME = String.raw`T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z`

const MOMENT_RULE = 'must be a day such as 2025-03-07, or a moment such as 2025-03-07T09:30:00.000Z'

/** Says whether a text begins with a day that is in the calendar. */
const hasRealDay = (text: string): boolean => z.regexes.date.test(text.slice(0, 10))

/** A day of UTC, such as `2025-03-07`, or a moment, such as `2025-03-07T09:30:00.000Z`. */
export const Moment = z
  .string()
  .check(z.regex(new RegExp(`^${DAY}(?:${TIME})?$`), MOMENT_RULE), z.refine(hasRealDay, MOMENT_RULE))

/** The filters of the history: exact user id and event, part of a subject, first and last moment, place. */
const auditFilters = {
  actor: z.optional(boundedText(200)),
  event: z.optional(StoredEvent),
  subject: z.optional(boundedText(200)),
  from: z.optional(Moment),
  to: z.optional(Moment),
  /** The number of an event: only those before it, in their order. */
  before: z.optional(RecordId),
}

/** So many events are counted at most. It is a whole number of pages of every size. */
export const MAX_COUNTED = 10_000

export const AuditQuery = z.strictObject({ ...pageFields, ...auditFilters })
/** Query of the history as a file. */
export const AuditExportQuery = z.strictObject(auditFilters)

/** The events whose change can be undone. */
export const undoableEvents: ReadonlySet<string> = new Set<z.infer<typeof StoredEvent>>([
  'role rights saved',
  'user rights saved',
  'role updated',
  'user updated',
  'user status updated',
])

export type AuditFilter = Omit<z.output<typeof AuditQuery>, keyof typeof pageFields>
