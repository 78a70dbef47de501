import { createHmac, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { OidcSettings } from './oidc-settings.ts'

/** How long a person may take at the provider, in milliseconds; less than the window of the login counters. */
const ATTEMPT_MS = 10 * 60_000

/** What the cookie says, with an id that makes it unique. */
const Cookie = z.object({ redirectUri: z.string(), until: z.number() })

/** Describes a sign-in that was begun, to be compared with the answer of the provider. */
export type SignInAttempt = ReturnType<typeof deriveAttempt>

/** Names the cookie. With TLS no page of a neighbouring domain can set it. */
const nameCookie = (origin: string): string =>
  origin.startsWith('https:') ? '__Host-portal-sign-in' : 'portal-sign-in'

/**
 * Begins an attempt and returns it with the cookie that binds it to a browser. Its secrets are derived from the cookie
 * with the client secret: no process stores anything, every process can compute them, and no one else.
 */
export function beginAttempt(settings: OidcSettings, redirectUri: string, now: Date) {
  const content = { redirectUri, until: now.getTime() + ATTEMPT_MS, id: randomUUID() }
  const value = Buffer.from(JSON.stringify(content)).toString('base64url')
  const attempt = deriveAttempt(settings, value, redirectUri)
  return { attempt, cookie: formatCookie(value, redirectUri, ATTEMPT_MS / 1000) }
}

function deriveAttempt({ clientSecret, issuer }: OidcSettings, value: string, redirectUri: string) {
  const derive = (purpose: string) =>
    createHmac('sha256', clientSecret)
      .update(JSON.stringify([purpose, issuer, value]))
      .digest('base64url')
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier'), redirectUri }
}

export const removeAttempt = (redirectUri: string): string => formatCookie('', redirectUri, 0)

/** Finds the attempt of a page's cookies that an answer belongs to; undefined if it is of another one, or too late. */
export function findAttempt(
  settings: OidcSettings,
  { cookie = '', origin }: { readonly cookie: string | undefined; readonly origin: string },
  answer: string,
  now: Date,
): SignInAttempt | undefined {
  const value = new RegExp(`(?:^|;\\s*)${nameCookie(origin)}=([\\w-]+)`).exec(cookie)?.[1] ?? ''
  try {
    const { redirectUri, until } = Cookie.parse(JSON.parse(Buffer.from(value, 'base64url').toString('utf8')))
    const attempt = deriveAttempt(settings, value, redirectUri)
    const isAnswered = new URLSearchParams(answer).get('state') === attempt.state
    return isAnswered && until > now.getTime() ? attempt : undefined
  } catch {
    return undefined
  }
}

// Strict: only the sign-in page itself sends it, never a page of another site, and not the provider's redirection.
const formatCookie = (value: string, redirectUri: string, seconds: number): string =>
  [
    `${nameCookie(redirectUri)}=${value}`,
    'Path=/',
    `Max-Age=${seconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(redirectUri.startsWith('https:') ? ['Secure'] : []),
  ].join('; ')
