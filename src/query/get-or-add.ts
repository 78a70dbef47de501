/** Returns the value of a key; adds one if the map has none. */
export function getOrAdd<K, T>(
  map: Pick<Map<K, T>, 'get'> & { set(key: K, value: T): unknown },
  key: K,
  create: () => T,
): T {
  const stored = map.get(key)
  if (stored !== undefined) return stored
  const created = create()
  map.set(key, created)
  return created
}
