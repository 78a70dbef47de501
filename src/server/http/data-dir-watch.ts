import type { FastifyBaseLogger } from 'fastify'
import type { DatabaseHandle } from '../database/handle.ts'
import { getErrorReason } from '../database/errors.ts'

const LOOK_EVERY_MS = 1_000
/** How long a data folder may be missing before the process ends, in milliseconds. */
const PATIENCE_MS = 10_000

/**
 * Checks every second whether the files of the database are still at their path, and logs each change once. Calls
 * `onLost` when they have been missing for ten seconds: this process cannot store anything, and another one would use
 * the files that are there now. Returns a function that stops it. Does nothing for a database without files.
 */
export function watchDataDir(engine: DatabaseHandle, log: FastifyBaseLogger, onLost: () => void): () => void {
  const { checkFiles } = engine
  if (checkFiles === undefined) return () => undefined
  let lostAt: number | null = null
  const look = () => {
    try {
      checkFiles()
      if (lostAt !== null) log.warn('the data folder is back: the server stores again')
      lostAt = null
    } catch (error) {
      if (lostAt === null) {
        log.error(
          `${getErrorReason(error)}. Nothing is stored any more, and the server ends in ${PATIENCE_MS / 1000} seconds: put the folder back as it was, or start the server again to use what is there now.`,
        )
      }
      lostAt ??= performance.now()
      if (performance.now() - lostAt < PATIENCE_MS) return
      clearInterval(timer)
      onLost()
    }
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
