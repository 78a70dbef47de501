/** The last commit when it was asked for; undefined where the engine cannot tell (`Engine.version`). */
export type Moment = number | undefined

/** What was read from a database, by a key of the reader's choice. */
export interface Memory<T> {
  /** What is kept under a key; undefined where nothing is, or where it is of another moment. */
  readonly find: (key: string, moment: Moment) => T | undefined
  /** Keeps what was read after a moment that was asked for before reading. */
  readonly keep: (key: string, value: T, moment: Moment) => void
}

/**
 * Keeps what was read until the next commit of whichever process, so that it is never older than reading anew would
 * be (S16). `size` bounds the sum of what `sizeOf` gives.
 */
export function createMemory<T>(
  size: number,
  sizeOf: (value: T, key: string) => number = () => 1,
): Memory<T> {
  const kept = new Map<string, T>()
  let room = size
  let last: Moment
  const forget = () => {
    kept.clear()
    room = size
  }
  const turnTo = (moment: Moment) => {
    if (moment !== last) forget()
    last = moment
  }
  return {
    find: (key, moment) => {
      turnTo(moment)
      return kept.get(key)
    },
    keep: (key, value, moment) => {
      turnTo(moment)
      const needed = sizeOf(value, key)
      if (moment === undefined || needed > size || kept.has(key)) return
      if (needed > room) forget()
      room -= needed
      kept.set(key, value)
    },
  }
}
