import { join, resolve } from 'node:path'
import type { DatasetPlan } from '../../definition/datasets/dataset-plan.ts'
import type { Report } from '../../report/plan.ts'
import { loadDatasets, loadReports } from '../../definition/load.ts'
import { type CommandContext, UsageError } from '../command.ts'
import { parseDatabaseSettings } from '../with-database.ts'
import { existsSync } from 'node:fs'
import { migrate } from '../../server/database/migrate.ts'
import type { Connection, DatabaseHandle } from '../../server/database/handle.ts'
import { type DatabaseLocation, openDatabaseHandle } from '../../server/database/open.ts'
import { DATABASE_FILE } from '../../server/database/sqlite.ts'
import { withSnapshot } from '../../server/database/transaction.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')

/** What the commands about data know of the portal: what is stored, and what shows it. */
export interface Definitions {
  readonly datasets: readonly DatasetPlan[]
  readonly reports: readonly Report[]
}

/**
 * The definitions of the folders that the server would use, `DATASETS_DIR` and `REPORTS_DIR`. Throws UsageError with
 * every finding for a folder that does not compile.
 */
export function loadDefinitions({ environment }: Pick<CommandContext, 'environment'>): Definitions {
  const { datasetsDir, reportsDir } = parseDatabaseSettings(environment, ROOT)
  try {
    return { datasets: loadDatasets(datasetsDir), reports: loadReports(reportsDir) }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** Where the environment says that the database is. Throws UsageError for an environment that is not valid. */
export function resolveDatabase({ environment }: CommandContext): DatabaseLocation {
  const { dataDir, databaseUrl } = parseDatabaseSettings(environment, ROOT)
  return { dataDir, databaseUrl }
}

/** Throws UsageError where a data folder holds no database: a new one would be in the wrong place. */
export function requireDatabase({ dataDir, databaseUrl }: DatabaseLocation): void {
  if (databaseUrl !== undefined || existsSync(join(dataDir, DATABASE_FILE))) return
  throw new UsageError(
    `there is no database in ${resolve(dataDir)}; set DATA_DIR or DATABASE_URL, or start the server once`,
  )
}

/** Opens the database that is there, with its schema up to date; a server may run beside it. */
export async function openDatabase(location: DatabaseLocation): Promise<DatabaseHandle> {
  requireDatabase(location)
  const engine = openDatabaseHandle(location)
  try {
    await migrate(engine)
    return engine
  } catch (error) {
    await engine.close()
    throw error
  }
}

/** Runs reads on the database as it stands at one moment, whatever a server writes meanwhile. */
export async function readStored<T>(
  surroundings: CommandContext,
  work: (db: Connection) => Promise<T>,
): Promise<T> {
  const engine = await openDatabase(resolveDatabase(surroundings))
  try {
    return await withSnapshot(engine.database, work)
  } finally {
    await engine.close()
  }
}
