import type { DatabaseHandle } from './handle.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/** Where the records are: a PostgreSQL database where its address is given, else a file in the data folder. */
export interface DatabaseLocation {
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
  /** How many connections to it this process opens at most; ten where nothing is said. */
  readonly databaseConnections?: number | undefined
  /** For a process or thread that only reads a database which exists; the file is then opened read-only. */
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
