import { join, resolve } from 'node:path'
import {
  CompiledQuery,
  type Dialect,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { createPrivateFile, createPrivateFolder, OWNER_FILE, rememberDataFiles } from './data-dir.ts'
import type { DatabaseHandle, DataVersions } from './handle.ts'
import { READ_VERSIONS } from './migrations/data-versions.ts'
import { connect, run, type SqliteDatabase } from './sqlite-connection.ts'
import { BUSY_TIMEOUT_MS, createSqliteDriver } from './sqlite-driver.ts'
import type { Tables } from './tables.ts'

/** The database's file in a data folder. */
export const DATABASE_FILE = 'portal.db'

/**
 * Opens the embedded database of a data folder, creating both if they are missing.
 * Every acknowledged write is on disk (`synchronous=FULL`); other processes may read and write beside it.
 */
export function openSqlite(
  folder: string,
  { busyTimeoutMs = BUSY_TIMEOUT_MS }: { readonly busyTimeoutMs?: number } = {},
): DatabaseHandle {
  const file = join(folder, DATABASE_FILE)
  createPrivateFolder(folder)
  createPrivateFile(file)
  // The writer first, because it creates the log that readers need.
  const writer = connect(file, 'write')
  const reader = connect(file, 'read')
  const checkFiles = rememberDataFiles(folder, [DATABASE_FILE, `${DATABASE_FILE}-wal`, OWNER_FILE])
  const openReader = () => {
    // Another database may have the path by now.
    checkFiles()
    return connect(file, 'read')
  }
  const driver = createSqliteDriver({ writer, reader, openReader, checkFiles, busyTimeoutMs })
  const handle = createHandle(resolve(folder), driver, reader)
  const close = async () => {
    await handle.database.destroy()
    // Kysely destroys a driver only after its first use.
    await driver.destroy()
  }
  return { ...handle, checkFiles, close }
}

/** Opens an empty database in memory, with one connection. It ends with its thread. */
export function openMemory(): DatabaseHandle {
  const connection = connect(':memory:', 'write')
  const driver = createSqliteDriver({
    writer: connection,
    reader: connection,
    openReader: () => connection,
    checkFiles: () => undefined,
    busyTimeoutMs: BUSY_TIMEOUT_MS,
  })
  return { ...createHandle(':memory:', driver, connection), close: async () => connection.close() }
}

/** Creates a handle of a driver, which its caller closes. `reader` is never within a transaction. */
function createHandle(
  location: string,
  driver: ReturnType<typeof createSqliteDriver>,
  reader: SqliteDatabase,
): Omit<DatabaseHandle, 'close'> {
  const dialect: Dialect = {
    createDriver: () => driver,
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  }
  const database = new Kysely<Tables>({ dialect })
  const readVersions = CompiledQuery.raw(READ_VERSIONS)
  return {
    name: 'sqlite',
    location,
    database,
    readVersions: () => run<DataVersions>(reader, readVersions).rows[0] ?? { data: 0, callers: 0 },
    executeUntracked: async (query) => void (await database.executeQuery(query)),
  }
}
