import { sql } from 'kysely'
import { batches } from '../batches.ts'
import { type Connection, type DatabaseHandle, type StoredRow, type StoredValue, untyped } from '../handle.ts'
import { type DumpedTable, readCurrentSchema } from './dump.ts'
import { backupTables, seedTables, serverTables, transientTables } from '../tables.ts'

const BATCH_SIZE = 1_000

/** The first table with data, and its number of rows; null if all are empty. */
export async function findNonEmptyTable(db: Connection): Promise<{ table: string; rows: number } | null> {
  const names: readonly string[] = (await db.introspection.getTables()).map(({ name }) => name)
  for (const name of backupTables.map((table) => table.name)) {
    if (!names.includes(name)) continue
    const { rows } = await untyped(db)
      .selectFrom(name)
      .select(({ fn }) => fn.countAll<number | string>().as('rows'))
      .executeTakeFirstOrThrow()
    const initial = name === 'roles' ? 1 : seedTables.has(name) ? Number.MAX_SAFE_INTEGER : 0
    if (Number(rows) > initial) return { table: name, rows: Number(rows) }
  }
  return null
}

/** Removes the portal's tables and the record of its migrations. */
export async function dropSchema(db: Connection): Promise<void> {
  const tables = [...backupTables.map(({ name }) => name), ...transientTables]
  const order = [...tables.toReversed(), ...serverTables]
  for (const name of order) await db.schema.dropTable(name).ifExists().execute()
  for (const name of ['kysely_migration', 'kysely_migration_lock']) {
    await db.schema.dropTable(name).ifExists().execute()
  }
}

/** Deletes the rows of a new database, before those of a backup are loaded. */
export async function clearTables(db: Connection): Promise<void> {
  const names: readonly string[] = (await db.introspection.getTables()).map(({ name }) => name)
  const tables = [...backupTables.map(({ name }) => name), ...transientTables].filter((name) =>
    names.includes(name),
  )
  if (names.includes('menu_nodes')) await db.updateTable('menu_nodes').set({ parent_id: null }).execute()
  for (const name of tables.toReversed()) await untyped(db).deleteFrom(name).execute()
}

/** Writes the rows of one table. */
export async function loadTable(
  db: Connection,
  { name, columns }: DumpedTable,
  rows: AsyncIterable<readonly StoredValue[]>,
): Promise<void> {
  let buffer: StoredRow[] = []
  const write = async () => {
    for (const part of batches(buffer)) await untyped(db).insertInto(name).values(part).execute()
    buffer = []
  }
  for await (const values of rows) {
    buffer.push(Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null])))
    if (buffer.length === BATCH_SIZE) await write()
  }
  await write()
}

/** Sets the sequences of PostgreSQL to the ids after the loaded rows; SQLite does this itself. */
export async function resetSequences({ name: engine }: DatabaseHandle, db: Connection): Promise<void> {
  if (engine !== 'postgres') return
  const schema = await readCurrentSchema(db)
  const found = (await db.introspection.getTables()).filter((table) => table.schema === schema)
  for (const { name } of backupTables) {
    const columns = found.find((table) => table.name === name)?.columns ?? []
    const column = columns.find(({ isAutoIncrementing }) => isAutoIncrementing)?.name
    if (column === undefined) continue
    const last = await untyped(db)
      .selectFrom(name)
      .select(({ fn }) => fn.max(column).as('last'))
      .executeTakeFirst()
    const next = sql.lit(Number(last?.last ?? 0) + 1)
    await sql`alter table ${sql.table(name)} alter column ${sql.ref(column)} restart with ${next}`.execute(db)
  }
}
