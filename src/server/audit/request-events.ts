import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import type { IsolationLevel } from 'kysely'
import type { AuditSubject } from '../../../schemas/api/audit-event.ts'
import { getClientAddress } from '../http/client-network.ts'
import type { Connection, Database } from '../database/handle.ts'
import { withTransaction } from '../database/transaction.ts'
import { type NewAuditEvent, storeAuditEvents } from './repository.ts'

type Fields = Readonly<Record<string, unknown>>
type RoleDetails = Fields & { readonly role: string }
type UserDetails = Fields & { readonly user: string }
interface RecordDetails extends Fields {
  readonly dataset: string
  readonly id: number
  /** Its date, month or name. */
  readonly key: string
  /** The values of its dimensions. */
  readonly scope: string
}
interface NoteDetails extends Fields {
  readonly note: number
  /** The report with its tab, or the dataset. */
  readonly place: string
}
interface ScheduleDetails extends Fields {
  /** The title of what it shows. */
  readonly schedule: string
}
/** Menu ids. */
interface Rights {
  readonly granted: readonly number[]
  readonly revoked: readonly number[]
}

/** All audit events, with their details besides caller, address and time (S86). */
export interface AuditEvents {
  'signed in': { readonly caller: string }
  /** The account is null if the name is unknown: a password typed into the wrong field is not logged (S11). */
  'sign-in failed': { readonly account: string | null }
  'sign-in refused': { readonly account: string | null }
  'signed out': { readonly caller: string }
  /** By an administrator or the user. */
  'session ended': UserDetails
  'token created': UserDetails & { readonly token: string; readonly endDate: string }
  'token ended': UserDetails & { readonly token: string }
  /** A call with a token for machines, and one beyond its limit. */
  'token used': { readonly method: string; readonly route: string | null }
  'token refused': { readonly method: string; readonly route: string | null }
  denied: {
    readonly method: string
    readonly route: string | null
    readonly reason: string
    /** The permissions that the caller tried to grant without having them. */
    readonly menuIds?: readonly number[]
  }
  'role created': RoleDetails
  'role updated': RoleDetails
  'role deleted': RoleDetails
  'role rights saved': RoleDetails & Rights
  'user created': UserDetails & { readonly roleId: number }
  'user updated': UserDetails & { readonly roleId: number }
  'user deleted': UserDetails
  'user rights saved': UserDetails & Rights
  'user status updated': UserDetails & { readonly status: string }
  'password reset': UserDetails
  /** By the user. */
  'password changed': UserDetails
  /** By the user, with a wrong current password or after too many. */
  'password change failed': { readonly account: string | null }
  'second factor enabled': UserDetails
  'second factor disabled': UserDetails
  /** By an administrator. */
  'second factor reset': UserDetails
  /** At a sign-in with the right password: without a code, and with a wrong one, which also the user has who changes it. */
  'second factor asked': { readonly account: string | null }
  'second factor failed': { readonly account: string | null }
  'recovery code used': { readonly caller: string; readonly left: number }
  'report exported': {
    readonly report: string
    readonly call: string | null
    readonly period: string
    readonly file: string
  }
  'record created': RecordDetails
  'record updated': RecordDetails
  'record deleted': RecordDetails
  'note created': NoteDetails
  'note updated': NoteDetails
  'note deleted': NoteDetails
  'dummy data generated': { readonly call: string | null; readonly period: string; readonly days: number }
  'schedule created': ScheduleDetails
  'schedule updated': ScheduleDetails
  'schedule deleted': ScheduleDetails
  'schedule unsubscribed': ScheduleDetails & { readonly recipient: string }
  'job retried': { readonly job: string; readonly id: number }
}
export type AuditEvent = keyof AuditEvents

const WARNINGS: ReadonlySet<AuditEvent> = new Set([
  'sign-in failed',
  'sign-in refused',
  'denied',
  'token refused',
  'password change failed',
  'second factor failed',
])

/**
 * Logs an audit event after the change is committed or rejected (S86). The logger adds time and request id. `caller` is
 * the user id of the session, null without a session.
 */
export function logAuditEvent<E extends AuditEvent>(
  request: FastifyRequest,
  event: E,
  details: AuditEvents[E],
): void {
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

/** The token for machines of a request, by its label. */
const nameToken = ({ currentUser }: FastifyRequest) =>
  currentUser?.token === undefined ? {} : { token: currentUser.token.label }

/** The method and pattern of a request's route. */
export const formatRoute = (request: FastifyRequest): string | null => request.routeOptions.url ?? null

/** The events of the log that the history stores as well. */
export type RequestEvent = Exclude<AuditEvent, 'denied' | 'token used' | 'token refused'>

/** What the history stores of an event beside its line in the log. */
export interface History {
  /** The name of the subject, if it differs from that of the line. */
  readonly subject?: string
  /** What changed; the fields of the line by default. */
  readonly details?: Fields
}

/** Records an event of the change that a transaction makes. */
export type RecordEvent = <E extends RequestEvent>(event: E, line: AuditEvents[E], history?: History) => void

/** Builds the stored form of an event of a request. */
export function buildAuditEvent<E extends RequestEvent>(
  request: FastifyRequest,
  at: Date,
  event: E,
  line: AuditEvents[E],
  { subject, details }: History = {},
): NewAuditEvent {
  const { caller, user, role, account, ...rest }: Fields = line
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
 * logged after the commit (S86, S90).
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

function getSubject(
  event: RequestEvent,
  { user, role, report, dataset, key, scope, call, place, job, schedule }: Fields,
): Subject {
  const [noun] = event.split(' ')
  switch (noun) {
    case 'role':
      return ['role', role]
    case 'report':
      return ['report', report]
    case 'record':
      return ['record', [dataset, scope, key].filter((part) => part !== '').join(' ')]
    case 'note':
      return ['note', place]
    case 'dummy':
      return ['dataset', call]
    case 'job':
      return ['job', job]
    case 'schedule':
      return ['schedule', schedule]
    case 'history':
      return ['history', 'history']
    default:
      return ['user', user]
  }
}

/** The fields that differ between two states of a record, before and after a change. */
export function buildDifference(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]))
  const pick = (fields: Fields) =>
    Object.fromEntries(
      changed.filter((name) => Object.hasOwn(fields, name)).map((name) => [name, fields[name]]),
    )
  return { before: pick(before), after: pick(after) }
}
