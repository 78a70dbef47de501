/** When the session was last used in any tab, in milliseconds since 1970. */
const LAST_USE = 'lastUse'
const IDLE_MINUTES = 'idleMinutes'

const read = (key: string): number => {
  try {
    return Number(localStorage.getItem(key))
  } catch {
    return 0
  }
}

const write = (key: string, value: number): void => {
  try {
    localStorage.setItem(key, String(value))
  } catch {
    // Without storage no end is announced.
  }
}

/** Records a request that was not refused. */
export const recordUse = (at: number): void => write(LAST_USE, at)

/** Stores after how many minutes without use the session ends. */
export const storeIdleMinutes = (minutes: number): void => write(IDLE_MINUTES, minutes)

/** The limit without use in minutes, and how many milliseconds of it are left; null if one of the two is unknown. */
export const readSessionUse = (now: number) => {
  const [at, idleMinutes] = [read(LAST_USE), read(IDLE_MINUTES)]
  return at > 0 && idleMinutes > 0 ? { idleMinutes, left: at + idleMinutes * 60_000 - now } : null
}
