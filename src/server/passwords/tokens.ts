import { hash as digest, randomBytes } from 'node:crypto'

/** Creates an opaque secret of 256 bits, safe in headers and URLs. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The hash of a token; only this is stored, so that a copy of the database opens no session. */
export function hashToken(token: string): string {
  return digest('sha256', token)
}

/** Reads the bearer token of an Authorization header; undefined if it is missing or malformed. */
export function parseBearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([A-Za-z0-9_-]{43})$/i.exec(header ?? '')?.[1]
}
