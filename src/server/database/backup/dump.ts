import { sql, type SqlBool, type TableMetadata } from 'kysely'
import { type Connection, type StoredRow, type StoredValue, untyped, type UntypedTables } from '../handle.ts'
import { listAppliedMigrations } from '../migrate.ts'
import { backupTables } from '../tables.ts'

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

/** Reads all contents of a backup, page by page. The connection must be a snapshot. */
export async function* dump(db: Connection): AsyncGenerator<DumpPart> {
  const tables = await listDumpedTables(db)
  yield { migrations: await listAppliedMigrations(db), tables }
  for (const { name, columns } of tables) {
    yield { table: name }
    const { key } = backupTables.find((table) => table.name === name) ?? { key: [] }
    for await (const rows of readTablePages(untyped(db), name, key)) {
      for (const row of rows) yield { row: columns.map((column) => row[column] ?? null) }
    }
  }
}

/** Lists the tables of a backup that the schema has, with their columns. */
export async function listDumpedTables(db: Connection): Promise<DumpedTable[]> {
  const found = await readTables(db)
  return backupTables.flatMap(({ name }) => {
    const columns = found.find((table) => table.name === name)?.columns
    return columns === undefined ? [] : [{ name, columns: columns.map((column) => column.name) }]
  })
}

/** Reads the tables of the schema in which the engine finds those that are named without one. */
export async function readTables(db: Connection): Promise<readonly TableMetadata[]> {
  const tables = await db.introspection.getTables()
  if (tables.every(({ schema }) => schema === undefined)) return tables
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db)
  return tables.filter(({ schema }) => schema === rows[0]?.schema)
}

async function* readTablePages(
  db: UntypedTables,
  name: string,
  key: readonly string[],
): AsyncGenerator<StoredRow[]> {
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
      .limit(PAGE_SIZE)
    const rows: StoredRow[] = await key
      .reduce((query, column) => query.orderBy(sql.ref(column)), page)
      .execute()
    yield rows
    last = rows.length < PAGE_SIZE ? undefined : rows.at(-1)
  } while (last !== undefined)
}
