/** The number of the last commit; undefined on an engine without `DatabaseHandle.version`. */
export type DataVersion = number | undefined

/** Values that were read from a database, by key. */
export interface VersionCache<T> {
  /** The value of a key; undefined if there is none of this data version. */
  readonly get: (key: string, version: DataVersion) => T | undefined
  /** Stores a value. `version` must have been read before the value was. */
  readonly set: (key: string, value: T, version: DataVersion) => void
}

/**
 * Creates a cache whose entries are dropped as soon as any process commits, so that a cached value equals a fresh read
 * (S16). `size` limits the sum of the results of `getSize`.
 */
export function createVersionCache<T>(
  size: number,
  getSize: (value: T, key: string) => number = () => 1,
): VersionCache<T> {
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
    get: (key, version) => {
      useVersion(version)
      return entries.get(key)
    },
    set: (key, value, version) => {
      useVersion(version)
      const needed = getSize(value, key)
      if (version === undefined || needed > size || entries.has(key)) return
      if (needed > free) clear()
      free -= needed
      entries.set(key, value)
    },
  }
}
