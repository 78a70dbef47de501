import { resolve } from 'node:path'
import { describeDatabaseUrl } from './database-url.ts'
import type { DatabaseHandle } from './handle.ts'
import { MigrationError } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'
import {
  getErrorCode,
  getErrorReason,
  getRootCause,
  isSignInError,
  isTlsError,
  isUnavailable,
} from './errors.ts'

/** The location of the records: a PostgreSQL database if its URL is set, else a file in the data folder. */
export interface DatabaseLocation {
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
}

/** Opens the database; its schema may be missing or older (`migrate`). */
export function openDatabaseHandle({ dataDir, databaseUrl }: DatabaseLocation): DatabaseHandle {
  return databaseUrl === undefined ? openSqlite(dataDir) : openPostgres(databaseUrl)
}

/** Returns the data folder, or the database server without user and password of its URL. */
export function describeDatabase({ dataDir, databaseUrl }: DatabaseLocation): string {
  return databaseUrl === undefined ? resolve(dataDir) : describeDatabaseUrl(databaseUrl)
}

/** SQLSTATE of a rejected login (28…), an unknown database (3D…) or a missing privilege (42501). */
const REJECTED = /^(?:28...|3D...|42501)$/

/** Describes a failure of the database, without the user and password of its URL; null for any other error. */
export function describeDatabaseFailure(error: Error, databaseUrl: string | undefined): string | null {
  const cause = getRootCause(error)
  const server = databaseUrl === undefined ? '' : `${describeDatabaseUrl(databaseUrl)}: `
  const isMigration = error instanceof MigrationError
  if (isUnavailable(error)) {
    return `the database is not available: ${server}${isMigration ? error.message : getErrorReason(cause)}`
  }
  if (REJECTED.test(getErrorCode(error)) || isTlsError(cause) || isSignInError(cause)) {
    return `the database server refused: ${server}${cause.message}`
  }
  return isMigration ? `${server}${error.message}` : null
}
