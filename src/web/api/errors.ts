/** Why a request has no usable response. */
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
  /** 404. */
  | 'not-found'
  /** 412: another user changed the record. */
  | 'stale'
  /** Any other status, or an envelope with `success: false`. */
  | 'rejected'
  /** The body is not JSON. */
  | 'not-json'
  /** The body does not match its schema. */
  | 'invalid-response'

type Details = {
  readonly kind: ApiErrorKind
  readonly message: string
  readonly status?: number
  readonly serverMessage?: string
  readonly cause?: unknown
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

  constructor(details: Details) {
    super(details.message, { cause: details.cause })
    this.name = 'ApiError'
    this.kind = details.kind
    this.status = details.status
    this.serverMessage = details.serverMessage
  }
}

/** Whether the caller aborted the request: nothing is shown. */
export const isAborted = (error: unknown): boolean => error instanceof ApiError && error.kind === 'aborted'
