import { sql } from 'kysely'
import { batches } from '../batches.ts'
import { type Connection, type DatabaseHandle, type StoredRow, type StoredValue, untyped } from '../handle.ts'
import { backupTables, internalTables, seedTables, transientTables } from '../tables.ts'
import { type DumpedTable, listDumpedTables, readTables } from './dump.ts'

const BATCH_SIZE = 1_000

/** The tables of the portal, in an order in which no row is referred to by a later one. */
const dropOrder = [...transientTables, ...backupTables.map(({ name }) => name).toReversed()]

/** Finds the first table with data, and its number of rows; null if all are empty. */
export async function findNonEmptyTable(db: Connection): Promise<{ table: string; rows: number } | null> {
  for (const { name: table } of await listDumpedTables(db)) {
    const { count } = await untyped(db)
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow()
    const initial = table === 'roles' ? 1 : seedTables.has(table) ? Number.MAX_SAFE_INTEGER : 0
    if (Number(count) > initial) return { table, rows: Number(count) }
  }
  return null
}

/** Removes the portal's tables and the record of its migrations. */
export async function dropSchema(db: Connection): Promise<void> {
  for (const name of [...dropOrder, ...internalTables]) await db.schema.dropTable(name).ifExists().execute()
}

/** Deletes the rows of a new database, before those of a backup are loaded. */
export async function clearTables(db: Connection): Promise<void> {
  const present = new Set((await readTables(db)).map(({ name }) => name))
  for (const name of dropOrder) if (present.has(name)) await untyped(db).deleteFrom(name).execute()
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
  for (const { name, columns } of await readTables(db)) {
    const column = columns.find(({ isAutoIncrementing }) => isAutoIncrementing)?.name
    if (column === undefined || !backupTables.some((table) => table.name === name)) continue
    const last = await untyped(db)
      .selectFrom(name)
      .select(({ fn }) => fn.max(column).as('last'))
      .executeTakeFirst()
    const next = sql.lit(Number(last?.last ?? 0) + 1)
    await sql`alter table ${sql.table(name)} alter column ${sql.ref(column)} restart with ${next}`.execute(db)
  }
}
