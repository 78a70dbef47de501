import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { SignInAttempt, type OidcSettings } from './provider.ts'

/** How long a person may take at the provider, in milliseconds; less than the window of the login counters. */
const ATTEMPT_MS = 10 * 60_000

/** With TLS no page of a neighbouring domain can set it, and so make a person sign in as another one (S17). */
const nameCookie = (origin: string): string =>
  origin.startsWith('https:') ? '__Host-portal-sign-in' : 'portal-sign-in'

const Sealed = SignInAttempt.extend({ until: z.number() })

/**
 * Binds an attempt to the browser that began it: a cookie, encrypted so that no process stores anything. Every process
 * that knows the client secret can read it; one for another provider cannot.
 */
export function sealAttempt(settings: OidcSettings, attempt: SignInAttempt, now: Date): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(settings), iv)
  const text = JSON.stringify({ ...attempt, until: now.getTime() + ATTEMPT_MS })
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return formatCookie(sealed.toString('base64url'), attempt.redirectUri, ATTEMPT_MS / 1000)
}

export const removeAttempt = (redirectUri: string): string => formatCookie('', redirectUri, 0)

/** Reads the attempt of the cookies that a page sends; undefined if there is none, or it is forged or too old. */
export function openAttempt(
  settings: OidcSettings,
  cookies: string | undefined,
  origin: string,
  now: Date,
): SignInAttempt | undefined {
  const value = new RegExp(`(?:^|;\\s*)${nameCookie(origin)}=([\\w-]+)`).exec(cookies ?? '')?.[1]
  if (value === undefined) return undefined
  const sealed = Buffer.from(value, 'base64url')
  if (sealed.length < 28) return undefined
  try {
    const decipher = createDecipheriv('aes-256-gcm', deriveKey(settings), sealed.subarray(0, 12))
    decipher.setAuthTag(sealed.subarray(-16))
    const text = Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString('utf8')
    const { until, ...attempt } = Sealed.parse(JSON.parse(text))
    return until > now.getTime() ? attempt : undefined
  } catch {
    // Not sealed by this key.
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

const deriveKey = ({ clientSecret, issuer }: OidcSettings): Buffer =>
  Buffer.from(hkdfSync('sha256', clientSecret, issuer, 'portal sign-in', 32))
