import type { FastifyBaseLogger } from 'fastify'
import type { DatabaseHandle } from '../database/handle.ts'
import { getErrorReason } from '../database/errors.ts'

const LOOK_EVERY_MS = 1_000
/** How long a data folder may be away before the process gives up, in milliseconds. */
const PATIENCE_MS = 10_000

/**
 * Looks every second whether the files of the database are still in their place, and logs each change once. Calls
 * `onLost` when they have been away for ten seconds: this process can store nothing more, and another one would use
 * the files that are there now. Returns how to stop it. Does nothing for an engine without files.
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
