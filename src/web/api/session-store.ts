import type { StoredSession } from '../../../schemas/api/auth.ts'

const KEYS = ['username', 'userRole', 'sessionId', 'authToken'] as const
type Key = (typeof KEYS)[number]

const MAX_TOKEN_LENGTH = 4096

/** Whether a text is valid as a bearer token (S68). */
export const isToken = (text: string | null | undefined): text is string =>
  typeof text === 'string' && text.length <= MAX_TOKEN_LENGTH && /^[\u0021-\u007e]+$/.test(text)

export type SessionStore = {
  readonly read: () => StoredSession | null
  /** The token at this moment; null if none or an invalid one is stored. */
  readonly token: () => string | null
  readonly write: (session: StoredSession) => void
  readonly clear: () => void
  readonly isEmpty: () => boolean
  /** Whether a storage event's key concerns the session; null means that everything was cleared. */
  readonly concerns: (key: string | null) => boolean
}

/** The session in the browser's storage. If the storage is denied, in memory for the lifetime of the page (S68). */
export const createSessionStore = (storage: () => Storage): SessionStore => {
  const memory = new Map<Key, string>()

  const get = (key: Key): string | null => {
    try {
      return storage().getItem(key) ?? memory.get(key) ?? null
    } catch {
      return memory.get(key) ?? null
    }
  }

  const remove = (key: Key): void => {
    memory.delete(key)
    try {
      storage().removeItem(key)
    } catch {
      // A denied storage is empty.
    }
  }

  const set = (key: Key, value: string | null): void => {
    if (value === null) return remove(key)
    memory.delete(key)
    try {
      storage().setItem(key, value)
    } catch {
      memory.set(key, value)
    }
  }

  const token = (): string | null => {
    const stored = get('authToken')
    return isToken(stored) ? stored : null
  }

  return {
    token,
    read: () => {
      const authToken = token()
      if (authToken === null) return null
      return { authToken, sessionId: get('sessionId'), username: get('username'), userRole: get('userRole') }
    },
    // The token is written last and removed first, so that another tab that sees it sees its user as well (S67).
    write: (session) => {
      for (const key of KEYS) set(key, session[key])
    },
    clear: () => {
      for (const key of KEYS.toReversed()) remove(key)
    },
    isEmpty: () => KEYS.every((key) => get(key) === null),
    concerns: (key) => key === null || KEYS.some((known) => known === key),
  }
}
