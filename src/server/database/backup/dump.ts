import { sql, type SqlBool } from 'kysely'
import { listAppliedMigrations } from '../migrate.ts'
import { type Connection, type StoredRow, type StoredValue, untyped, type UntypedTables } from '../handle.ts'
import { type BackupTable, backupTables } from '../tables.ts'
import { type DatabaseLocation, openDatabaseHandle } from '../open.ts'
import { withSnapshot } from '../transaction.ts'

/** A table of a backup. */
export interface DumpedTable {
  readonly name: string
  readonly columns: readonly string[]
}

/** The parts of a dump, in their order: its contents, then the rows of each table. */
export type DumpPart =
  | { readonly migrations: readonly string[]; readonly tables: readonly DumpedTable[] }
  | { readonly table: string }
  | { readonly row: readonly StoredValue[] }

const PAGE_SIZE = 1_000

/** Reads all contents of a backup, page by page. The connection must be a snapshot (`readSnapshot`). */
export async function* dump(db: Connection, schema: string | undefined): AsyncGenerator<DumpPart> {
  const found = await db.introspection.getTables()
  const tables = backupTables.flatMap((table) => {
    const columns = found.find((one) => one.name === table.name && one.schema === schema)?.columns
    if (columns === undefined) return []
    return [{ ...table, columns: columns.map(({ name }) => name) }]
  })
  yield {
    migrations: await listAppliedMigrations(db),
    tables: tables.map(({ name, columns }) => ({ name, columns })),
  }
  for (const table of tables) {
    yield { table: table.name }
    for await (const rows of readTablePages(untyped(db), table)) {
      for (const row of table.name === 'menu_nodes' ? sortParentsFirst(rows) : rows) {
        yield { row: table.columns.map((column) => row[column] ?? null) }
      }
    }
  }
}

/**
 * Runs work on a snapshot of the database. Neither the work nor writers wait. `schema` is that of the tables on an
 * engine with schemas.
 */
export async function readSnapshot<T>(
  location: DatabaseLocation,
  work: (db: Connection, schema: string | undefined) => Promise<T>,
): Promise<T> {
  const handle = openDatabaseHandle(location)
  try {
    return await withSnapshot(handle.database, async (db) =>
      work(db, handle.name === 'postgres' ? await readCurrentSchema(db) : undefined),
    )
  } finally {
    await handle.close()
  }
}

/** The schema in which PostgreSQL finds tables that are named without one. */
export async function readCurrentSchema(db: Connection): Promise<string | undefined> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db)
  return rows[0]?.schema
}

async function* readTablePages(db: UntypedTables, { name, key }: BackupTable): AsyncGenerator<StoredRow[]> {
  // A menu is small, and must be complete to be sorted.
  const size = name === 'menu_nodes' ? Number.MAX_SAFE_INTEGER : PAGE_SIZE
  const columns = sql.join(key.map((column) => sql.ref(column)))
  let last: StoredRow | undefined
  do {
    const from = last
    const page = db
      .selectFrom(name)
      .selectAll()
      .$if(from !== undefined, (query) =>
        query.where(sql<SqlBool>`(${columns}) > (${sql.join(key.map((column) => from?.[column] ?? null))})`),
      )
      .limit(size)
    const rows: StoredRow[] = await key
      .reduce((query, column) => query.orderBy(sql.ref(column)), page)
      .execute()
    yield rows
    last = rows.length < size ? undefined : rows.at(-1)
  } while (last !== undefined)
}

/** Sorts menu records so that each follows its parent. */
function sortParentsFirst(rows: readonly StoredRow[]): StoredRow[] {
  const byParent = new Map<StoredValue, StoredRow[]>()
  for (const row of rows) {
    const siblings = byParent.get(row['parent_id'] ?? null)
    if (siblings === undefined) byParent.set(row['parent_id'] ?? null, [row])
    else siblings.push(row)
  }
  const sorted = [...(byParent.get(null) ?? [])]
  for (const row of sorted) sorted.push(...(byParent.get(row['id'] ?? null) ?? []))
  return sorted
}
