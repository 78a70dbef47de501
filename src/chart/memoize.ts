/** Returns a function that computes its result once per object, so that equal charts consist of the same records. */
export function memoize<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const results = new WeakMap<K, { readonly value: V }>()
  return (key) => {
    const stored = results.get(key)
    if (stored !== undefined) return stored.value
    const value = compute(key)
    results.set(key, { value })
    return value
  }
}
