import { sql, type SqlBool } from 'kysely'
import { batches, readPages } from './batches.ts'
import { type Connection, type DatabaseHandle, type StoredRow, untyped } from './handle.ts'
import { readTables } from './migrate.ts'
import { backupTables, internalTables, seedTables, transientTables } from './tables.ts'

export interface DumpedTable {
  readonly name: string
  readonly columns: readonly string[]
}

/** The rows that are read or written at a time. */
export const PAGE_SIZE = 1_000

/** Lists the tables of a backup that the schema has, with their columns. */
export async function listDumpedTables(db: Connection): Promise<DumpedTable[]> {
  const tables = await readTables(db)
  return backupTables.flatMap(({ name }) => {
    const columns = tables.find((table) => table.name === name)?.columns
    return columns === undefined ? [] : [{ name, columns: columns.map((column) => column.name) }]
  })
}

/** Reads the rows of a table of a backup, page by page. The connection must be a snapshot. */
export function readTable(db: Connection, name: string): AsyncGenerator<StoredRow[]> {
  const { key } = backupTables.find((table) => table.name === name) ?? { key: [] }
  const columns = sql.join(key.map((column) => sql.ref(column)))
  return readPages<StoredRow>(PAGE_SIZE, (last) => {
    const page = untyped(db)
      .selectFrom(name)
      .selectAll()
      .$if(last !== undefined, (query) =>
        query.where(sql<SqlBool>`(${columns}) > (${sql.join(key.map((column) => last?.[column] ?? null))})`),
      )
      .limit(PAGE_SIZE)
    return key.reduce((query, column) => query.orderBy(sql.ref(column)), page).execute()
  })
}

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

export async function loadRows(db: Connection, table: string, rows: readonly StoredRow[]): Promise<void> {
  for (const part of batches(rows)) await untyped(db).insertInto(table).values(part).execute()
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
