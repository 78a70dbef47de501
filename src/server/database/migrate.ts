import { type Migration, Migrator, sql } from 'kysely'
import { type Connection, type DatabaseHandle, untyped } from './handle.ts'
import { getErrorReason } from './errors.ts'
import { accessTables, knownNetworks, permissionOwners } from './migrations/access-tables.ts'
import { auditEvents } from './migrations/audit-events.ts'
import { dataVersions } from './migrations/data-versions.ts'
import { datasetTables } from './migrations/datasets.ts'
import { nameKeys } from './migrations/name-keys.ts'
import { passwordChanges } from './migrations/password-changes.ts'
import { reportTables } from './migrations/report-tables.ts'

/** All migrations, in their order. */
const steps: Readonly<Record<string, (handle: DatabaseHandle) => Migration>> = {
  '0001-access': accessTables,
  '0002-reports': reportTables,
  '0003-permission-owners': permissionOwners,
  '0004-known-networks': knownNetworks,
  '0005-name-keys': nameKeys,
  '0006-datasets': datasetTables,
  '0007-data-versions': dataVersions,
  '0008-audit-events': auditEvents,
  '0009-password-changes': passwordChanges,
}

/** The names of the known migrations, in their order. */
export const migrationNames: readonly string[] = Object.keys(steps)

/** The schema could not be migrated. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/**
 * Migrates the schema to the newest migration, or to a named one. Throws `MigrationError` if a migration fails, and
 * `SchemaTooNewError` if the schema is newer than this program. A schema that is up to date is only read.
 */
export async function migrate(handle: DatabaseHandle, upTo?: string): Promise<void> {
  const migrations = Object.fromEntries(Object.entries(steps).map(([name, step]) => [name, step(handle)]))
  const applied = await listAppliedMigrations(handle.database)
  rejectNewerSchema(applied)
  if (upTo === undefined && migrationNames.every((name) => applied.includes(name))) return
  const migrator = new Migrator({
    db: handle.migrations,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  })
  const { error, results } = await (upTo === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(upTo))
  if (error !== undefined) {
    const failed = results?.find(({ status }) => status === 'Error')
    const step = failed === undefined ? '' : `, step ${failed.migrationName}`
    const message = `the database schema could not be brought up to date${step}: ${getErrorReason(error)}`
    throw new MigrationError(message, { cause: error })
  }
}

/** The migrations that a database has, in their order; empty for an empty database. */
export async function listAppliedMigrations(db: Connection): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return []
  const rows = await untyped(db).selectFrom('kysely_migration').select('name').orderBy('name').execute()
  return rows.map(({ name }) => String(name))
}

/** The database has migrations that this program does not know. */
export class SchemaTooNewError extends Error {
  constructor(unknown: readonly string[]) {
    const names = unknown.join(', ')
    super(`the database was made by a newer version: this one does not know ${names}; start that version`)
    this.name = 'SchemaTooNewError'
  }
}

/** Throws `SchemaTooNewError` if unknown migrations were applied (S78). */
function rejectNewerSchema(applied: readonly string[]): void {
  const unknown = applied.filter((name) => !migrationNames.includes(name))
  if (unknown.length > 0) throw new SchemaTooNewError(unknown)
}

const NEWEST_MIGRATION = migrationNames.at(-1) ?? ''

/**
 * Throws if the database does not respond, is known to accept no writes, or lacks a migration that this program needs.
 */
export async function checkSchema({ database, checkFiles, checkWritable }: DatabaseHandle): Promise<void> {
  checkFiles?.()
  await checkWritable?.()
  const { rows } = await sql`select name from kysely_migration where name = ${NEWEST_MIGRATION}`.execute(
    database,
  )
  if (rows.length === 0) throw new Error(`the schema lacks ${NEWEST_MIGRATION}`)
}
