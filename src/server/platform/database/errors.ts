import { basename, dirname, resolve } from 'node:path'

/** PgBouncer sends 08P01 for all of its errors; these are no matter of time. */
const REFUSED_BY_POOLER = /authentication failed|no such (?:user|database)|unsupported startup parameter/

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

/** Says that the driver timed out waiting for a connection or a response. */
export class DatabaseUnavailableError extends Error {
  override readonly name: string = 'DatabaseUnavailableError'
  readonly code = '08000'
}

/** Returns true if a row with the same unique value already exists. */
export const isUniqueViolation = hasCode(/^(?:SQLITE_CONSTRAINT_(?:UNIQUE|PRIMARYKEY|ROWID)|23505)$/)

/** Returns true if a referenced row does not exist, or the row is still referenced. */
export const isReferenceViolation = hasCode(/^(?:SQLITE_CONSTRAINT_FOREIGNKEY|23503)$/)

/** Returns true if a transaction failed only because of a concurrent one, so that a retry may succeed. */
export const isSerialisationFailure = hasCode(/^(?:40001|40P01)$/)

/** Returns true if a pooler led to a connection on which a statement is not prepared, or is already. */
export const isUnprepared = hasCode(/^(?:26000|42P05)$/)

/** Returns true if PostgreSQL is read-only, or a standby, which rejects serialisable transactions (0A000). */
export const isReadOnly = hasCode(/^(?:25006|0A000)$/)

/** Returns true if SQLite failed because another connection has the lock. */
export const isBusy = hasCode(/^SQLITE_BUSY$/)

/**
 * The database is unavailable: no connection (08…, codes of the socket), too many connections (53300), stopping or
 * starting (57P…), read-only or a standby, a timeout of a statement or lock (57014, 55P03), out of disk space or memory
 * (53…).
 */
const hasUnavailableCode = hasCode(
  /^(?:08...|0A000|25006|53...|57P0.|57014|55P03|E(?:CONN(?:REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|AI_AGAIN)|ENOTFOUND|ENOENT|SQLITE_(?:BUSY|CANTOPEN|FULL|IOERR|LOCKED|PROTOCOL|READONLY))$/,
)

const hasTlsCode = hasCode(
  /^(?:ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO)/,
)

/** Returns true if the connection failed because TLS is required, or a certificate is not trusted. */
export function isTlsError(error: unknown): boolean {
  const isRefused = error instanceof Error && error.message === 'The server does not support SSL connections'
  return isRefused || hasTlsCode(error)
}

/** Says whether the driver ended a sign-in to PostgreSQL, without a password or after a wrong answer. */
export const isSignInError = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('SASL: ')

/** Says whether the database is unavailable for every statement. */
export function isUnavailable(error: unknown): boolean {
  if (getErrorCode(error) === '08P01' && REFUSED_BY_POOLER.test(getErrorReason(getRootCause(error))))
    return false
  return hasUnavailableCode(error) || isSerialisationFailure(error) || isUnprepared(error)
}

/** Returns the message of an error, for a log line. */
export function getErrorReason(error: unknown): string {
  // If a host has several addresses, the error of all of them together has no message of its own.
  if (error instanceof AggregateError) return error.errors.map(getErrorReason).join(', ')
  return error instanceof Error ? error.message : String(error)
}

/** Returns the innermost cause of an error; any other value is returned as it is. */
export const getRootCause = <T>(error: T): T | Error =>
  error instanceof Error && error.cause instanceof Error ? getRootCause(error.cause) : error

function hasCode(pattern: RegExp): (error: unknown) => boolean {
  return (error) => pattern.test(getErrorCode(error))
}

/** Returns the code of a database error: for SQLite the name of the primary code; empty if it has none. */
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
