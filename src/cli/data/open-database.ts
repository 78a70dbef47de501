import { join, resolve } from 'node:path'
import type { DatasetPlan } from '../../definition/datasets/dataset-plan.ts'
import type { Report } from '../../report/plan.ts'
import { loadDatasets, loadReports } from '../../definition/load.ts'
import { type CommandContext, UsageError } from '../command.ts'
import { parseDatabaseSettings } from '../with-database.ts'
import { existsSync } from 'node:fs'
import { getErrorReason } from '../../server/database/errors.ts'
import { migrate } from '../../server/database/migrate.ts'
import type { Connection, DatabaseHandle } from '../../server/database/handle.ts'
import { type DatabaseLocation, openDatabaseHandle } from '../../server/database/open.ts'
import { DATABASE_FILE } from '../../server/database/sqlite.ts'
import { withSnapshot } from '../../server/database/transaction.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')

/** The datasets and the reports that show them. */
export interface Definitions {
  readonly datasets: readonly DatasetPlan[]
  readonly reports: readonly Report[]
}

/**
 * Loads the definitions of `DATASETS_DIR` and `REPORTS_DIR`. Throws UsageError with all diagnostics if they do not
 * compile.
 */
export function loadDefinitions({ environment }: Pick<CommandContext, 'environment'>): Definitions {
  const { datasetsDir, reportsDir } = parseDatabaseSettings(environment, ROOT)
  try {
    return { datasets: loadDatasets(datasetsDir), reports: loadReports(reportsDir) }
  } catch (error) {
    throw new UsageError(getErrorReason(error))
  }
}

/** The database of the environment. Throws UsageError if a setting is invalid. */
export function resolveDatabase({ environment }: CommandContext): DatabaseLocation {
  const { dataDir, databaseUrl } = parseDatabaseSettings(environment, ROOT)
  return { dataDir, databaseUrl }
}

/** Throws UsageError if the data folder contains no database: a new one would be in the wrong folder. */
export function requireDatabase({ dataDir, databaseUrl }: DatabaseLocation): void {
  if (databaseUrl !== undefined || existsSync(join(dataDir, DATABASE_FILE))) return
  throw new UsageError(
    `there is no database in ${resolve(dataDir)}; set DATA_DIR or DATABASE_URL, or start the server once`,
  )
}

/** Opens an existing database and migrates its schema; a server may be running on it. */
export async function openDatabase(location: DatabaseLocation): Promise<DatabaseHandle> {
  requireDatabase(location)
  const handle = openDatabaseHandle(location)
  try {
    await migrate(handle)
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Runs reads on a consistent snapshot of the database. */
export async function readStored<T>(
  context: CommandContext,
  work: (db: Connection) => Promise<T>,
): Promise<T> {
  const handle = await openDatabase(resolveDatabase(context))
  try {
    return await withSnapshot(handle.database, work)
  } finally {
    await handle.close()
  }
}
