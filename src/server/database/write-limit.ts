import { DatabaseUnavailableError } from './errors.ts'
import type { Database } from './handle.ts'

interface WriteLimit {
  readonly atOnce: number
  /** After this time, in milliseconds, a write that waits for its turn fails. */
  readonly waitMs: number
}

const turns = new WeakMap<Database, WriteTurns>()

/** Limits the writes of a database that run at a time, so that stalled ones leave connections to the reads. */
export function limitWrites(database: Database, limit: WriteLimit): void {
  turns.set(database, new WriteTurns(limit))
}

/** Runs a write when it is its turn. Throws `DatabaseUnavailableError` after `waitMs`, and what the write throws. */
export async function runLimited<T>(database: Database, write: () => Promise<T>): Promise<T> {
  const limited = turns.get(database)
  await limited?.take()
  try {
    return await write()
  } finally {
    limited?.release()
  }
}

class WriteTurns {
  readonly #waitMs: number
  readonly #waiting = new Set<() => void>()
  #free: number

  constructor({ atOnce, waitMs }: WriteLimit) {
    this.#free = atOnce
    this.#waitMs = waitMs
  }

  async take(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1
      return
    }
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(start)
        reject(new DatabaseUnavailableError(`no connection for a write was free within ${this.#waitMs} ms`))
      }, this.#waitMs)
      this.#waiting.add(start)
    })
  }

  release(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#free += 1
      return
    }
    this.#waiting.delete(next)
    next()
  }
}
