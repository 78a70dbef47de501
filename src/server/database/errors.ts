import { basename, dirname, resolve } from 'node:path'

const UNIQUE_VIOLATIONS = /^(?:SQLITE_CONSTRAINT_(?:UNIQUE|PRIMARYKEY|ROWID)|23505)$/
const REFERENCE_VIOLATIONS = /^(?:SQLITE_CONSTRAINT_FOREIGNKEY|23503)$/

/** Another transaction came first: a serialisation failure or a deadlock. */
const RETRIED = /^(?:40001|40P01)$/

/** A pooler led to a connection on which a statement is not prepared, or is already. */
const UNPREPARED = /^(?:26000|42P05)$/

/**
 * The database is unavailable: no connection (08…, codes of the socket), too many connections (53300), stopping or
 * starting (57P…), read-only or a standby (25006, 0A000), a timeout of a statement or lock (57014, 55P03), out of disk
 * space or memory (53…).
 */
const UNAVAILABLE =
  /^(?:08...|0A000|25006|53...|57P0.|57014|55P03|E(?:CONN(?:REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN)|ENOTFOUND|ENOENT|SQLITE_(?:BUSY|CANTOPEN|FULL|IOERR|LOCKED|PROTOCOL|READONLY))$/

/** PgBouncer sends 08P01 for all of its errors; these are no matter of time. */
const REFUSED_BY_POOLER = /authentication failed|no such (?:user|database)|unsupported startup parameter/

const TLS_ERRORS = /^(?:ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO)/

/** The result codes of SQLite that are handled. The lowest byte of an extended code is the primary code. */
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

/** PostgreSQL accepts no writes: read-only, or a standby, which rejects serialisable transactions (0A000). */
const READ_ONLY = /^(?:25006|0A000)$/

/** The driver timed out waiting for a connection or a response. */
export class DatabaseUnavailableError extends Error {
  readonly code = '08000'

  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DatabaseUnavailableError'
  }
}

/** Whether a statement failed because a row with the same unique value already exists. */
export function isUniqueViolation(error: unknown): boolean {
  return UNIQUE_VIOLATIONS.test(getErrorCode(error))
}

/** Whether a statement failed because a referenced row does not exist, or the row is still referenced. */
export function isReferenceViolation(error: unknown): boolean {
  return REFERENCE_VIOLATIONS.test(getErrorCode(error))
}

/** Whether a transaction failed only because of a concurrent one, so that a retry may succeed. */
export function isSerialisationFailure(error: unknown): boolean {
  return RETRIED.test(getErrorCode(error))
}

/** Whether a prepared statement is unknown to the connection that a pooler chose; a retry does not prepare it. */
export function isUnprepared(error: unknown): boolean {
  return UNPREPARED.test(getErrorCode(error))
}

/** Whether PostgreSQL responds but accepts no writes now. */
export function isReadOnly(error: unknown): boolean {
  return READ_ONLY.test(getErrorCode(error))
}

/** Whether the connection failed because TLS is required, or a certificate is not trusted. */
export function isTlsError(error: unknown): boolean {
  if (TLS_ERRORS.test(getErrorCode(error))) return true
  return error instanceof Error && error.message === 'The server does not support SSL connections'
}

/** Whether the driver ended a sign-in to PostgreSQL: without the password that the server wants, or with a wrong answer of it. */
export function isSignInError(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('SASL: ')
}

/** Whether SQLite failed because another connection has the lock. */
export function isBusy(error: unknown): boolean {
  return getErrorCode(error) === 'SQLITE_BUSY'
}

/** Whether the database is unavailable for every statement (S76). */
export function isUnavailable(error: unknown): boolean {
  const code = getErrorCode(error)
  if (code === '08P01' && REFUSED_BY_POOLER.test(getErrorReason(getRootCause(error)))) return false
  return UNAVAILABLE.test(code) || isSerialisationFailure(error) || isUnprepared(error)
}

/** The message of an error, for a log line. */
export function getErrorReason(error: unknown): string {
  // If a host has several addresses, the error of all of them together has no message of its own.
  if (error instanceof AggregateError) return error.errors.map(getErrorReason).join(', ')
  return error instanceof Error ? error.message : String(error)
}

/** The innermost cause of an error; any other value is returned as it is. */
export function getRootCause<T>(error: T): T | Error {
  return error instanceof Error && error.cause instanceof Error ? getRootCause(error.cause) : error
}

/** The code of a database error: for SQLite the name of the primary code; empty if it has none. */
export function getErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if ('errcode' in error && typeof error.errcode === 'number') {
    return SQLITE_CODES[error.errcode] ?? SQLITE_CODES[error.errcode & 0xff] ?? 'SQLITE_ERROR'
  }
  if ('code' in error && typeof error.code === 'string') return error.code
  return getErrorCode(error.cause)
}

/** Adds the database file to an error of the SQLite library. */
export function cannotOpen(file: string, error: unknown): Error {
  const message = `${basename(file)} in ${resolve(dirname(file))} cannot be opened: ${getErrorReason(error)}`
  return new Error(message, { cause: error })
}
