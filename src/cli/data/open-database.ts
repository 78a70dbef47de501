import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { migrate } from '../../server/database/migrate.ts'
import type { Engine } from '../../server/database/engine.ts'
import { type DatabaseLocation, openEngine } from '../../server/database/open.ts'
import { DATABASE_FILE } from '../../server/database/sqlite.ts'
import { UsageError } from '../command.ts'
import { settingsIn } from '../database-settings.ts'
import { ROOT } from './definitions.ts'
import type { Surroundings } from './surroundings.ts'

/** Where the environment says that the database is. Throws UsageError for an environment that is not valid. */
export function locate({ environment }: Surroundings): DatabaseLocation {
  const { dataDir, databaseUrl } = settingsIn(environment, ROOT)
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
export async function openDatabase(location: DatabaseLocation): Promise<Engine> {
  requireDatabase(location)
  const engine = openEngine(location)
  try {
    await migrate(engine)
    return engine
  } catch (error) {
    await engine.close()
    throw error
  }
}
