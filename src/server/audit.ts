import type { FastifyRequest } from 'fastify'
import { callerOf } from './guard.ts'

/** Writes who changed what to the log, after the change is stored (S86). */
export function audit(request: FastifyRequest, event: string, subject: Readonly<Record<string, unknown>>) {
  request.log.info({ event, caller: callerOf(request).username, ...subject }, event)
}
