import { closeSync, openSync } from 'node:fs'

/**
 * Creates a file that only its owner can read, if it is missing: whoever made the folder may have left that open to
 * everyone. The database gives the files beside its own the same mode. A file that exists is never opened, since
 * closing it would release every lock that this process has on it.
 */
export function createPrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}
