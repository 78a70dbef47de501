import { type Migration, Migrator } from 'kysely'
import type { Engine } from './engine.ts'
import { reasonOf } from './faults.ts'
import { accessTables } from './migrations/access-tables.ts'
import { datasetTables } from './migrations/datasets.ts'
import { knownNetworks } from './migrations/known-networks.ts'
import { nameKeys } from './migrations/name-keys.ts'
import { permissionOwners } from './migrations/permission-owners.ts'
import { reportTables } from './migrations/report-tables.ts'
import { refuseNewerSchema } from './newer-schema.ts'

/** Every step of the schema, in its order. */
const steps: Readonly<Record<string, (engine: Engine) => Migration>> = {
  '0001-access': accessTables,
  '0002-reports': reportTables,
  '0003-permission-owners': permissionOwners,
  '0004-known-networks': knownNetworks,
  '0005-name-keys': nameKeys,
  '0006-datasets': datasetTables,
}

/** The names of the steps that this program knows, in their order. */
export const migrationNames: readonly string[] = Object.keys(steps)

/**
 * Brings the schema up to date, or up to a named step; throws when a step fails or the schema is newer than this
 * program.
 */
export async function migrate(engine: Engine, upTo?: string): Promise<void> {
  const migrations = Object.fromEntries(Object.entries(steps).map(([name, step]) => [name, step(engine)]))
  await refuseNewerSchema(engine.database, Object.keys(migrations))
  const migrator = new Migrator({
    db: engine.database,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  })
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo))
  if (error !== undefined) {
    const message = `the database schema could not be brought up to date: ${reasonOf(error)}`
    throw new Error(message, { cause: error })
  }
}
