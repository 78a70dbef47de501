import { type Migration, Migrator, sql } from 'kysely'
import { type Connection, type DatabaseHandle, untyped } from './handle.ts'
import { getErrorReason } from './errors.ts'
import { initialSchema } from './migrations/initial-schema.ts'

/** Migrations by their names, in their order. */
export type Migrations = Readonly<Record<string, (handle: DatabaseHandle) => Migration>>

/** All migrations. A released one never changes: a change of the schema is the next one. */
export const migrations: Migrations = { '0001-initial': initialSchema }

/** The names of the known migrations, in their order. */
export const migrationNames: readonly string[] = Object.keys(migrations)

/** The schema could not be migrated. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/**
 * Migrates the schema to the newest migration, or to a named one. Throws `MigrationError` if a migration fails, and
 * `SchemaTooNewError` if the schema is newer than the known migrations. A schema that is up to date is only read.
 */
export async function migrate(handle: DatabaseHandle, upTo?: string, known = migrations): Promise<void> {
  const steps = Object.fromEntries(Object.entries(known).map(([name, create]) => [name, create(handle)]))
  const names = Object.keys(steps)
  const applied = await listAppliedMigrations(handle.database)
  rejectNewerSchema(applied, names)
  if (upTo === undefined && names.every((name) => applied.includes(name))) return
  const migrator = new Migrator({
    db: handle.migrations,
    provider: { getMigrations: () => Promise.resolve(steps) },
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
function rejectNewerSchema(applied: readonly string[], known: readonly string[]): void {
  const unknown = applied.filter((name) => !known.includes(name))
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
