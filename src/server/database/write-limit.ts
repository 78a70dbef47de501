import { DatabaseUnavailableError } from './errors.ts'
import type { Database } from './handle.ts'

interface WriteLimit {
  readonly atOnce: number
  /** After this time, in milliseconds, a write that waits for its turn fails. */
  readonly waitMs: number
}

const limits = new WeakMap<Database, Turns>()

/** Limits the writes of a database that run at a time, so that stalled ones leave connections to the reads. */
export function limitWrites(database: Database, limit: WriteLimit): void {
  limits.set(database, createTurns(limit))
}

/** Runs a write when it is its turn. Throws `DatabaseUnavailableError` after `waitMs`, and what the write throws. */
export async function runLimited<T>(database: Database, write: () => Promise<T>): Promise<T> {
  const turns = limits.get(database)
  await turns?.take()
  try {
    return await write()
  } finally {
    turns?.release()
  }
}

type Turns = ReturnType<typeof createTurns>

function createTurns({ atOnce, waitMs }: WriteLimit) {
  let free = atOnce
  const waiting = new Set<() => void>()
  return {
    take: () =>
      new Promise<void>((resolve, reject) => {
        free -= 1
        if (free >= 0) return resolve()
        const timer = setTimeout(() => {
          waiting.delete(start)
          free += 1
          reject(new DatabaseUnavailableError(`no connection for a write was free within ${waitMs} ms`))
        }, waitMs)
        const start = () => {
          clearTimeout(timer)
          waiting.delete(start)
          resolve()
        }
        waiting.add(start)
      }),
    release: () => {
      free += 1
      const [next] = waiting
      next?.()
    },
  }
}
