import { sql } from 'kysely'
import {
  type AuditEvent,
  AuditEvent as AuditEventSchema,
  type AuditFilter,
  type AuditSubject,
} from '../../../../schemas/api/audit-event.ts'
import type { StoredEvent } from '../../../../schemas/api/history-words.ts'
import { normalizeName } from '../../../../schemas/api/names.ts'
import { batches, containsText, readPage, readPages } from '../database/batches.ts'
import type { Connection, DatabaseHandle } from '../database/handle.ts'
import { SUPER_ROLE } from '../../../../schemas/api/role.ts'

/** An event to store. */
export interface NewAuditEvent {
  readonly at: Date
  readonly actor: string | null
  readonly event: StoredEvent
  readonly subjectKind: AuditSubject
  readonly subject: string
  readonly details: Readonly<Record<string, unknown>>
  readonly address: string | null
  readonly requestId: string | null
}

/** Stores events; in a transaction they are stored with its change, or not at all. */
export async function storeAuditEvents(db: Connection, events: readonly NewAuditEvent[]): Promise<void> {
  for (const part of batches(events.map(toRow))) await db.insertInto('audit_events').values(part).execute()
}

/** Stores a few events that belong to no change, in one statement (`executeUntracked`). */
export async function storeUntracked(
  handle: DatabaseHandle,
  events: readonly NewAuditEvent[],
): Promise<void> {
  const rows = events.map(toRow)
  await handle.executeUntracked(handle.database.insertInto('audit_events').values(rows).compile())
}

/** Which events a reader sees. */
export interface AuditScope extends AuditFilter {
  /** Whether the sign-ins, accounts and schedules of role 1 are included (S21). */
  readonly includesReserved: boolean
}

/** Lists a page of the events, newest first. */
export async function listAuditEvents(
  db: Connection,
  scope: AuditScope,
  page: { readonly page: number; readonly size: number },
): Promise<{ records: AuditEvent[]; totalCount: number }> {
  const found = selectMatching(db, scope)
  const rows = found.select(columns).orderBy('at', 'desc').orderBy('id', 'desc')
  const { records, totalCount } = await readPage(found, rows, page)
  return { records: records.map(toEvent), totalCount }
}

const PAGE_SIZE = 200

/** Reads all events page by page, newest first. Later events are not read. */
export function readAuditEvents(db: Connection, scope: AuditScope): AsyncGenerator<AuditEvent[]> {
  return readPages<AuditEvent>(PAGE_SIZE, async (before) => {
    const rows = await selectMatching(db, scope)
      .select(columns)
      .$if(before !== undefined, (query) =>
        query.where(sql<boolean>`(at, id) < (${before?.at ?? ''}, ${before?.id ?? 0})`),
      )
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(PAGE_SIZE)
      .execute()
    return rows.map(toEvent)
  })
}

/** The most events that one clean-up deletes. */
const MAX_DELETED = 10_000

const DAY_MS = 24 * 3_600_000
/** An event of this age, in days, shows that the clock has not just jumped. */
const EVIDENCE_DAYS = { min: 1, max: 8 } as const

const daysAgo = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()

/**
 * Compares the clock with the history: it is confirmed if an event is between one and eight days old, doubtful if all
 * events before yesterday are older, and unknown without such an event.
 */
export async function checkClock(db: Connection, now: Date): Promise<'confirmed' | 'doubtful' | 'unknown'> {
  const earlier = db
    .selectFrom('audit_events')
    .select('at')
    .where('at', '<=', daysAgo(now, EVIDENCE_DAYS.min))
  const latest = await earlier.orderBy('at', 'desc').limit(1).executeTakeFirst()
  if (latest === undefined) return 'unknown'
  return latest.at > daysAgo(now, EVIDENCE_DAYS.max) ? 'confirmed' : 'doubtful'
}

/** Deletes the oldest events that are older than so many days. */
export async function deleteOldAuditEvents(db: Connection, now: Date, days: number): Promise<void> {
  await db
    .deleteFrom('audit_events')
    .where('id', 'in', (query) =>
      query
        .selectFrom('audit_events')
        .select('id')
        .where('at', '<', daysAgo(now, days))
        .orderBy('at')
        .orderBy('id')
        .limit(MAX_DELETED),
    )
    .execute()
}

const columns = [
  'id',
  'at',
  'actor',
  'event',
  'subject_kind as subjectKind',
  'subject',
  'details',
  'address',
  'request_id as requestId',
] as const

function selectMatching(db: Connection, { actor, event, subject, from, to, includesReserved }: AuditScope) {
  return db
    .selectFrom('audit_events')
    .$if(!includesReserved, (query) =>
      query.where((where) =>
        where.or([where('subject_kind', '!=', 'user'), where('subject_key', 'not in', selectReserved(db))]),
      ),
    )
    .$if(!includesReserved, (query) =>
      query.where((where) =>
        where.or([
          where('subject_kind', '!=', 'schedule'),
          where('actor_key', 'is', null),
          where('actor_key', 'not in', selectReserved(db)),
        ]),
      ),
    )
    .$if(actor !== undefined, (query) => query.where('actor_key', '=', normalizeName(actor ?? '')))
    .$if(event !== undefined, (query) => query.where('event', '=', event ?? ''))
    .$if(subject !== undefined, (query) =>
      query.where((where) => containsText(where.ref('subject_key'), normalizeName(subject ?? ''))),
    )
    .$if(from !== undefined, (query) => query.where('at', '>=', toMoment(from, '00:00:00.000')))
    .$if(to !== undefined, (query) => query.where('at', '<=', toMoment(to, '23:59:59.999')))
}

const selectReserved = (db: Connection) =>
  db.selectFrom('users').select('user_key').where('role_id', '=', SUPER_ROLE)

/** A day is the whole day in UTC. */
const toMoment = (text = '', time: string) => (text.length > 10 ? text : `${text}T${time}Z`)

function toRow({ at, actor, event, subjectKind, subject, details, address, requestId }: NewAuditEvent) {
  return {
    at: at.toISOString(),
    actor,
    actor_key: actor === null ? null : normalizeName(actor),
    event,
    subject_kind: subjectKind,
    subject,
    subject_key: normalizeName(subject),
    details: JSON.stringify(details),
    address,
    request_id: requestId,
  }
}

function toEvent(row: { readonly details: string }): AuditEvent {
  return AuditEventSchema.parse({ ...row, details: JSON.parse(row.details) })
}
