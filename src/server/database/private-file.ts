import { closeSync, openSync } from 'node:fs'

/**
 * Makes a file, where it is missing, that only its owner can read: whoever made the folder may have left that open to
 * everyone. The database gives the files beside its own the same mode.
 */
export function keepPrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
}
