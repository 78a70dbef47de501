import { dirname, join, resolve } from 'node:path'
import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { cannotOpen, DatabaseUnavailableError, getErrorCode, getErrorReason, isBusy } from './errors.ts'

/** The file whose lock makes a process the server of a data folder. */
export const OWNER_FILE = 'server.lock'

/** Says that another server uses the data folder. */
export class DataDirLockedError extends Error {
  override readonly name = 'DataDirLockedError'

  constructor(folder: string) {
    super(`another server already uses the data folder ${folder}; stop it or set DATA_DIR to another folder`)
  }
}

/**
 * Locks a data folder for this process, the only server of it, and returns a function that releases it. The operating
 * system drops the lock with the process, so that no stale lock remains. Command-line tools do not use the lock and work
 * beside the server. Throws `DataDirLockedError`.
 */
export function lockDataDir(folder: string): () => void {
  const file = join(folder, OWNER_FILE)
  try {
    createPrivateFolder(folder)
    createPrivateFile(file)
  } catch (error) {
    const message = `the data folder ${resolve(folder)} (DATA_DIR) cannot be used: ${getErrorReason(error)}`
    throw new Error(message, { cause: error })
  }
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

/** Says that the open files are no longer those at their paths in the data folder. */
export class DataDirLostError extends DatabaseUnavailableError {
  override readonly name = 'DataDirLostError'

  constructor(folder: string, file: string, isMissing: boolean) {
    const what = isMissing ? 'was removed or moved' : 'was replaced by another file'
    super(`${file} in the data folder ${resolve(folder)} ${what} while it was in use`)
  }
}

/**
 * Remembers those of the files that are in a data folder now. The returned function throws `DataDirLostError` if one of
 * them is missing or another file has its path. It takes a few microseconds, and opens no file, because closing it would
 * release the locks of this process.
 */
export function rememberDataFiles(folder: string, names: readonly string[]): () => void {
  const identities = names.map((name) => [name, readIdentity(join(folder, name))] as const)
  return () => {
    for (const [name, identity] of identities) {
      const current = identity === null ? null : readIdentity(join(folder, name))
      if (current !== identity) throw new DataDirLostError(folder, name, current === null)
    }
  }
}

/**
 * Creates a file that only its owner can read, if it is missing: the folder may be open to every user. The database
 * creates its other files with the same mode. An existing file is never opened, because closing it would release every
 * lock that this process has on it.
 */
export function createPrivateFile(file: string): void {
  ignoreExisting(() => closeSync(openSync(file, 'wx', 0o600)))
}

/**
 * Creates a folder that only its owner can open, with those above it, if it is missing. Node's own `recursive` never
 * ends if the system reports an existing folder as missing, as below /proc.
 */
export function createPrivateFolder(folder: string): void {
  const path = resolve(folder)
  if (existsSync(path)) return
  createPrivateFolder(dirname(path))
  ignoreExisting(() => mkdirSync(path, { mode: 0o700 }))
}

/** Reads device and inode, which no other file has while this one is open; null for a missing one. */
function readIdentity(path: string): string | null {
  try {
    const { dev, ino } = statSync(path, { bigint: true })
    return `${dev}:${ino}`
  } catch {
    return null
  }
}

function ignoreExisting(create: () => void): void {
  try {
    create()
  } catch (error) {
    if (getErrorCode(error) !== 'EEXIST') throw error
  }
}
