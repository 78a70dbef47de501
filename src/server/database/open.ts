import type { DatabaseHandle } from './handle.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/** The location of the records: a PostgreSQL database if its URL is set, else a file in the data folder. */
export interface DatabaseLocation {
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
  /** The most connections of this process; ten by default. */
  readonly databaseConnections?: number | undefined
  /** For a process or thread that only reads an existing database; the file is opened read-only. */
  readonly readOnly?: boolean
}

/** Opens the database; its schema may be missing or older (`migrate`). */
export function openDatabaseHandle({
  dataDir,
  databaseUrl,
  databaseConnections,
  readOnly = false,
}: DatabaseLocation): DatabaseHandle {
  if (databaseUrl === undefined) return openSqlite(dataDir, { readOnly })
  return openPostgres(
    databaseUrl,
    databaseConnections === undefined ? {} : { connections: databaseConnections },
  )
}
