import type * as z from 'zod/mini'
import {
  PASSWORD_CHANGE_REQUIRED,
  SECOND_FACTOR,
  SECOND_FACTOR_REQUIRED,
  SIGN_IN_AGAIN,
} from '../../../schemas/api/auth.ts'
import { AnyError } from '../../../schemas/api/lenient.ts'

/** Says why a request has no usable response. */
export type ApiErrorKind =
  /** No token is stored: nothing was sent. */
  | 'unauthenticated'
  /** A network error or a timeout. */
  | 'network'
  /** The caller aborted the request. */
  | 'aborted'
  /** 401. */
  | 'unauthorized'
  /** 403. */
  | 'forbidden'
  /** 403 of every call until the user has chosen a new password. */
  | 'password-required'
  /** 403 of every call until the user has set up a second factor. */
  | 'second-factor-required'
  /** 403 of a change for which the user has to sign in again. */
  | 'old-sign-in'
  /** 401 of a sign-in that needs a code, or whose code is wrong. */
  | 'second-factor'
  /** 404. */
  | 'not-found'
  /** 412: another user changed the record. */
  | 'stale'
  /** Any other status, or an envelope with `success: false`. */
  | 'rejected'
  | 'not-json'
  /** The body does not match its schema. */
  | 'invalid-response'

type Details = {
  readonly kind: ApiErrorKind
  readonly message: string
  readonly status?: number
  readonly serverMessage?: string
  readonly requestId?: string
  readonly cause?: unknown
}

/** Validates a response, as a schema of zod or of zod/mini. */
export type ResponseSchema<T> = {
  safeParse(
    body: unknown,
  ):
    | { success: true; data: T }
    | { success: false; error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } }
}

/**
 * A failed request. `serverMessage` is the message of the response, or `HTTP {status}: {statusText}` if the body is not
 * JSON. It is undefined without a response or a message, so that `error.serverMessage ?? fallback` is the text for a
 * banner.
 */
export class ApiError extends Error {
  readonly kind: ApiErrorKind
  readonly status: number | undefined
  readonly serverMessage: string | undefined
  /** By which the server's log names the request; undefined if its response does not say. */
  readonly requestId: string | undefined

  constructor(details: Details) {
    super(details.message, { cause: details.cause })
    this.name = 'ApiError'
    this.kind = details.kind
    this.status = details.status
    this.serverMessage = details.serverMessage
    this.requestId = details.requestId
  }
}

/** Returns the message of the server about a failure, or a text for one without. */
export const describeFailure = (error: unknown, otherwise: string): string =>
  (error instanceof ApiError ? error.serverMessage : undefined) ?? otherwise

/** Says whether the caller aborted the request: nothing is shown. */
export const isAborted = (error: unknown): boolean => error instanceof ApiError && error.kind === 'aborted'

/** Returns the JSON of a response. Throws ApiError if the body is not JSON or the response reports a failure. */
export const readBody = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (cause) {
    const message = formatStatus(response)
    const kind = KINDS.get(response.status) ?? 'not-json'
    throw new ApiError({ kind, message, status: response.status, serverMessage: message, cause })
  }
  if (response.ok && !reportsFailure(body)) return body
  const { requestId, code, ...texts } = readError(body)
  const serverMessage = [texts.message, texts.error].find(isText)
  const kind = CODES.get(code) ?? KINDS.get(response.status)
  throw new ApiError({
    kind: kind ?? 'rejected',
    message: serverMessage ?? formatStatus(response),
    status: response.status,
    ...(serverMessage === undefined ? {} : { serverMessage }),
    ...(isText(requestId) ? { requestId } : {}),
  })
}

/** Parses the body with its schema. Throws an ApiError that names the first five invalid fields. */
export const parseBody = <T>(schema: ResponseSchema<T>, body: unknown): T => {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.map(String).join('.') || '(root)'}: ${issue.message}`)
  throw new ApiError({ kind: 'invalid-response', message: `invalid response: ${problems.join('; ')}` })
}

const CODES = new Map<unknown, ApiErrorKind>([
  [PASSWORD_CHANGE_REQUIRED, 'password-required'],
  [SECOND_FACTOR_REQUIRED, 'second-factor-required'],
  [SECOND_FACTOR, 'second-factor'],
  [SIGN_IN_AGAIN, 'old-sign-in'],
])

const KINDS = new Map<number, ApiErrorKind>([
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [412, 'stale'],
])

const formatStatus = (response: Response): string => `HTTP ${response.status}: ${response.statusText}`

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

const readError = (body: unknown): z.infer<typeof AnyError> => {
  const parsed = AnyError.safeParse(body)
  return parsed.success ? parsed.data : {}
}

const reportsFailure = (body: unknown): boolean => readError(body).success === false
