/** A number that changes with every commit; undefined before a request is authorized. */
export type DataVersion = number | undefined

/**
 * Creates a cache whose entries are dropped as soon as any process commits, so that a cached value equals a fresh read
 * (S16). `size` limits the sum of the results of `getSize`.
 */
export function createVersionCache<T>(size: number, getSize: (value: T, key: string) => number = () => 1) {
  const entries = new Map<string, T>()
  let free = size
  let last: DataVersion
  const clear = () => {
    entries.clear()
    free = size
  }
  const useVersion = (version: DataVersion) => {
    if (version !== last) clear()
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
      const needed = getSize(value, key)
      if (version === undefined || needed > size || entries.has(key)) return
      if (needed > free) clear()
      free -= needed
      entries.set(key, value)
    },
  }
}
