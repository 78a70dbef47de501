import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import Sqlite from 'libsql'
import { keepPrivate } from './private-file.ts'

const OWNER_FILE = 'server.lock'

export class DataFolderTaken extends Error {
  constructor(folder: string) {
    super(`another server already uses the data folder ${folder}; stop it or set DATA_DIR to another folder`)
    this.name = 'DataFolderTaken'
  }
}

/**
 * Makes this process the one server of a data folder (R39) and returns how to give it back.
 * The operating system holds the lock and drops it with the process, so nothing stale can stay behind;
 * command-line tools do not ask for it and work beside the server. Throws `DataFolderTaken`.
 */
export function claimDataFolder(folder: string): () => void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    keepPrivate(join(folder, OWNER_FILE))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`the data folder ${resolve(folder)} (DATA_DIR) cannot be used: ${reason}`, {
      cause: error,
    })
  }
  const lock = new Sqlite(join(folder, OWNER_FILE))
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY') {
      throw new DataFolderTaken(resolve(folder))
    }
    throw error
  }
  return () => lock.close()
}
