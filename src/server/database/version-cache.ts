/** The last commit when it was asked for; undefined where the engine cannot tell (`Engine.version`). */
export type DataVersion = number | undefined

/** What was read from a database, by a key of the reader's choice. */
export interface VersionCache<T> {
  /** What is kept under a key; undefined where nothing is, or where it is of another moment. */
  readonly get: (key: string, moment: DataVersion) => T | undefined
  /** Keeps what was read after a moment that was asked for before reading. */
  readonly set: (key: string, value: T, moment: DataVersion) => void
}

/**
 * Keeps what was read until the next commit of whichever process, so that it is never older than reading anew would
 * be (S16). `size` bounds the sum of what `sizeOf` gives.
 */
export function createVersionCache<T>(
  size: number,
  sizeOf: (value: T, key: string) => number = () => 1,
): VersionCache<T> {
  const kept = new Map<string, T>()
  let room = size
  let last: DataVersion
  const forget = () => {
    kept.clear()
    room = size
  }
  const turnTo = (moment: DataVersion) => {
    if (moment !== last) forget()
    last = moment
  }
  return {
    get: (key, moment) => {
      turnTo(moment)
      return kept.get(key)
    },
    set: (key, value, moment) => {
      turnTo(moment)
      const needed = sizeOf(value, key)
      if (moment === undefined || needed > size || kept.has(key)) return
      if (needed > room) forget()
      room -= needed
      kept.set(key, value)
    },
  }
}
