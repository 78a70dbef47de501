import { join, resolve } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { getErrorReason, isBusy } from './errors.ts'
import { createPrivateFile, createPrivateFolder } from './private-file.ts'
import { cannotOpen } from './sqlite-connection.ts'

/** The file whose lock makes a process the server of a data folder. */
export const OWNER_FILE = 'server.lock'

/** Another server uses the data folder. */
export class DataDirLockedError extends Error {
  constructor(folder: string) {
    super(`another server already uses the data folder ${folder}; stop it or set DATA_DIR to another folder`)
    this.name = 'DataDirLockedError'
  }
}

/**
 * Locks a data folder for this process, the only server of it, and returns a function that releases it. The operating
 * system drops the lock with the process, so that no stale lock remains. Command-line tools do not use the lock and work
 * beside the server. Throws `DataDirLockedError`.
 */
export function lockDataDir(folder: string): () => void {
  try {
    createPrivateFolder(folder)
    createPrivateFile(join(folder, OWNER_FILE))
  } catch (error) {
    const message = `the data folder ${resolve(folder)} (DATA_DIR) cannot be used: ${getErrorReason(error)}`
    throw new Error(message, { cause: error })
  }
  const file = join(folder, OWNER_FILE)
  let lock: DatabaseSyncInstance | undefined
  try {
    lock = new DatabaseSync(file)
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock?.close()
    throw isBusy(error) ? new DataDirLockedError(resolve(folder)) : cannotOpen(file, error)
  }
  return () => lock.close()
}
