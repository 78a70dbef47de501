import { hash, randomBytes } from 'node:crypto'

/** A new opaque secret of 256 bits, safe in headers and URLs. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token, so that a copy of the database opens no session. */
export function tokenHash(token: string): string {
  return hash('sha256', token)
}

/** The bearer token of an Authorization header, or undefined where there is none of the right form. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([A-Za-z0-9_-]{43})$/i.exec(header ?? '')?.[1]
}
