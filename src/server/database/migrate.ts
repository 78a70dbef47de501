import { Migrator } from 'kysely'
import type { Engine } from './engine.ts'
import { accessTables } from './migrations/access-tables.ts'
import { reportTables } from './migrations/report-tables.ts'

/** Brings the schema up to date; throws when a step fails or the schema is newer than this program. */
export async function migrate(engine: Engine): Promise<void> {
  const migrations = {
    '0001-access': accessTables(engine),
    '0002-reports': reportTables(engine),
  }
  const migrator = new Migrator({
    db: engine.database,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined)
    throw new Error('the database schema could not be brought up to date', { cause: error })
}
