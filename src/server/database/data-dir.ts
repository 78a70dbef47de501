import { dirname, join, resolve } from 'node:path'
import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { cannotOpen, DatabaseUnavailableError, getErrorCode, getErrorReason, isBusy } from './errors.ts'

/** The file whose lock makes a process the server of a data folder. */
export const OWNER_FILE = 'server.lock'

/** Another server uses the data folder. */
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

/** The open files are no longer those at their paths in the data folder. */
export class DataDirLostError extends DatabaseUnavailableError {
  override readonly name = 'DataDirLostError'

  constructor(folder: string, file: string, isMissing: boolean) {
    const what = isMissing ? 'was removed or moved' : 'was replaced by another file'
    super(`${file} in the data folder ${resolve(folder)} ${what} while it was in use`)
  }
}

/** The identity of a file in a data folder; plain data, so that another thread can compare it. */
interface DataFile {
  readonly name: string
  /** Device and inode, which no other file has while this one is open. */
  readonly identity: string
}

/** Reads the identity of the files that are in a data folder now. */
export function identifyDataFiles(folder: string, names: readonly string[]): readonly DataFile[] {
  return names.flatMap((name) => {
    const identity = readIdentity(join(folder, name))
    return identity === null ? [] : [{ name, identity }]
  })
}

/**
 * Throws `DataDirLostError` if one of the files is missing or another file has its path. Takes a few microseconds.
 * Opens no file, because closing it would release the locks of this process.
 */
export function checkDataFiles(folder: string, files: readonly DataFile[]): void {
  for (const { name, identity } of files) {
    const current = readIdentity(join(folder, name))
    if (current !== identity) throw new DataDirLostError(folder, name, current === null)
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
