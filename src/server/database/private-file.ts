import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Creates a file that only its owner can read, if it is missing: the folder may be open to every user. The database
 * creates its other files with the same mode. An existing file is never opened, because closing it would release every
 * lock that this process has on it.
 */
export function createPrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (!isExistsError(error)) throw error
  }
}

/**
 * Creates a folder that only its owner can open, with those above it, if it is missing. Node's own `recursive` never
 * ends if the system reports an existing folder as missing, as below /proc.
 */
export function createPrivateFolder(folder: string): void {
  const path = resolve(folder)
  if (existsSync(path)) return
  createPrivateFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (!isExistsError(error)) throw error
  }
}

function isExistsError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}
