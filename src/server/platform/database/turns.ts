import { setImmediate } from 'node:timers/promises'
import { DatabaseUnavailableError } from './errors.ts'

/** Waits for a turn and returns the function that ends it, once. */
export type WaitForTurn = () => Promise<() => void>

/**
 * Gives turns, `atOnce` at a time and in the order of the requests. A request fails with `DatabaseUnavailableError` after
 * `waitMs`.
 */
export function createTurns(atOnce: number, waitMs?: number): WaitForTurn {
  let free = atOnce
  const waiting = new Set<() => void>()
  const wait = () =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        waiting.delete(start)
        resolve()
      }
      const fail = () => {
        waiting.delete(start)
        reject(new DatabaseUnavailableError(`no connection for a write was free within ${waitMs} ms`))
      }
      const timer = waitMs === undefined ? undefined : setTimeout(fail, waitMs)
      waiting.add(start)
    })
  return async () => {
    if (free > 0) free -= 1
    else await wait()
    let isEnded = false
    return () => {
      if (isEnded) return
      isEnded = true
      const [next] = waiting
      if (next === undefined) free += 1
      else next()
    }
  }
}

/** Runs work when it is its turn; at once if there are no turns. */
export async function runInTurn<T>(waitForTurn: WaitForTurn | undefined, work: () => Promise<T>): Promise<T> {
  const endTurn = await waitForTurn?.()
  try {
    return await work()
  } finally {
    endTurn?.()
  }
}

export interface JoinLimits {
  /** The most reads at once. */
  readonly atOnce: number
  /** After this time, in milliseconds, a read that has not ended delays no other one: its connection may be dead. */
  readonly slowMs: number
}

/**
 * Joins concurrent calls of a read: calls wait for one read together, which starts after each of them, so that its
 * result is as new as that of a read of their own. A read that fails rejects its own calls only.
 */
export function joinReads<T>(read: () => Promise<T>, { atOnce, slowMs }: JoinLimits): () => Promise<T> {
  const waitForTurn = createTurns(atOnce)
  let next: Promise<T> | undefined
  const start = async () => {
    // The calls of this turn of the event loop join.
    await setImmediate()
    const endTurn = await waitForTurn()
    next = undefined
    const timer = setTimeout(endTurn, slowMs)
    return read().finally(() => {
      clearTimeout(timer)
      endTurn()
    })
  }
  return () => (next ??= start())
}
