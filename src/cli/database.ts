import { join, resolve } from 'node:path'
import { existsSync } from 'node:fs'
import { DataDirLockedError } from '../server/platform/database/data-dir.ts'
import {
  getErrorCode,
  getErrorReason,
  getRootCause,
  isSignInError,
  isTlsError,
  isUnavailable,
} from '../server/platform/database/errors.ts'
import { migrate, MigrationError, SchemaError } from '../server/platform/database/migrate.ts'
import { PermissionTakenError } from '../server/identity/accounts/menu-tree.ts'
import { describeDatabaseUrl } from '../server/platform/database/database-url.ts'
import { type DatabaseLocation, openDatabaseHandle } from '../server/platform/database/open.ts'
import {
  closeAfter,
  type CommandContext,
  type Commands,
  ExitCode,
  formatFileError,
  type Program,
  runCommand,
  type Terminal,
  UsageError,
} from './command.ts'
import { parseSettings, type ServerSettings } from '../server/config.ts'
import type { Definitions } from '../server/data/imports/import-target.ts'
import { loadUsable } from '../loading/load.ts'
import { formatDiagnostic } from '../diagnostics/diagnostic.ts'
import type { Connection, DatabaseHandle } from '../server/platform/database/handle.ts'
import { DATABASE_FILE } from '../server/platform/database/sqlite.ts'
import { withSnapshot } from '../server/platform/database/transaction.ts'

/**
 * Creates a program whose commands use the database. Failures of the environment, such as an unavailable database or a
 * full disk, are printed as one line, never with the password of the URL; the exit code is then 1.
 */
export const createProgram =
  (name: string, commands: Commands): Program =>
  async (args, terminal, context) => {
    try {
      return await runCommand(name, commands, args, terminal, context)
    } catch (error) {
      const message = describeFailure(error, context.environment['DATABASE_URL'] || undefined)
      // Anything else is a bug.
      if (message === null) throw error
      terminal.err(message)
      return ExitCode.Errors
    }
  }

/** SQLSTATE of a rejected login (28…), an unknown database (3D…) or a missing privilege (42501). */
const REJECTED = /^(?:28...|3D...|42501)$/
/** The file is not a database, or this user may not read or write it. */
const UNUSABLE = /^SQLITE_(?:AUTH|CANTOPEN|CORRUPT|NOTADB|PERM|READONLY)$/

const selfExplanatory = [DataDirLockedError, SchemaError, PermissionTakenError]

/** Returns the message for a failure of the database, a file or the disk; null for any other error. */
function describeFailure(error: unknown, databaseUrl: string | undefined): string | null {
  if (!(error instanceof Error)) return null
  if (selfExplanatory.some((type) => error instanceof type)) return error.message
  const cause = getRootCause(error)
  // File errors and socket errors share their codes.
  if ('syscall' in cause && ('path' in cause || !isUnavailable(cause))) return formatFileError(cause)
  const code = getErrorCode(error)
  if (UNUSABLE.test(code)) return `the database cannot be used: ${cause.message}`
  const server = databaseUrl === undefined ? '' : `${describeDatabaseUrl(databaseUrl)}: `
  const isMigration = error instanceof MigrationError
  if (isUnavailable(error)) {
    return `the database is not available: ${server}${isMigration ? error.message : getErrorReason(cause)}`
  }
  if (REJECTED.test(code) || isTlsError(cause) || isSignInError(cause)) {
    return `the database server refused: ${server}${cause.message}`
  }
  return isMigration ? error.message : null
}

/** Parses the settings of the server from the environment. Throws UsageError if one is invalid. */
export const parseDatabaseSettings = ({ environment, root }: SettingsContext): ServerSettings =>
  loadAsUsage(() => parseSettings(environment, root))

/** Loads what settings name. Throws UsageError if it cannot be used. */
function loadAsUsage<T>(load: () => T): T {
  try {
    return load()
  } catch (error) {
    throw new UsageError(getErrorReason(error))
  }
}

type SettingsContext = Pick<CommandContext, 'environment' | 'root'>

/**
 * Loads the datasets of `DATASETS_DIR`, and the reports of `REPORTS_DIR` that compile; what is wrong with the others is
 * printed. Throws UsageError for a dataset.
 */
export function loadUsableDefinitions(context: SettingsContext, terminal: Terminal): Definitions {
  const { datasetsDir, reportsDir } = parseDatabaseSettings(context)
  const { diagnostics, ...definitions } = loadAsUsage(() => loadUsable(reportsDir, datasetsDir))
  for (const diagnostic of diagnostics)
    terminal.err(`a report is left out because of an error: ${formatDiagnostic(diagnostic)}`)
  return definitions
}

/** Returns the database of the environment. Throws UsageError if a setting is invalid. */
export function resolveDatabase(context: CommandContext): DatabaseLocation {
  const { dataDir, databaseUrl } = parseDatabaseSettings(context)
  return { dataDir, databaseUrl }
}

/** Throws UsageError if the data folder contains no database: a new one would be in the wrong folder. */
export function requireDatabase({ dataDir, databaseUrl }: DatabaseLocation): void {
  if (databaseUrl !== undefined || existsSync(join(dataDir, DATABASE_FILE))) return
  throw new UsageError(
    `there is no database in ${resolve(dataDir)}; set DATA_DIR or DATABASE_URL, or start the server once`,
  )
}

/**
 * Runs work on the database of the environment, which a server may be using, and migrates its schema first. `location`
 * describes the database without its password. Throws UsageError if there is none, unless `mayBeNew`.
 */
export async function withDatabase<T>(
  context: CommandContext,
  work: (database: DatabaseHandle['database'], location: string) => Promise<T>,
  mayBeNew = false,
): Promise<T> {
  const location = resolveDatabase(context)
  if (!mayBeNew) requireDatabase(location)
  return closeAfter(openDatabaseHandle(location), async (handle) => {
    await migrate(handle)
    return work(handle.database, handle.location)
  })
}

/** Runs reads on a consistent snapshot of the database. */
export const readStored = <T>(context: CommandContext, work: (db: Connection) => Promise<T>): Promise<T> =>
  withDatabase(context, (database) => withSnapshot(database, work))
