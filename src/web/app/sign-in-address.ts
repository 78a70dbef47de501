import { useSyncExternalStore } from 'react'

// The sign-in screen has no router: the code of the router loads with the pages of signed-in users.

const LANDING = '/dashboard'
const SIGN_IN = '/login'
const BASE = import.meta.env.BASE_URL

const listeners = new Set<() => void>()

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('popstate', listener)
  }
}

/** The path within the portal. */
const getPath = (): string => {
  const { pathname } = location
  const isBelow = pathname.toLowerCase().startsWith(BASE.toLowerCase())
  return isBelow ? pathname.slice(BASE.length - 1) : pathname
}

const isAtSignIn = (): boolean => /^\/login\/?$/i.test(getPath())

/** Whether the address is that of the sign-in screen. */
export const useIsAtSignIn = (): boolean => useSyncExternalStore(subscribe, isAtSignIn)

const replaceAddress = (path: string, state: object | null): void => {
  history.replaceState(state, '', BASE.slice(0, -1) + path)
  for (const listener of listeners) listener()
}

/**
 * Changes the address to that of the sign-in screen, and stores the requested page in the history entry: with what was
 * chosen on it, where that is more than its address contains.
 */
export const enterSignIn = ({ isRemembered }: { readonly isRemembered: boolean }): void => {
  const { chosen = location.search } = (history.state ?? {}) as { readonly chosen?: string }
  replaceAddress(SIGN_IN, isRemembered ? { origin: getPath() + chosen + location.hash } : null)
}

/** Changes the address to the page that was requested before the sign-in. */
export const leaveSignIn = (): void => replaceAddress(getReturnTo(history.state), null)

/** The path to open after sign-in: only a page of this portal (S60). */
export const getReturnTo = (state: unknown): string => {
  if (typeof state !== 'object' || state === null || !('origin' in state)) return LANDING
  const { origin } = state
  if (typeof origin !== 'string' || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(origin)) return LANDING
  return /^\/(?:login(?:[/?#].*)?)?$/.test(origin) ? LANDING : origin
}
