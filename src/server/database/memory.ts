import type { Engine } from './engine.ts'

/** The commit that was the last when it was asked for; undefined where the engine cannot tell. */
export type Moment = number | undefined

/** What was read, by a key of the reader's choice. */
export interface Memory<T> {
  /** What is kept under a key; undefined where nothing is, or where anything was committed since it was read. */
  readonly find: (key: string) => T | undefined
  /** To be asked before reading what is to be kept. */
  readonly moment: () => Moment
  /** Keeps what was read after a moment, while that moment is the last. */
  readonly keep: (key: string, value: T, moment: Moment) => void
}

/**
 * Keeps what was read from a database until the next commit of whichever process: never older than reading anew
 * would be (S16). Where the engine has no `version`, nothing is kept. `size` bounds the sum of what `sizeOf` gives.
 */
export function createMemory<T>(
  engine: Engine,
  size: number,
  sizeOf: (value: T) => number = () => 1,
): Memory<T> {
  const kept = new Map<string, T>()
  let room = size
  let last: Moment
  const forget = () => {
    kept.clear()
    room = size
  }
  const moment = (): Moment => {
    const now = engine.version?.()
    if (now !== last) forget()
    last = now
    return now
  }
  return {
    find: (key) => (moment() === undefined ? undefined : kept.get(key)),
    moment,
    keep: (key, value, then) => {
      const needed = sizeOf(value)
      if (then === undefined || then !== last || needed > size || kept.has(key)) return
      if (needed > room) forget()
      room -= needed
      kept.set(key, value)
    },
  }
}

/** Finds what is kept, or reads it and keeps it unless it is nothing. */
export async function recall<T>(
  memory: Memory<T>,
  key: string,
  read: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const found = memory.find(key)
  if (found !== undefined) return found
  const moment = memory.moment()
  const value = await read()
  if (value !== undefined) memory.keep(key, value, moment)
  return value
}
