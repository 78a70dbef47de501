import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseUnavailable } from './faults.ts'

/** The files that a process has open are no longer those that the data folder names. */
export class DataFolderLost extends DatabaseUnavailable {
  constructor(folder: string, name: string, isMissing: boolean) {
    const what = isMissing ? 'was removed or moved' : 'was replaced by another file'
    super(`${name} in the data folder ${resolve(folder)} ${what} while it was in use`)
    this.name = 'DataFolderLost'
  }
}

/**
 * Remembers the files of a data folder that are there now. The returned check throws `DataFolderLost` once one of
 * their paths leads nowhere or to another file. It takes a few microseconds; it opens no file, since closing it would
 * release the locks of this process.
 */
export function watchDataFiles(folder: string, names: readonly string[]): () => void {
  const files = names.flatMap((name) => {
    const identity = identityOf(join(folder, name))
    return identity === null ? [] : [{ name, path: join(folder, name), identity }]
  })
  return () => {
    for (const { name, path, identity } of files) {
      const current = identityOf(path)
      if (current !== identity) throw new DataFolderLost(folder, name, current === null)
    }
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
