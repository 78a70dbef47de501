import { LRUCache } from 'lru-cache'

/** Changes with every commit; undefined before a request is authorized. */
export type DataVersion = number | undefined

/**
 * Creates a cache that drops its entries as soon as any process commits, so that a cached value equals a fresh read.
 * `size` limits the sum of the results of `getSize`.
 */
export function createVersionCache<T extends object | string>(
  size: number,
  getSize: (value: T, key: string) => number = () => 1,
) {
  const entries = new LRUCache<string, T>({ maxSize: size, sizeCalculation: getSize })
  let last: DataVersion
  const useVersion = (version: DataVersion) => {
    if (version !== last) entries.clear()
    last = version
  }
  return {
    /** Returns the value of a key; undefined if there is none of this version. */
    get: (key: string, version: DataVersion): T | undefined => {
      useVersion(version)
      return entries.get(key)
    },
    /** Stores a value. `version` must have been read before the value was. */
    set: (key: string, value: T, version: DataVersion): void => {
      useVersion(version)
      if (version !== undefined && !entries.has(key)) entries.set(key, value)
    },
  }
}
