import { setImmediate } from 'node:timers/promises'

/** After this time, in milliseconds, other requests get a turn. */
const MAX_TURN_MS = 20

/** Maps a list that may be long in several turns of the event loop, so that other requests are answered meanwhile. */
export async function mapInTurns<T, R>(list: readonly T[], map: (item: T) => R): Promise<R[]> {
  const mapped: R[] = []
  let startedAt = performance.now()
  for (const item of list) {
    mapped.push(map(item))
    if (performance.now() - startedAt > MAX_TURN_MS) {
      await setImmediate()
      startedAt = performance.now()
    }
  }
  return mapped
}
