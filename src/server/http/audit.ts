import type { FastifyRequest } from 'fastify'
import { getClientAddress } from './client-network.ts'

type Names = Readonly<Record<string, unknown>>
interface RoleDetails extends Names {
  readonly role: string
}
interface UserDetails extends Names {
  readonly user: string
}
interface RecordDetails extends Names {
  readonly dataset: string
  readonly id: number
  /** Its date, month or name. */
  readonly key: string
  /** The values of its dimensions. */
  readonly scope: string
}
interface Rights {
  /** Menu ids. */
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
  'report exported': {
    readonly report: string
    readonly call: string | null
    readonly period: string
    readonly file: string
  }
  'history exported': { readonly file: string }
  'record created': RecordDetails
  'record updated': RecordDetails
  'record deleted': RecordDetails
  'dummy data generated': { readonly call: string | null; readonly period: string; readonly days: number }
}
export type AuditEvent = keyof AuditEvents

const WARNINGS: ReadonlySet<AuditEvent> = new Set([
  'sign-in failed',
  'sign-in refused',
  'denied',
  'password change failed',
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
  const line: Names = {
    event,
    caller: request.currentUser?.username ?? null,
    ...details,
    address: getClientAddress(request.ip),
  }
  const level = WARNINGS.has(event) ? 'warn' : 'info'
  // A denial is stored nowhere else, so that it is logged even by LOG_LEVEL=error.
  const isKept = level === 'warn' && request.log.level !== 'silent'
  const log = isKept ? request.log.child({}, { level }) : request.log
  log[level](line, event)
}

/** The method and pattern of a request's route. */
export const formatRoute = (request: FastifyRequest): string | null => request.routeOptions.url ?? null

/** The events of the log that the history stores as well. */
export type RequestEvent = Exclude<AuditEvent, 'denied'>

/** What the history stores of an event beside its line in the log. */
export interface History {
  /** The name of the subject, if it differs from that of the line. */
  readonly subject?: string
  /** What changed; the fields of the line by default. */
  readonly details?: Readonly<Record<string, unknown>>
}
