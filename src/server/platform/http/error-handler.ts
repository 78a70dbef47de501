import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, badRequest, conflict, ForbiddenError, toErrorEnvelope } from './responses.ts'
import { logAuditEvent, formatRoute } from '../history/request-events.ts'
import { DataDirLostError } from '../database/data-dir.ts'
import { isReferenceViolation, isUnavailable, isUniqueViolation, getErrorReason } from '../database/errors.ts'

/** Sends every error as the envelope. Errors that the caller did not cause are logged, and their cause is not sent. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    // A connection that breaks within a body has the same error code as a broken connection of a database.
    if (error !== null && request.raw.errored === error) {
      return sendError(request, reply, badRequest('The body did not arrive in full.'))
    }
    const publicError = toPublicError(error)
    if (error instanceof ForbiddenError) auditDenial(request, error)
    if (isUnavailable(error)) {
      // While a database is unavailable every request logs this: one short line each.
      request.log.warn({ reason: getErrorReason(error) }, 'database not available')
    } else if (publicError.status >= 500 && !(error instanceof ApiError)) {
      request.log.error({ err: error }, 'request failed')
    }
    return sendError(request, reply, publicError)
  })
}

export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, message, retryAfterSeconds, errorCode }: ApiError,
): FastifyReply {
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds)
  if (status === 401) void reply.header('www-authenticate', 'Bearer')
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(toErrorEnvelope(message, request.id, errorCode)))
}

function auditDenial(request: FastifyRequest, { message: reason, menuIds }: ForbiddenError): void {
  const call = { method: request.method, route: formatRoute(request) }
  logAuditEvent(request, 'denied', { ...call, reason, ...(menuIds && { menuIds }) })
}

function toPublicError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isUniqueViolation(error)) return conflict('A record with these values already exists.')
  if (isReferenceViolation(error))
    return conflict('This record was changed by someone else. Please try again.')
  if (error instanceof DataDirLostError) {
    const message =
      'The data of this server was moved or removed, so nothing can be stored. Please try again later.'
    return new ApiError(503, message, 30)
  }
  if (isUnavailable(error))
    return new ApiError(503, 'The database is not available now. Please try again.', 2)
  if (isFrameworkError(error))
    return new ApiError(error.statusCode ?? 400, frameworkMessages.get(error.code) ?? error.message)
  return new ApiError(500, 'The server could not answer this request.')
}

const frameworkMessages: ReadonlyMap<string, string> = new Map([
  ['FST_ERR_CTP_BODY_TOO_LARGE', 'The body is too large.'],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'The body must be JSON, with Content-Type: application/json.'],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 'The body is not as long as Content-Length says.'],
])

/** Says whether the framework rejected the request, such as for no JSON. Its messages contain no internals. */
function isFrameworkError(error: unknown): error is FastifyError {
  if (!(error instanceof Error) || !('code' in error) || !('statusCode' in error)) return false
  const { code, statusCode } = error
  return String(code).startsWith('FST_ERR_') && typeof statusCode === 'number' && statusCode < 500
}
