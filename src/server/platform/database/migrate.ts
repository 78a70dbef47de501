import { isDeepStrictEqual } from 'node:util'
import { type Migration, sql, type TableMetadata } from 'kysely'
import { type Connection, type DatabaseHandle, untyped } from './handle.ts'
import { getErrorReason } from './errors.ts'
import { addTables } from './migrations/add-tables.ts'
import { dimensionColumns } from './migrations/dimension-columns.ts'
import { initialSchema } from './migrations/initial-schema.ts'
import { columns, listColumns } from './tables.ts'

/** Migrations by their names, in their order. */
export type Migrations = Readonly<Record<string, (handle: DatabaseHandle) => Migration>>

/** All migrations. A released one never changes: a change of the schema is the next one. */
export const migrations: Migrations = {
  '0001-initial': initialSchema,
  '0002-imports': addTables(
    ['imports', 'import_changes'],
    'create index imports_by_dataset on imports (dataset, id)',
  ),
  '0003-dimensions': dimensionColumns,
  '0004-views': addTables(['views']),
  '0005-drafts': addTables(['drafts']),
  '0006-invitations': addTables(['invitations']),
  '0007-own-alerts': addTables(['own_alerts']),
  '0008-role-factors': addTables(
    [],
    `alter table roles add column requires_second_factor ${columns.roles.requires_second_factor}`,
  ),
}

export const migrationNames: readonly string[] = Object.keys(migrations)

/** Says that the schema could not be migrated. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/** Says that the schema is of a version or build that this program does not know. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError'
}

/** An arbitrary number that all versions of this program share. */
const LOCK_ID = 3_853_314_791_062_309_107n

/**
 * Migrates the schema to the newest migration, or to a named one, in one transaction. Throws `MigrationError` if a
 * migration fails, and `SchemaError` if the schema is newer than the known migrations or has other columns. A schema that
 * is up to date is only read.
 */
export async function migrate(handle: DatabaseHandle, upTo?: string, list = migrations): Promise<void> {
  const names = Object.keys(list)
  const applied = await listAppliedMigrations(handle.database)
  const unknown = applied.filter((name) => !names.includes(name))
  if (unknown.length > 0) {
    throw new SchemaError(
      `the database was made by a newer version: this one does not know ${unknown.join(', ')}; start that version`,
    )
  }
  const needed = upTo === undefined ? names : names.slice(0, names.indexOf(upTo) + 1)
  if (needed.every((name) => applied.includes(name))) {
    if (list === migrations && needed.length === names.length) await checkColumns(handle)
    return
  }
  let step = ''
  try {
    // Behind the lock, each statement has to see what the process before it has committed.
    const transaction = handle.database.transaction().setIsolationLevel('read committed')
    await transaction.execute(async (trx) => {
      await lockMigrations(handle, trx)
      await sql`create table if not exists schema_migrations (name text primary key)`.execute(trx)
      const present = await listAppliedMigrations(trx)
      for (const name of needed.filter((migration) => !present.includes(migration))) {
        step = `, step ${name}`
        await list[name]?.(handle).up(trx)
        await untyped(trx).insertInto('schema_migrations').values({ name }).execute()
      }
    })
  } catch (error) {
    const message = `the database schema could not be brought up to date${step}: ${getErrorReason(error)}`
    throw new MigrationError(message, { cause: error })
  }
}

/**
 * Lets two processes migrate one after the other. The lock belongs to the transaction: behind a pooler that gives each
 * transaction another connection, one of the connection would never be released.
 */
async function lockMigrations({ name: engine }: DatabaseHandle, trx: Connection): Promise<void> {
  // A transaction on SQLite locks the file.
  if (engine === 'sqlite') return
  try {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_ID)})`.execute(trx)
  } catch (error) {
    const message = `the lock, which another process may have, is not free: ${getErrorReason(error)}`
    throw new Error(message, { cause: error })
  }
}

/** Throws `SchemaError` if a table has other columns than here, as those of a build before the release of its version. */
async function checkColumns({ database, location }: DatabaseHandle): Promise<void> {
  const tables = await readTables(database)
  const differs = Object.entries(columns).find(([name, parts]) => {
    const actual = tables.find((table) => table.name === name)?.columns.map((column) => column.name)
    return !isDeepStrictEqual(actual?.toSorted(), listColumns(parts).toSorted())
  })
  if (differs === undefined) return
  throw new SchemaError(
    `the database in ${location} was made by another build: its table ${differs[0]} is not the one of this build; start that build, or name another database by DATA_DIR or DATABASE_URL`,
  )
}

/** Reads the tables of the schema in which the engine finds those that are named without one. */
export async function readTables(db: Connection): Promise<readonly TableMetadata[]> {
  const tables = await db.introspection.getTables()
  if (tables.every(({ schema }) => schema === undefined)) return tables
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db)
  return tables.filter(({ schema }) => schema === rows[0]?.schema)
}

/** Returns the migrations that a database has, in their order; empty for an empty database. */
export async function listAppliedMigrations(db: Connection): Promise<string[]> {
  const tables = await db.introspection.getTables()
  if (!tables.some(({ name }) => name === 'schema_migrations')) return []
  const rows = await untyped(db).selectFrom('schema_migrations').select('name').orderBy('name').execute()
  return rows.map(({ name }) => String(name))
}

const NEWEST_MIGRATION = migrationNames.at(-1) ?? ''

/**
 * Throws if the database does not respond, is known to accept no writes, or lacks a migration that this program needs.
 */
export async function checkSchema({ database, checkFiles, checkWritable }: DatabaseHandle): Promise<void> {
  checkFiles?.()
  await checkWritable?.()
  const { rows } = await sql`select name from schema_migrations where name = ${NEWEST_MIGRATION}`.execute(
    database,
  )
  if (rows.length === 0) throw new Error(`the schema lacks ${NEWEST_MIGRATION}`)
}
