import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import type { IsolationLevel } from 'kysely'
import type { AuditSubject } from '../../../../schemas/api/audit-event.ts'
import type { StoredEvent } from '../../../../schemas/api/history-words.ts'
import { getClientAddress } from '../http/client-network.ts'
import type { Connection, Database } from '../database/handle.ts'
import { withTransaction } from '../database/transaction.ts'
import { type NewAuditEvent, storeAuditEvents } from './history-repository.ts'

type Fields = Readonly<Record<string, unknown>>

/** Names the events of the log; denials and calls with tokens for machines are not stored. */
type AuditEvent = StoredEvent | 'denied' | 'token used' | 'token refused'

const WARNINGS: ReadonlySet<AuditEvent> = new Set([
  'sign-in failed',
  'sign-in refused',
  'denied',
  'token refused',
  'password change failed',
  'token creation failed',
  'second factor failed',
])

/**
 * Logs and counts an audit event after the change is committed or rejected. The logger adds time and request id. `caller` is
 * the user id of the session, null without a session.
 */
export function logAuditEvent(request: FastifyRequest, event: AuditEvent, details: Fields): void {
  request.server.metrics.events.inc({ event })
  const line: Fields = {
    event,
    caller: request.currentUser?.username ?? null,
    ...nameToken(request),
    ...details,
    address: getClientAddress(request.ip),
  }
  const level = WARNINGS.has(event) ? 'warn' : 'info'
  // A denial is stored nowhere else, so that it is logged even by LOG_LEVEL=error.
  const isKept = level === 'warn' && request.log.level !== 'silent'
  const log = isKept ? request.log.child({}, { level }) : request.log
  log[level](line, event)
}

/** Returns the token for machines of a request, by its label. */
const nameToken = ({ currentUser }: FastifyRequest) =>
  currentUser?.token === undefined ? {} : { token: currentUser.token.label }

/** Returns the method and pattern of a request's route. */
export const formatRoute = (request: FastifyRequest): string | null => request.routeOptions.url ?? null

/** Contains what the history stores of an event besides its line in the log. */
export interface History {
  /** The name of the subject, if it differs from that of the line. */
  readonly subject?: string
  /** What changed; the fields of the line by default. */
  readonly details?: Fields
}

/** Records an event of the change that a transaction makes; its subject is the `user`, `role`, `note` … of the line. */
export type RecordEvent = (event: StoredEvent, line: Fields, history?: History) => void

/** Builds the stored form of an event of a request. */
export function buildAuditEvent(
  request: FastifyRequest,
  at: Date,
  event: StoredEvent,
  line: Fields,
  { subject, details }: History = {},
): NewAuditEvent {
  const { caller, user, role, account, ...rest } = line
  const actor = request.currentUser?.username ?? caller
  const [subjectKind, name] = getSubject(event, { user: user ?? account ?? actor, role, ...rest })
  return {
    at,
    actor: typeof actor === 'string' ? actor : null,
    event,
    subjectKind,
    subject: subject ?? String(name),
    details: { ...(details ?? rest), ...nameToken(request) },
    address: getClientAddress(request.ip),
    requestId: request.id,
  }
}

/**
 * Runs work in a transaction and returns its result. The events that it records are stored in the same transaction and
 * logged after the commit.
 */
export async function withEvents<T>(
  { database, clock }: { readonly database: Database; readonly clock: () => Date },
  request: FastifyRequest,
  work: (trx: Connection, recordEvent: RecordEvent, recorded: readonly NewAuditEvent[]) => Promise<T>,
  isolation?: IsolationLevel,
): Promise<T> {
  const { result, lines } = await withTransaction(
    database,
    async (trx) => {
      const stored: NewAuditEvent[] = []
      const logged: (() => void)[] = []
      const recordEvent: RecordEvent = (event, line, history) => {
        stored.push(buildAuditEvent(request, clock(), event, line, history))
        logged.push(() => logAuditEvent(request, event, line))
      }
      const done = await work(trx, recordEvent, stored)
      await storeAuditEvents(trx, stored)
      return { result: done, lines: logged }
    },
    isolation,
  )
  for (const log of lines) log()
  return result
}

type Subject = readonly [kind: AuditSubject, name: unknown]

/** The subject of an event by the first word of its name; others are about a user. */
const subjects: Readonly<Record<string, (line: Fields) => Subject>> = {
  role: ({ role }) => ['role', role],
  report: ({ report }) => ['report', report],
  record: ({ dataset, scope, key }) => ['record', [dataset, scope, key].filter(Boolean).join(' ')],
  note: ({ place }) => ['note', place],
  records: ({ dataset }) => ['dataset', dataset],
  import: ({ dataset }) => ['dataset', dataset],
  dummy: ({ call }) => ['dataset', call],
  schedule: ({ schedule }) => ['schedule', schedule],
}

const getSubject = (event: StoredEvent, line: Fields): Subject =>
  subjects[event.split(' ')[0] ?? '']?.(line) ?? ['user', line['user']]

/** Returns the fields that differ between two states of a record, before and after a change. */
export function buildDifference(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]))
  const pick = (fields: Fields) =>
    Object.fromEntries(
      changed.filter((name) => Object.hasOwn(fields, name)).map((name) => [name, fields[name]]),
    )
  return { before: pick(before), after: pick(after) }
}
