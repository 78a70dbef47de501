import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createWorkQueue, type WaitingShares, type WorkQueue } from '../work-queue.ts'
import { hash as digest, randomBytes } from 'node:crypto'

/** What one hash costs; the default is OWASP's figure for Argon2id. */
export interface HashCost {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/** How much is hashed at once, how much may wait for it, and how long a refusal takes. */
export interface HashLimits {
  readonly atOnce: number
  readonly waiting: number
  readonly shares?: WaitingShares
  readonly refusalMs: number
}

const COST: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Half of the processor at most: whoever reads a report must not wait for whoever guesses passwords (S6). */
const LIMITS: HashLimits = {
  atOnce: Math.max(1, Math.floor(availableParallelism() / 2)),
  waiting: 32,
  refusalMs: 50,
}

export interface Passwords {
  /** Runs work that hashes: few at once, a bounded number waiting, `QueueFull` beyond (S6). */
  readonly queue: WorkQueue
  /** How long a refusal without hashing is held back, so that a flood of tries does not feed on its answers. */
  readonly refusalMs: number
  /** Hashes with Argon2id; call inside `queue`. */
  readonly hash: (password: string) => Promise<string>
  /** Compares at equal cost whether or not there is a stored hash (S5); call inside `queue`. */
  readonly verify: (stored: string | undefined, password: string) => Promise<boolean>
  /** Whether a stored hash was made at a lower cost than today's. */
  readonly isOutdated: (stored: string) => boolean
}

export async function createPasswords(limits = LIMITS, cost = COST): Promise<Passwords> {
  const nobody = await hash(newToken(), cost)
  const currentForm = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`
  return {
    queue: createWorkQueue(limits.atOnce, limits.waiting, limits.shares),
    refusalMs: limits.refusalMs,
    hash: (password) => hash(password, cost),
    verify: async (stored, password) => (await verify(stored ?? nobody, password)) && stored !== undefined,
    isOutdated: (stored) => !stored.startsWith(currentForm),
  }
}

/** A new opaque secret of 256 bits, safe in headers and URLs. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token, so that a copy of the database opens no session. */
export function tokenHash(token: string): string {
  return digest('sha256', token)
}

/** The bearer token of an Authorization header, or undefined where there is none of the right form. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([A-Za-z0-9_-]{43})$/i.exec(header ?? '')?.[1]
}
