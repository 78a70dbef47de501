const UNIQUE_VIOLATIONS = /^(?:SQLITE_CONSTRAINT_(?:UNIQUE|PRIMARYKEY|ROWID)|23505)$/
const REFERENCE_VIOLATIONS = /^(?:SQLITE_CONSTRAINT_FOREIGNKEY|23503)$/

/** Another transaction came first: a serialisation failure or a deadlock. */
const RETRIED = /^(?:40001|40P01)$/

/**
 * The database cannot be asked now: no connection (08…, the socket's own codes), no place for one more (53300),
 * stopping or starting (57P…), read-only or a standby (25006, 0A000), a statement or lock that took too long (57014, 55P03), out of room or memory (53…).
 */
const UNAVAILABLE =
  /^(?:08...|0A000|25006|53...|57P0.|57014|55P03|E(?:CONN(?:REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN)|ENOTFOUND|ENOENT|SQLITE_(?:BUSY|CANTOPEN|FULL|IOERR|LOCKED|PROTOCOL|READONLY))$/

const TLS_FAULTS = /^(?:ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO)/

/** SQLite's result codes that something depends on. An extended code has its primary one in the lowest byte. */
const SQLITE_CODES: Readonly<Record<number, string>> = {
  3: 'SQLITE_PERM',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  15: 'SQLITE_PROTOCOL',
  23: 'SQLITE_AUTH',
  26: 'SQLITE_NOTADB',
  787: 'SQLITE_CONSTRAINT_FOREIGNKEY',
  1555: 'SQLITE_CONSTRAINT_PRIMARYKEY',
  2067: 'SQLITE_CONSTRAINT_UNIQUE',
  2579: 'SQLITE_CONSTRAINT_ROWID',
}

/** PostgreSQL takes no writes: read-only, or a standby, which refuses serialisable transactions (0A000). */
const READ_ONLY = /^(?:25006|0A000)$/

/** The driver gave up waiting for a connection or an answer. */
export class DatabaseUnavailableError extends Error {
  readonly code = '08000'

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DatabaseUnavailable'
  }
}

/** Whether a statement failed because a row with the same unique value is there already. */
export function isUniqueViolation(error: unknown): boolean {
  return UNIQUE_VIOLATIONS.test(getErrorCode(error))
}

/** Whether a statement failed because a row that it names is not there, or is still named by another. */
export function isReferenceViolation(error: unknown): boolean {
  return REFERENCE_VIOLATIONS.test(getErrorCode(error))
}

/** Whether a transaction failed only because another one came first, so that the same again may succeed. */
export function isSerialisationFailure(error: unknown): boolean {
  return RETRIED.test(getErrorCode(error))
}

/** Whether PostgreSQL answers but takes no writes for now. */
export function isReadOnly(error: unknown): boolean {
  return READ_ONLY.test(getErrorCode(error))
}

/** Whether the connection failed for want of TLS, or for a certificate that is not trusted. */
export function isTlsError(error: unknown): boolean {
  if (TLS_FAULTS.test(getErrorCode(error))) return true
  return error instanceof Error && error.message === 'The server does not support SSL connections'
}

/** Whether SQLite refused because another connection has the lock that it needs. */
export function isBusy(error: unknown): boolean {
  return getErrorCode(error) === 'SQLITE_BUSY'
}

/** Whether the database cannot be asked for now, whatever is asked (S76). */
export function isUnavailable(error: unknown): boolean {
  return UNAVAILABLE.test(getErrorCode(error)) || isSerialisationFailure(error)
}

/** Why something failed, in words. */
export function getErrorReason(error: unknown): string {
  // Where a name has several addresses, the error of all of them together has no words of its own.
  if (error instanceof AggregateError) return error.errors.map(getErrorReason).join(', ')
  return error instanceof Error ? error.message : String(error)
}

/** The code of a database's error, SQLite's by name without what extends it; empty if there is none. */
export function getErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('errcode' in error && typeof error.errcode === 'number') {
    return SQLITE_CODES[error.errcode] ?? SQLITE_CODES[error.errcode & 0xff] ?? 'SQLITE_ERROR'
  }
  if ('code' in error && typeof error.code === 'string') return error.code
  return getErrorCode(error.cause)
}
