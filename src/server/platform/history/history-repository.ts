import { setImmediate } from 'node:timers/promises'
import { type SelectQueryBuilder, sql } from 'kysely'
import {
  type AuditEvent,
  AuditEvent as AuditEventSchema,
  type AuditFilter,
  MAX_COUNTED,
} from '../../../../schemas/api/audit-event.ts'
import { normalizeName } from '../../../../schemas/api/names.ts'
import { batches, containsText, hasRow, type Page } from '../database/batches.ts'
import type { Connection, DatabaseHandle } from '../database/handle.ts'
import type { Tables } from '../database/tables.ts'
import { SUPER_ROLE } from '../../../../schemas/api/role.ts'
import { daysAgo } from '../days-ago.ts'

export interface NewAuditEvent extends Readonly<Omit<AuditEvent, 'id' | 'at'>> {
  readonly at: Date
}

/** Stores events; in a transaction they are stored with its change, or not at all. */
export async function storeAuditEvents(db: Connection, events: readonly NewAuditEvent[]): Promise<void> {
  for (const part of batches(events.map(toRow))) await db.insertInto('audit_events').values(part).execute()
}

/** Says what happened to what, with the details. */
export type EventParts = readonly [
  event: AuditEvent['event'],
  subject: readonly [kind: AuditEvent['subjectKind'], name: string],
  details?: AuditEvent['details'],
]

/** Stores an event of a command or a job, which has neither an address nor a request. */
export function storeOwnEvent(
  db: Connection,
  origin: Pick<NewAuditEvent, 'at' | 'actor'>,
  ...[event, [subjectKind, subject], details = {}]: EventParts
): Promise<void> {
  const stored = { event, subjectKind, subject, details, address: null, requestId: null }
  return storeAuditEvents(db, [{ ...origin, ...stored }])
}

/** Stores a few events that belong to no change, in one statement (`executeUntracked`). */
export async function storeUntracked(handle: DatabaseHandle, events: readonly NewAuditEvent[]) {
  const rows = events.map(toRow)
  await handle.executeUntracked(handle.database.insertInto('audit_events').values(rows).compile())
}

export interface AuditScope extends AuditFilter {
  /** Whether the sign-ins, accounts and schedules of role 1 are included. */
  readonly includesReserved: boolean
}

/** So many events are read by one statement: a filter that finds few holds up nothing else. */
const SLICE = 10_000
/** The largest page. Its records can go beyond the last one that is counted. */
const MAX_PAGE = 100

/** Says where an event is in the order of all events. */
type Place = Pick<AuditEvent, 'at' | 'id'>

