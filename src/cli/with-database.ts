import { DataDirLockedError } from '../server/database/data-dir-lock.ts'
import { getErrorCode, getErrorReason, isTlsError, isUnavailable } from '../server/database/errors.ts'
import { SchemaTooNewError } from '../server/database/migrate.ts'
import { PermissionTakenError } from '../server/permissions/takeover.ts'
import { describeServer } from '../server/database/wait-for-database.ts'
import { type Commands, FOUND, runCommand, type Terminal, UsageError } from './command.ts'
import { resolve } from 'node:path'
import type { DatabaseLocation } from '../server/database/open.ts'
import { parseSettings, type ServerSettings } from '../server/config.ts'

/**
 * Runs a command that works on the database. What is wrong around it, such as a database that cannot be used or a disk
 * that is full, is told in a line, never with the password of the address, and ends it with 1.
 */
export async function runDatabaseCommand(
  program: string,
  commands: Commands,
  args: readonly string[],
  terminal: Terminal,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  try {
    return await runCommand(program, commands, args, terminal)
  } catch (error) {
    const fault = tell(error, environment['DATABASE_URL'] || undefined)
    // Anything else that comes here is a fault of the program.
    if (fault === null) throw error
    terminal.err(fault)
    return FOUND
  }
}

/** A database server that knows neither the password nor the database, or gives no right to it (28…, 3D…, 42501). */
const REFUSED = /^(?:28...|3D...|42501)$/
/** A file that is no database, or that this user may not read or write. */
const UNUSABLE = /^SQLITE_(?:AUTH|CANTOPEN|CORRUPT|NOTADB|PERM|READONLY)$/

/** Errors whose message says all that there is to say. */
const told = [DataDirLockedError, SchemaTooNewError, PermissionTakenError]

/** What is wrong around the program: a database that is another's, away or closed to it, or a file or a disk. */
function tell(error: unknown, databaseUrl: string | undefined): string | null {
  if (!(error instanceof Error)) return null
  if (told.some((kind) => error instanceof kind)) return error.message
  const cause = causeOf(error)
  // A file of the operator's has the same codes as the socket of a database.
  if ('syscall' in cause && ('path' in cause || !isUnavailable(cause))) return fileFault(cause)
  const code = getErrorCode(error)
  if (UNUSABLE.test(code)) return `the database cannot be used: ${cause.message}`
  const place = databaseUrl === undefined ? '' : `${describeServer(databaseUrl)}: `
  if (isUnavailable(error)) return `the database cannot be used now: ${place}${getErrorReason(cause)}`
  if (REFUSED.test(code) || isTlsError(cause) || cause.message.startsWith('SASL: ')) {
    return `the database server refused: ${place}${cause.message}`
  }
  return null
}

/** `/backups/a.gz: no space left on device (ENOSPC)` for `ENOSPC: no space left on device, write`. */
function fileFault(error: Error): string {
  const [, code, reason] = /^(E\w+): (.+?), /.exec(error.message) ?? []
  const path = 'dest' in error ? error.dest : 'path' in error ? error.path : undefined
  const place = typeof path === 'string' ? `${path}: ` : ''
  return code === undefined ? error.message : `${place}${reason} (${code})`
}

function causeOf(error: Error): Error {
  return error.cause instanceof Error ? causeOf(error.cause) : error
}

/** The settings that a server would have in an environment. Throws UsageError for one that is not valid. */
export function parseDatabaseSettings(
  environment: Readonly<Record<string, string | undefined>>,
  root: string,
): ServerSettings {
  try {
    return parseSettings(environment, root)
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** Where a database is in words, without the password that its address may hold. */
export function describeDatabase({ dataDir, databaseUrl }: DatabaseLocation): string {
  return databaseUrl === undefined ? resolve(dataDir) : describeServer(databaseUrl)
}
