import type { Engine } from './engine.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/** Where the records are: a PostgreSQL database where its address is given, else a file in the data folder. */
export interface DatabaseLocation {
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
}

/** Opens the database; its schema may be missing or older (`migrate`). */
export function openEngine({ dataDir, databaseUrl }: DatabaseLocation): Engine {
  return databaseUrl === undefined ? openSqlite(dataDir) : openPostgres(databaseUrl)
}
