import type { FastifyBaseLogger } from 'fastify'
import type { DatabaseHandle } from '../database/handle.ts'
import { getErrorReason } from '../database/errors.ts'

const CHECK_EVERY_MS = 1_000
/** The time after which a missing data folder ends the process, in milliseconds. */
const MAX_MISSING_MS = 10_000

/**
 * Checks every second whether the files of the database are still at their path, and logs each change once. Calls
 * `onLost` when they have been missing for ten seconds: this process cannot store anything, and another one would use
 * the files that are there now. Returns a function that stops it. Does nothing for a database without files.
 */
export function watchDataDir(handle: DatabaseHandle, log: FastifyBaseLogger, onLost: () => void): () => void {
  const { checkFiles } = handle
  if (checkFiles === undefined) return () => undefined
  let lostAt: number | null = null
  const check = () => {
    try {
      checkFiles()
      if (lostAt !== null) log.warn('the data folder is back: the server stores again')
      lostAt = null
    } catch (error) {
      if (lostAt === null) {
        log.error(
          `${getErrorReason(error)}. Nothing is stored any more, and the server ends in ${MAX_MISSING_MS / 1000} seconds: restore the folder, or restart the server to use its current files.`,
        )
      }
      lostAt ??= performance.now()
      if (performance.now() - lostAt < MAX_MISSING_MS) return
      clearInterval(timer)
      onLost()
    }
  }
  const timer = setInterval(check, CHECK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
