import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toErrorEnvelope } from './envelope.ts'
import { ApiError, ForbiddenError } from './api-error.ts'
import { logAuditEvent, formatRoute } from './audit.ts'
import { DataDirLostError } from '../database/data-files.ts'
import { isReferenceViolation, isUnavailable, isUniqueViolation, getErrorReason } from '../database/errors.ts'
import { QueueFullError } from '../work-queue.ts'

interface PublicError {
  readonly status: number
  readonly message: string
  readonly retryAfterSeconds?: number | undefined
}

/** Turns every failure into the envelope; what is not the caller's doing is logged and not told (S37). */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    // A connection that breaks in the midst of a body has the code of a database's connection that breaks.
    if (error !== null && request.raw.errored === error) {
      return sendError(request, reply, { status: 400, message: 'The body did not arrive in full.' })
    }
    const told = toPublicError(error)
    if (error instanceof ForbiddenError) auditDenial(request, error)
    if (isUnavailable(error)) {
      // While a database is away this is said for every request: one short line each.
      request.log.warn({ reason: getErrorReason(error) }, 'database not available')
    } else if (told.status >= 500 && !(error instanceof ApiError || error instanceof QueueFullError)) {
      request.log.error({ err: error }, 'request failed')
    }
    return sendError(request, reply, told)
  })
}

/** Sends a failure as the envelope. */
export function sendError(request: FastifyRequest, reply: FastifyReply, told: PublicError): FastifyReply {
  if (told.retryAfterSeconds !== undefined) void reply.header('retry-after', told.retryAfterSeconds)
  if (told.status === 401) void reply.header('www-authenticate', 'Bearer')
  return reply
    .code(told.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(toErrorEnvelope(told.message, request.id)))
}

function auditDenial(request: FastifyRequest, { message: reason, menuIds }: ForbiddenError): void {
  const { method } = request
  logAuditEvent(request, 'denied', {
    method,
    route: formatRoute(request),
    reason,
    ...(menuIds && { menuIds }),
  })
}

function toPublicError(error: unknown): PublicError {
  if (error instanceof ApiError) return error
  if (error instanceof QueueFullError) {
    return { status: 503, message: 'The server is busy. Please try again.', retryAfterSeconds: 1 }
  }
  if (isUniqueViolation(error)) return { status: 409, message: 'A record with these values already exists.' }
  if (isReferenceViolation(error)) {
    return { status: 409, message: 'This record was changed by someone else. Please try again.' }
  }
  if (error instanceof DataDirLostError) {
    return {
      status: 503,
      message:
        'The data of this server was moved or removed, so nothing can be stored. Please try again later.',
      retryAfterSeconds: 30,
    }
  }
  if (isUnavailable(error)) {
    return {
      status: 503,
      message: 'The database is not available now. Please try again.',
      retryAfterSeconds: 2,
    }
  }
  if (isFrameworkError(error)) {
    return { status: error.statusCode ?? 400, message: refusals.get(error.code) ?? error.message }
  }
  return { status: 500, message: 'The server could not answer this request.' }
}

const refusals: ReadonlyMap<string, string> = new Map([
  ['FST_ERR_CTP_BODY_TOO_LARGE', 'The body is too large.'],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'The body must be JSON, with Content-Type: application/json.'],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 'The body is not as long as Content-Length says.'],
])

/** What the framework refuses by itself, such as a body that is no JSON: its texts name no internals. */
function isFrameworkError(error: unknown): error is FastifyError {
  if (!(error instanceof Error) || !('code' in error) || !('statusCode' in error)) return false
  const { code, statusCode } = error
  return String(code).startsWith('FST_ERR_') && typeof statusCode === 'number' && statusCode < 500
}
