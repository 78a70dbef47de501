import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseUnavailableError } from './errors.ts'

/** The open files are no longer those at their paths in the data folder. */
export class DataDirLostError extends DatabaseUnavailableError {
  constructor(folder: string, name: string, isMissing: boolean) {
    const what = isMissing ? 'was removed or moved' : 'was replaced by another file'
    super(`${name} in the data folder ${resolve(folder)} ${what} while it was in use`)
    this.name = 'DataDirLostError'
  }
}

/** The identity of a file in a data folder; plain data, so that another thread can compare it. */
export interface DataFile {
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

function readIdentity(path: string): string | null {
  try {
    const { dev, ino } = statSync(path, { bigint: true })
    return `${dev}:${ino}`
  } catch {
    return null
  }
}
