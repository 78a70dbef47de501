import * as z from 'zod/mini'

const STORAGE_KEY = 'sessionUse'

/** When the session was last used in any tab, in milliseconds since 1970, and when it ends without use. */
const SessionUse = z.object({ at: z.number(), idleMinutes: z.number() })
export type SessionUse = z.infer<typeof SessionUse>

/** The last use that any tab stored; null without one. */
export function readSessionUse(): SessionUse | null {
  try {
    const stored = SessionUse.safeParse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null'))
    return stored.success ? stored.data : null
  } catch {
    return null
  }
}

/** Stores a use for the other tabs and for the sign-in screen. Without storage each tab counts for itself. */
export function storeSessionUse(use: SessionUse): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(use))
  } catch {
    // The browser refuses storage.
  }
}

/** How many milliseconds are left until a session ends that is not used any more. */
export const getTimeLeft = ({ at, idleMinutes }: SessionUse, now: number): number =>
  at + idleMinutes * 60_000 - now
