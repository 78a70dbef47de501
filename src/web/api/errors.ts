/** Why a call gave no usable answer. */
export type ApiErrorKind =
  /** No token is stored: nothing was sent. */
  | 'unauthenticated'
  /** The network failed, or 30 s passed. */
  | 'network'
  /** The caller gave the call up. */
  | 'aborted'
  /** 401. */
  | 'unauthorized'
  /** 403. */
  | 'forbidden'
  /** 404. */
  | 'not-found'
  /** 412: somebody else changed the record. */
  | 'stale'
  /** Any other status, or an envelope with `success: false`. */
  | 'refused'
  /** The body is no JSON. */
  | 'not-json'
  /** The body does not fit its schema. */
  | 'invalid-response'

type Details = {
  readonly kind: ApiErrorKind
  readonly message: string
  readonly status?: number
  readonly serverMessage?: string
  readonly cause?: unknown
}

/**
 * A failed call. `serverMessage` is what the server said; an answer that is no JSON says
 * `HTTP {status}: {statusText}`. It is absent where there was no answer or no message,
 * so that `error.serverMessage ?? fallback` is the text for a banner.
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

/** Whether a failure is a call that its caller gave up: nothing to show. */
export const isAborted = (error: unknown): boolean => error instanceof ApiError && error.kind === 'aborted'
