import { sql } from 'kysely'
import type { DatabaseHandle } from '../../../src/server/database/handle.ts'

/** The rows and bytes of a table; `indexes` is the part of `bytes` that its indexes need. */
export interface TableSize {
  readonly name: string
  readonly rows: number
  readonly bytes: number
  readonly indexes: number
}

/** Measures every table of a database, the largest first. */
export async function measureTables(handle: DatabaseHandle): Promise<TableSize[]> {
  const bytes = handle.name === 'sqlite' ? await measureSqlite(handle) : await measurePostgres(handle)
  const tables: TableSize[] = []
  for (const { name, total, indexes } of bytes) {
    const { rows } = await sql<{ count: number | string }>`
      select count(*) as count from ${sql.table(name)}`.execute(handle.database)
    tables.push({ name, rows: Number(rows[0]?.count), bytes: Number(total), indexes: Number(indexes) })
  }
  return tables.toSorted((one, other) => other.bytes - one.bytes)
}

interface Bytes {
  readonly name: string
  readonly total: number | string
  readonly indexes: number | string
}

async function measureSqlite({ database }: DatabaseHandle): Promise<readonly Bytes[]> {
  const { rows } = await sql<Bytes>`
    select schema.tbl_name as name, sum(pages.pgsize) as total,
      sum(case when schema.type = 'index' then pages.pgsize else 0 end) as indexes
    from dbstat as pages join sqlite_schema as schema on schema.name = pages.name
    where pages.aggregate = true
    group by schema.tbl_name`.execute(database)
  return rows
}

async function measurePostgres({ database }: DatabaseHandle): Promise<readonly Bytes[]> {
  const { rows } = await sql<Bytes>`
    select relname as name, pg_total_relation_size(oid) as total, pg_indexes_size(oid) as indexes
    from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`.execute(database)
  return rows
}

/** Formats bytes as MB of 10^6. */
export const formatMb = (bytes: number): string => (bytes / 1e6).toFixed(bytes < 1e8 ? 1 : 0)
