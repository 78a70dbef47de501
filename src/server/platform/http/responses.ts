import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  PASSWORD_CHANGE_REQUIRED,
  SECOND_FACTOR,
  SECOND_FACTOR_REQUIRED,
} from '../../../../schemas/api/auth.ts'
import type { Page } from '../database/batches.ts'

/** Returns the envelope of a list, whole or a page of `totalCount`. */
export function toListEnvelope<T>(records: T[], totalCount = records.length, message = '') {
  return { success: true as const, message, records, totalCount }
}

export const toPageEnvelope = <T>({ records, totalCount }: Page<T>) => toListEnvelope(records, totalCount)

export function toRecordEnvelope<T>(records: T, message = '') {
  return { success: true as const, message, records, totalCount: 1 }
}

/** Sets the ETag of a record and returns its envelope. */
export function sendRecord<T>(reply: FastifyReply, record: T, message = '') {
  void reply.header('etag', formatEtag(record))
  return toRecordEnvelope(record, message)
}

/** Returns the envelope of a change that returns only a message. */
export function toEmptyEnvelope(message: string) {
  return { success: true as const, message, records: [] as [], totalCount: 0 as const }
}

/** Returns the envelope of an error: its message, the request id of its log lines, and its code if it has one. */
export function toErrorEnvelope(message: string, requestId: string, code?: string) {
  const error = { success: false as const, message, records: [] as [], totalCount: 0 as const, requestId }
  return code === undefined ? error : { ...error, code }
}

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly retryAfterSeconds: number | undefined
  /** Not `code`, which the framework sets on errors. */
  readonly errorCode: string | undefined

  constructor(status: number, message: string, retryAfterSeconds?: number, errorCode?: string) {
    super(message)
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
    this.errorCode = errorCode
  }
}

export const CHANGED_SINCE = 'It was changed again since, so that this change cannot be undone.'

/** Says that the caller may not do this. Every such error is logged; only its message is sent. */
export class ForbiddenError extends ApiError {
  readonly menuIds: readonly number[] | undefined

  constructor(
    message = 'You do not have the right to do this.',
    menuIds?: readonly number[],
    errorCode?: string,
  ) {
    super(403, message, undefined, errorCode)
    this.menuIds = menuIds
  }
}

const RESTRICTIONS = {
  [PASSWORD_CHANGE_REQUIRED]: 'Please choose a new password first.',
  [SECOND_FACTOR_REQUIRED]: 'Please set up a second factor first.',
} as const

/** Tells the caller what to do before anything else (spec 7.23, 7.29). */
export const restricted = (errorCode: keyof typeof RESTRICTIONS) =>
  new ForbiddenError(RESTRICTIONS[errorCode], undefined, errorCode)

/** Says that a code of the second factor is missing, or wrong. */
export class SecondFactorError extends ApiError {
  readonly isWrong: boolean

  constructor(status: 401 | 403, isWrong: boolean) {
    const message = isWrong
      ? 'The code is not correct. A code works once: enter the one that the app shows next.'
      : 'Enter a code of your authenticator app, or a recovery code. If you have neither, ask an administrator to reset your second factor.'
    super(status, message, undefined, SECOND_FACTOR)
    this.isWrong = isWrong
  }
}

export const notFound = (message: string) => new ApiError(404, message)
export const conflict = (message: string) => new ApiError(409, message)
export const badRequest = (message: string) => new ApiError(400, message)

/** Throws 400 if the id in a body differs from the id in the path. */
export function checkSameId(pathId: number, bodyId: number | undefined): void {
  if (bodyId === undefined || bodyId === pathId) return
  throw badRequest(`The body has the id ${bodyId}, and the address the id ${pathId}.`)
}

/** Returns the ETag of a record or tree as it is sent. */
export const formatEtag = (record: unknown): string => formatBodyEtag(JSON.stringify(record))

/** Returns the ETag of a body: equal for equal bytes, of any process. */
export const formatBodyEtag = (body: string | Buffer): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`

/** Says whether the client has the version with this ETag, by If-None-Match. */
export function isUnchanged(request: FastifyRequest, etag: string): boolean {
  const tags = request.headers['if-none-match']
  if (tags === undefined) return false
  return tags.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
}

/** Throws 412 if the caller changes a version that is no longer the current one. */
export function checkIfMatch(request: FastifyRequest, current: unknown): void {
  const tags = request.headers['if-match']
  if (tags === undefined || tags.trim() === '*') return
  const accepted = tags.split(',').map((tag) => tag.trim())
  if (!accepted.includes(formatEtag(current))) {
    throw new ApiError(412, 'This record was changed by someone else.')
  }
}
