import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createWorkQueue, type QueueLimits } from '../../platform/work-queue.ts'
import type { HashCost } from './hash-pool.ts'

export type Passwords = Awaited<ReturnType<typeof createPasswords>>

/** Computes and verifies hashes: in libuv's threads, or in worker threads of low priority. */
export interface Hasher {
  readonly hash: (password: string, cost: HashCost) => Promise<string>
  readonly verify: (stored: string, password: string) => Promise<boolean>
}

/** Limits the concurrent and the waiting hashes; sets the delay of a rejection in milliseconds. */
export interface HashLimits extends QueueLimits {
  readonly refusalMs: number
}

/** OWASP's recommendation for Argon2id. */
const COST: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** At most half of the processors, so that reads of reports do not wait for password guessing. */
const LIMITS: HashLimits = {
  atOnce: Math.max(1, Math.floor(availableParallelism() / 2)),
  waiting: 32,
  share: 8,
  refusalMs: 50,
}

/** Creates the hashing of passwords, with a placeholder hash for accounts that do not exist. */
export async function createPasswords(limits = LIMITS, cost = COST, hasher: Hasher = { hash, verify }) {
  const placeholder = await hasher.hash(randomUUID(), cost)
  const currentPrefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`
  return {
    /** Runs work that hashes: few at once and a bounded number waiting. Throws `QueueFullError` beyond that. */
    queue: createWorkQueue(limits),
    /** The delay of a rejection without hashing, in milliseconds; it slows down clients that retry at once. */
    refusalMs: limits.refusalMs,
    /** Hashes with Argon2id; call inside `queue`. */
    hash: (password: string): Promise<string> => hasher.hash(password, cost),
    /** Verifies at equal cost with or without a stored hash; call inside `queue`. */
    verify: async (stored: string | undefined, password: string): Promise<boolean> =>
      (await hasher.verify(stored ?? placeholder, password)) && stored !== undefined,
    /** Whether a stored hash has another cost than the current one. */
    isOutdated: (stored: string): boolean => !stored.startsWith(currentPrefix),
  }
}