/** Lists a page of the events, newest first, and counts them: `MAX_COUNTED + 1` for any that are more. */
export async function listAuditEvents(
  db: Connection,
  scope: AuditScope,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<Page<AuditEvent>> {
  const matchingIds = await findEvents(db, scope)
  const ids = matchingIds.slice(page * size, (page + 1) * size)
  const rows =
    ids.length === 0
      ? []
      : await sortNewestFirst(db.selectFrom('audit_events').where('id', 'in', ids).select(columns)).execute()
  return { records: rows.map(toEvent), totalCount: Math.min(matchingIds.length, MAX_COUNTED + 1) }
}

/** Finds the ids of the newest events. */
async function findEvents(db: Connection, scope: AuditScope): Promise<readonly number[]> {
  const ids: number[] = []
  const place = scope.before === undefined ? undefined : await findPlace(db, scope.before)
  if (place === null) return []
  const wanted = MAX_COUNTED + MAX_PAGE
  const read = (matching: Matching) => matching.select('id').limit(wanted).execute()
  for await (const slice of readSlices(db, scope, SLICE, read, place)) {
    for (const { id } of slice) ids.push(id)
    if (ids.length >= wanted) break
  }
  return ids
}

type Matching = ReturnType<typeof selectMatching>

/** Reads the events slice by slice, newest first, with a pause for other work after each. */
async function* readSlices<Row>(
  db: Connection,
  scope: AuditScope,
  size: number,
  read: (matching: Matching) => Promise<Row[]>,
  start?: Place,
): AsyncGenerator<Row[]> {
  let place = start
  do {
    const last = await findSliceEnd(db, scope, place, size)
    const matching = sortNewestFirst(selectMatching(db, scope, place))
    yield await read(matching.$if(last !== undefined, (query) => query.where(comparePlace('>=', last))))
    place = last
    await setImmediate()
  } while (place !== undefined)
}

const findSliceEnd = (db: Connection, scope: AuditScope, place: Place | undefined, size: number) =>
  sortNewestFirst(selectIndexed(db, scope, place).select(['at', 'id']))
    .offset(size - 1)
    .limit(1)
    .executeTakeFirst()

/** Finds an event that a reader sees. */
export async function findAuditEvent(db: Connection, id: number, scope: AuditScope) {
  const row = await selectMatching(db, scope).select(columns).where('id', '=', id).executeTakeFirst()
  return row && toEvent(row)
}

/** Returns true if an event of this name, about the same subject, is newer than an event. */
export const hasLaterEvent = (
  db: Connection,
  { id, at, subject }: Pick<AuditEvent, 'id' | 'at' | 'subject'>,
  name: AuditEvent['event'],
): Promise<boolean> =>
  hasRow(
    selectIndexed(db, { from: at, includesReserved: true })
      .select('id')
      .where('id', '>', id)
      .where('event', '=', name)
      .where('subject_key', '=', normalizeName(subject))
      .limit(1),
  )

const findPlace = async (db: Connection, id: number): Promise<Place | null> =>
  (await db.selectFrom('audit_events').select(['at', 'id']).where('id', '=', id).executeTakeFirst()) ?? null

/** So many events are in memory while all are read. */
const READ_SLICE = 1_000

/** Reads all events slice by slice, newest first. */
export const readAuditEvents = (db: Connection, scope: AuditScope): AsyncGenerator<AuditEvent[]> =>
  readSlices(db, scope, READ_SLICE, async (matching) =>
    (await matching.select(columns).execute()).map(toEvent),
  )

/** The most events that one clean-up deletes. */
const MAX_DELETED = 10_000

/** An event of this age, in days, shows that the clock has not just jumped. */
const EVIDENCE_DAYS = { min: 1, max: 8 } as const

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

const sortNewestFirst = <Row>(query: SelectQueryBuilder<Tables, 'audit_events', Row>) =>
  query.orderBy('at', 'desc').orderBy('id', 'desc')

const comparePlace = (operator: '<' | '>=', { at, id }: Place = { at: '', id: 0 }) =>
  sql<boolean>`(at, id) ${sql.raw(operator)} (${at}, ${id})`

/** Selects events by what an index has: their time, their place and who did it. */
const selectIndexed = (db: Connection, { actor, from, to }: AuditScope, place?: Place) =>
  db
    .selectFrom('audit_events')
    .$if(actor !== undefined, (query) => query.where('actor_key', '=', normalizeName(actor ?? '')))
    .$if(from !== undefined, (query) => query.where('at', '>=', toMoment(from, '00:00:00.000')))
    .$if(to !== undefined, (query) => query.where('at', '<=', toMoment(to, '23:59:59.999')))
    .$if(place !== undefined, (query) => query.where(comparePlace('<', place)))

function selectMatching(db: Connection, scope: AuditScope, place?: Place) {
  const { event, subject, includesReserved } = scope
  return selectIndexed(db, scope, place)
    .$if(!includesReserved, (query) =>
      query
        .where((where) =>
          where.or([where('subject_kind', '!=', 'user'), where('subject_key', 'not in', selectReserved(db))]),
        )
        .where((where) =>
          where.or([
            where('subject_kind', '!=', 'schedule'),
            where('actor_key', 'is', null),
            where('actor_key', 'not in', selectReserved(db)),
          ]),
        ),
    )
    .$if(event !== undefined, (query) => query.where('event', '=', event ?? ''))
    .$if(subject !== undefined, (query) =>
      query.where((where) => containsText(where.ref('subject_key'), normalizeName(subject ?? ''))),
    )
}

const selectReserved = (db: Connection) =>
  db.selectFrom('users').select('user_key').where('role_id', '=', SUPER_ROLE)

/** Completes a day to its begin or end in UTC. */
const toMoment = (text = '', time: string) => (text.length > 10 ? text : `${text}T${time}Z`)

const toRow = ({ at, actor, event, subjectKind, subject, details, address, requestId }: NewAuditEvent) => ({
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
})

const toEvent = (row: { readonly details: string }): AuditEvent =>
  AuditEventSchema.parse({ ...row, details: JSON.parse(row.details) })
