import type { StoredSession } from '../../../schemas/api/auth.ts'

const KEYS = ['username', 'userRole', 'sessionId', 'authToken'] as const

const MAX_TOKEN_LENGTH = 4096

/** Says whether a text is valid as a bearer token. */
export const isToken = (text: string | null | undefined): text is string =>
  typeof text === 'string' && text.length <= MAX_TOKEN_LENGTH && /^[\u0021-\u007e]+$/.test(text)

export type SessionStore = ReturnType<typeof createSessionStore>

/** Creates values in the browser's storage; one that it denies is in memory while the page lives. */
const createStoredValues = (storage: () => Storage) => {
  const memory = new Map<string, string>()
  return {
    get: (key: string): string | null => {
      try {
        return storage().getItem(key) ?? memory.get(key) ?? null
      } catch {
        return memory.get(key) ?? null
      }
    },
    /** Null removes a value. */
    set: (key: string, value: string | null): void => {
      memory.delete(key)
      try {
        if (value === null) storage().removeItem(key)
        else storage().setItem(key, value)
      } catch {
        if (value !== null) memory.set(key, value)
      }
    },
    clear: (): void => {
      memory.clear()
      try {
        storage().clear()
      } catch {
        // It is denied, so that nothing is stored.
      }
    },
  }
}

export const storedValues = createStoredValues(() => localStorage)
export const valuesOfTab = createStoredValues(() => sessionStorage)

/** Returns the session in the browser's storage. */
export const createSessionStore = (storage: () => Storage) => {
  const { get, set } = createStoredValues(storage)

  const token = (): string | null => {
    const stored = get('authToken')
    return isToken(stored) ? stored : null
  }

  return {
    /** The token at this moment; null if none or an invalid one is stored. */
    token,
    read: (): StoredSession | null => {
      const authToken = token()
      if (authToken === null) return null
      return { authToken, sessionId: get('sessionId'), username: get('username'), userRole: get('userRole') }
    },
    // The token is written last and removed first, so that another tab that sees it sees its user as well.
    write: (session: StoredSession): void => {
      for (const key of KEYS) set(key, session[key])
    },
    clear: (): void => {
      for (const key of KEYS.toReversed()) set(key, null)
    },
    isEmpty: (): boolean => KEYS.every((key) => get(key) === null),
    /** Whether a storage event's key concerns the session; null means that everything was cleared. */
    concerns: (key: string | null): boolean => key === null || KEYS.some((sessionKey) => sessionKey === key),
  }
}

/** When the session was last used in any tab, in milliseconds since 1970. */
const LAST_USE = 'lastUse'
const IDLE_MINUTES = 'idleMinutes'

/** Records a request that was not refused. */
export const recordUse = (time: number): void => storedValues.set(LAST_USE, String(time))

/** Stores after how many minutes without use the session ends. */
export const storeIdleMinutes = (minutes: number): void => storedValues.set(IDLE_MINUTES, String(minutes))

/** Reads the limit without use in minutes, and how many milliseconds are left; null if one is unknown. */
export const readSessionUse = (now: number) => {
  const lastUse = Number(storedValues.get(LAST_USE))
  const idleMinutes = Number(storedValues.get(IDLE_MINUTES))
  return lastUse > 0 && idleMinutes > 0 ? { idleMinutes, left: lastUse + idleMinutes * 60_000 - now } : null
}
