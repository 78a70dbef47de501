import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import type { Engine } from '../../../src/server/database/engine.ts'
import { openEngine } from '../../../src/server/database/open.ts'
import { DATABASE_FILE } from '../../../src/server/database/sqlite.ts'
import { findPostgres, startCluster } from '../../postgres/cluster.ts'

/** A database of a measurement's own. */
export interface BenchDatabase {
  readonly engine: Engine
  /** Its bytes on disk, once nothing in it is unused. */
  readonly bytes: () => Promise<number>
  readonly remove: () => Promise<void>
}

export interface Databases {
  readonly open: () => Promise<BenchDatabase>
  readonly remove: () => Promise<void>
}

export function sqliteDatabases(): Databases {
  const folder = mkdtempSync(join(tmpdir(), 'storage-bench-'))
  return {
    open: async () => {
      const dataDir = mkdtempSync(join(folder, 'data-'))
      const engine = openEngine({ dataDir })
      return {
        engine,
        bytes: async () => {
          await sql`vacuum`.execute(engine.database)
          await sql`pragma wal_checkpoint(truncate)`.execute(engine.database)
          return statSync(join(dataDir, DATABASE_FILE)).size
        },
        remove: async () => {
          await engine.close()
          rmSync(dataDir, { recursive: true })
        },
      }
    },
    remove: async () => rmSync(folder, { recursive: true }),
  }
}

export async function postgresDatabases(): Promise<Databases> {
  const programs = findPostgres()
  if (programs === null) throw new Error('no PostgreSQL is installed here')
  const cluster = await startCluster(programs)
  const administer = async (statement: string) => {
    const client = new Client({ connectionString: cluster.url })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  let count = 0
  return {
    open: async () => {
      count += 1
      const name = `bench_${count}`
      await administer(`create database ${name}`)
      const url = new URL(cluster.url)
      url.pathname = `/${name}`
      const engine = openEngine({ dataDir: '', databaseUrl: url.href })
      return {
        engine,
        bytes: async () => {
          await sql`vacuum full`.execute(engine.database)
          const { rows } = await sql<{ bytes: string }>`
            select sum(pg_total_relation_size(oid)) as bytes from pg_class
            where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(engine.database)
          return Number(rows[0]?.bytes)
        },
        remove: async () => {
          await engine.close()
          await administer(`drop database ${name} with (force)`)
        },
      }
    },
    remove: () => cluster.remove(),
  }
}
