import type { Location } from 'react-router-dom'

const LANDING = '/dashboard'

/** The history state by which the guard remembers the page asked for. */
export const rememberOrigin = ({ pathname, search, hash }: Location): { readonly origin: string } => ({
  origin: pathname + search + hash,
})

/** Where to go after sign-in (R40): the remembered page of this portal and nothing else (S60). */
export const originOf = (state: unknown): string => {
  if (typeof state !== 'object' || state === null || !('origin' in state)) return LANDING
  const { origin } = state
  if (typeof origin !== 'string' || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(origin)) return LANDING
  return /^\/(?:login(?:[/?#].*)?)?$/.test(origin) ? LANDING : origin
}
