import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { StoredEvent } from '../../../../schemas/api/history-words.ts'
import type { DatabaseHandle } from '../database/handle.ts'
import { buildAuditEvent, type History, logAuditEvent } from './request-events.ts'
import { storeRegularly } from '../periodic-task.ts'
import { type NewAuditEvent, storeUntracked } from './history-repository.ts'

const BATCH_SIZE = 200
/** The most events that wait while the database rejects writes; further ones are in the log only. */
const MAX_WAITING = 5_000
/** Limits the events that are stored of an account, and of all, in a day of UTC; others are in the log only. */
interface DailyLimit {
  readonly account: number
  readonly all: number
}

const MAX_FAILURES: DailyLimit = { account: 10, all: 1_000 }
/** More exports than a person makes, so that no loop of a signed-in client fills the history. */
const MAX_EXPORTS: DailyLimit = { account: 1_000, all: 20_000 }

/** How long an export waits until its event is stored, in milliseconds: an import may be writing to the same file. */
const MAX_DELAY_MS = 1_000

export type DeferredEvents = ReturnType<typeof deferAuditEvents>

/**
 * Creates the events of an app that belong to no change of the database, such as exports and failed sign-ins. They are
 * stored every few seconds and when the app closes.
 */
export function deferAuditEvents(
  app: FastifyInstance,
  { handle, clock }: { readonly handle: DatabaseHandle; readonly clock: () => Date },
) {
  let waiting: NewAuditEvent[] = []
  const countFailure = createDailyCounter(MAX_FAILURES)
  const countQuestion = createDailyCounter(MAX_FAILURES)
  const countExport = createDailyCounter(MAX_EXPORTS)
  const store = async () => {
    while (waiting.length > 0) {
      const part = waiting.slice(0, BATCH_SIZE)
      await storeUntracked(handle, part)
      waiting = waiting.slice(part.length)
    }
  }
  const defer = (event: NewAuditEvent) => {
    if (waiting.length < MAX_WAITING) waiting.push(event)
  }
  const task = storeRegularly(app, store, 'audit events are not being stored')
  return {
    /**
     * Logs an export, and stores it before it is sent, unless the account has made very many today: then that is stored
     * once. A database that is slow or rejects writes does not keep the export back: its event waits like the others.
     */
    record: async (
      request: FastifyRequest,
      event: StoredEvent,
      line: Readonly<Record<string, unknown>>,
      history?: History,
    ): Promise<void> => {
      logAuditEvent(request, event, line)
      const account = request.currentUser?.username ?? ''
      const count = countExport(account, clock())
      if (count === 'ignored') return
      const built = buildAuditEvent(request, clock(), event, line, history)
      const stored = count === 'limit' ? { ...built, ...buildLimit(account) } : built
      const storing = storeUntracked(handle, [stored]).catch(() => defer(stored))
      await Promise.race([storing, setTimeout(MAX_DELAY_MS, undefined, { ref: false })])
    },
    /**
     * Logs a wrong password or code, and stores it if the account exists and has not failed too often today: strangers must not
     * fill the table. No response waits for the database, so that times do not show which accounts exist.
     */
    recordFailure: (
      request: FastifyRequest,
      event:
        | 'sign-in failed'
        | 'sign-in refused'
        | 'password change failed'
        | 'token creation failed'
        | 'second factor asked'
        | 'second factor failed',
      account: string | null,
    ): void => {
      logAuditEvent(request, event, { account })
      // Every sign-in with a second factor may begin without a code: these leave the failures their limit.
      const count = event === 'second factor asked' ? countQuestion : countFailure
      const attempt = account === null ? 'ignored' : count(account, clock())
      if (typeof attempt === 'string') return
      const details = { attempt, stored: MAX_FAILURES.account }
      defer(buildAuditEvent(request, clock(), event, { account }, { details }))
    },
    /** Stores the waiting events now. Failures are logged: the events wait for the next time. */
    flush: task.run,
  }
}

/** Returns the event after which the history has no further exports of an account on this day. */
const buildLimit = (account: string) =>
  ({ event: 'export limit reached', subjectKind: 'user', subject: account, details: {} }) as const

/** Counts events by account and day; returns `limit` for the first one beyond the limits, `ignored` for later ones. */
function createDailyCounter(limit: DailyLimit): (account: string, now: Date) => number | 'limit' | 'ignored' {
  let today = ''
  let all = 0
  /** Endless for an account that has reached the limit. */
  const counts = new Map<string, number>()
  return (account, now) => {
    const day = now.toISOString().slice(0, 10)
    if (day !== today) {
      counts.clear()
      all = 0
    }
    today = day
    const count = (counts.get(account) ?? 0) + 1
    if (count === Number.POSITIVE_INFINITY) return 'ignored'
    const isLimited = count > limit.account || all >= limit.all
    counts.set(account, isLimited ? Number.POSITIVE_INFINITY : count)
    if (isLimited) return 'limit'
    all += 1
    return count
  }
}
