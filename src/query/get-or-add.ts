/** Returns the value of a key; adds one if the map has none. */
export function getOrAdd<K, T>(map: Map<K, T>, key: K, create: () => T): T {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = create()
  map.set(key, created)
  return created
}
