import { existsSync, lstatSync, rmSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isUnavailable } from '../../server/platform/database/errors.ts'
import { UsageError } from '../command.ts'

/** Throws UsageError if the path exists or its folder does not. */
export function requireNewFile(path: string): void {
  // A dangling link occupies the name as well.
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) throw new UsageError(`${path} already exists`)
  if (!existsSync(dirname(path))) throw new UsageError(`there is no folder ${dirname(path)}`)
}

/**
 * Writes a file, which gets its name only when it is complete. `write` receives the name until then; what it has written
 * is removed after an error, and if a signal ends the process.
 */
export async function writeFileAtomically(path: string, write: (unfinished: string) => Promise<void>) {
  const unfinished = `${path}.${process.pid}.unfinished`
  const release = removeOnSignal(unfinished)
  try {
    await write(unfinished)
    requireNewFile(path)
    await rename(unfinished, path)
  } catch (error) {
    throw addPath(error, path)
  } finally {
    await rm(unfinished, { force: true })
    release()
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Removes a file if a signal ends the process. The returned function leaves the signals to others again. */
function removeOnSignal(path: string): () => void {
  const end = (signal: NodeJS.Signals) => {
    rmSync(path, { force: true })
    release()
    // Without a listener the signal ends the process, as the shell expects.
    process.kill(process.pid, signal)
  }
  const release = () => {
    for (const signal of SIGNALS) process.off(signal, end)
  }
  for (const signal of SIGNALS) process.on(signal, end)
  return release
}

/** Adds the path to a failed write, whose error does not contain it. */
function addPath(error: unknown, path: string): unknown {
  const isWrite = error instanceof Error && 'syscall' in error && error.syscall === 'write'
  return isWrite && !isUnavailable(error) ? Object.assign(error, { path }) : error
}
