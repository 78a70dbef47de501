const MOST = 100

/** The first hundred faults of a file; the last one says how many more there are. */
export function atMost<T extends { readonly message: string }>(faults: readonly T[]): T[] {
  const kept = faults.slice(0, MOST)
  const more = faults.length - kept.length
  return kept.map((fault, index) =>
    more > 0 && index === MOST - 1
      ? { ...fault, message: `${fault.message} (and ${more} more faults)` }
      : fault,
  )
}
