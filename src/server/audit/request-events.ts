import type { FastifyRequest } from 'fastify'
import type { AuditSubject } from '../../../schemas/api/audit-event.ts'
import { type AuditEvents, logAuditEvent } from '../http/audit.ts'
import { getClientAddress } from '../http/client-network.ts'
import type { Connection } from '../database/handle.ts'
import { type NewAuditEvent, storeAuditEvents } from './repository.ts'
import type { History } from '../http/audit.ts'
import type { RequestEvent } from '../http/audit.ts'

/** Records an event of the change that a transaction makes. */
export type RecordEvent = <E extends RequestEvent>(event: E, line: AuditEvents[E], history?: History) => void

/** The events of one request's change: stored in its transaction, logged after its commit. */
export class RequestEvents {
  readonly #request: FastifyRequest
  readonly #at: Date
  readonly #stored: NewAuditEvent[] = []
  readonly #lines: (() => void)[] = []

  constructor(request: FastifyRequest, at: Date) {
    this.#request = request
    this.#at = at
  }

  readonly record: RecordEvent = (event, line, history) => {
    this.#stored.push(buildAuditEvent(this.#request, this.#at, event, line, history))
    this.#lines.push(() => logAuditEvent(this.#request, event, line))
  }

  /** Stores the events. Throws if there are none: no change is without an event. */
  async store(trx: Connection): Promise<void> {
    if (this.#stored.length === 0) throw new Error('a change has no audit event')
    await storeAuditEvents(trx, this.#stored)
  }

  /** Logs the events. */
  log(): void {
    for (const line of this.#lines) line()
  }
}

/** Builds the stored form of an event of a request. */
export function buildAuditEvent<E extends RequestEvent>(
  request: FastifyRequest,
  at: Date,
  event: E,
  line: AuditEvents[E],
  { subject, details }: History = {},
): NewAuditEvent {
  const { caller, user, role, account, ...rest }: Readonly<Record<string, unknown>> = line
  const actor = request.currentUser?.username ?? caller
  const [subjectKind, name] = getSubject(event, { user: user ?? account ?? actor, role, ...rest })
  return {
    at,
    actor: typeof actor === 'string' ? actor : null,
    event,
    subjectKind,
    subject: subject ?? String(name),
    details: details ?? rest,
    address: getClientAddress(request.ip),
    requestId: request.id,
  }
}

type Subject = readonly [kind: AuditSubject, name: unknown]

function getSubject(
  event: RequestEvent,
  { user, role, report, dataset, key, scope, call }: Readonly<Record<string, unknown>>,
): Subject {
  const [noun] = event.split(' ')
  switch (noun) {
    case 'role':
      return ['role', role]
    case 'report':
      return ['report', report]
    case 'record':
      return ['record', [dataset, scope, key].filter((part) => part !== '').join(' ')]
    case 'dummy':
      return ['dataset', call]
    case 'history':
      return ['history', 'history']
    default:
      return ['user', user]
  }
}
