import { type SqlBool, sql } from 'kysely'
import { listAppliedMigrations } from '../migrate.ts'
import type { Connection } from '../handle.ts'
import { untyped, type UntypedTables, type StoredRow, type StoredValue } from '../untyped-tables.ts'
import { type BackupTable, backupTables } from './tables.ts'

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
