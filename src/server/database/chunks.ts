/** How many values one statement may bind on every engine. */
const MAX_BINDINGS = 30_000

/** Cuts rows into parts that one statement can take. */
export function* chunksOf<T extends object>(rows: readonly T[]): Generator<T[]> {
  const width = Object.keys(rows[0] ?? {}).length
  const size = Math.max(1, Math.min(500, Math.floor(MAX_BINDINGS / Math.max(1, width))))
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size)
}
