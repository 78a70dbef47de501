import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseUnavailableError } from './errors.ts'

/** The files that a process has open are no longer those that the data folder names. */
export class DataDirLostError extends DatabaseUnavailableError {
  constructor(folder: string, name: string, isMissing: boolean) {
    const what = isMissing ? 'was removed or moved' : 'was replaced by another file'
    super(`${name} in the data folder ${resolve(folder)} ${what} while it was in use`)
    this.name = 'DataFolderLost'
  }
}

/** Which file a name in a data folder led to; plain data, so that another thread can compare. */
export interface DataFile {
  readonly name: string
  /** Its device and inode, which no other file has while it is open. */
  readonly identity: string
}

/** Identifies the files of a data folder that are there now. */
export function identifyDataFiles(folder: string, names: readonly string[]): readonly DataFile[] {
  return names.flatMap((name) => {
    const identity = identityOf(join(folder, name))
    return identity === null ? [] : [{ name, identity }]
  })
}

/**
 * Throws `DataFolderLost` if the name of one of the files leads nowhere or to another file. It takes a few
 * microseconds; it opens no file, since closing it would release the locks of this process.
 */
export function checkDataFiles(folder: string, files: readonly DataFile[]): void {
  for (const { name, identity } of files) {
    const current = identityOf(join(folder, name))
    if (current !== identity) throw new DataDirLostError(folder, name, current === null)
  }
}

function identityOf(path: string): string | null {
  try {
    const { dev, ino } = statSync(path, { bigint: true })
    return `${dev}:${ino}`
  } catch {
    return null
  }
}
