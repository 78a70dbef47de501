import { setTimeout as startTimeout } from 'node:timers'
import { setTimeout } from 'node:timers/promises'
import type { DatabaseHandle } from '../../src/server/database/handle.ts'
import { createClient } from '../crash/api-client.ts'

/** Creates one role after another and repeats a request without an outcome until it has one, as a careful client does. */
export interface RetryingWriter {
  /** How many writes were acknowledged, by a 2xx, or by a 409 after a request without an outcome. */
  readonly acknowledged: () => number
  /** The name of the last acknowledged one. */
  readonly lastName: () => string
  /** Resolves with the moment when a write that was sent after `from` is acknowledged; null after `patienceMs`. */
  readonly firstAfter: (from: number, patienceMs: number) => Promise<number | null>
  /** Responses that neither a failover nor a retry explains. */
  readonly wrong: readonly string[]
  readonly stop: () => Promise<void>
  /** Describes writes that were acknowledged and are missing, and those that are stored more than once. */
  readonly verify: (engine: DatabaseHandle) => Promise<{ lost: string[]; doubled: string[] }>
}

const PAUSE_MS = 50

/** Writes until it is stopped; the names of its roles begin with `prefix`. */
export function startRetryingWriter(url: string, token: string, prefix: string): RetryingWriter {
  const call = createClient(() => url, token)
  const acknowledged = new Set<string>()
  const sent = new Set<string>()
  const wrong: string[] = []
  const over = new AbortController()
  const listeners = new Set<(sentAt: number, at: number) => void>()

  const write = async (name: string): Promise<void> => {
    sent.add(name)
    for (let isRepeated = false; !over.signal.aborted; isRepeated = true) {
      const sentAt = performance.now()
      const answer = await call('POST', '/v1/role-master', { name, description: name }).catch(() => null)
      if (answer !== null && (answer.status < 300 || (answer.status === 409 && isRepeated))) {
        acknowledged.add(name)
        if (answer.status < 300) for (const listen of listeners) listen(sentAt, performance.now())
        return
      }
      if (answer !== null && answer.status < 500) {
        wrong.push(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`)
        return
      }
      await setTimeout(PAUSE_MS)
    }
  }
  const running = (async () => {
    for (let count = 1; !over.signal.aborted; count += 1) {
      await write(`${prefix}-${count}`)
      await setTimeout(PAUSE_MS)
    }
  })()
  return {
    acknowledged: () => acknowledged.size,
    lastName: () => [...acknowledged].at(-1) ?? '',
    firstAfter: (from, patienceMs) =>
      new Promise((resolve) => {
        const finish = (at: number | null) => {
          clearTimeout(patience)
          listeners.delete(listen)
          resolve(at)
        }
        const patience = startTimeout(() => finish(null), patienceMs)
        const listen = (sentAt: number, at: number) => {
          if (sentAt >= from) finish(at)
        }
        listeners.add(listen)
      }),
    wrong,
    stop: async () => {
      over.abort()
      await running
    },
    verify: async ({ database }) => {
      const roles = await database
        .selectFrom('roles')
        .select('name')
        .where('name', 'like', `${prefix}-%`)
        .execute()
      const events = await database
        .selectFrom('audit_events')
        .select('subject')
        .where('event', '=', 'role created')
        .where('subject', 'like', `${prefix}-%`)
        .execute()
      const count = (names: readonly string[]) => {
        const counts = new Map<string, number>()
        for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
        return counts
      }
      const stored = count(roles.map(({ name }) => name))
      // The history has an entry of every commit, also of one that a unique name would hide.
      const committed = count(events.map(({ subject }) => subject))
      return {
        lost: [...acknowledged].filter((name) => !stored.has(name) || !committed.has(name)),
        doubled: [...sent].filter((name) => (stored.get(name) ?? 0) > 1 || (committed.get(name) ?? 0) > 1),
      }
    },
  }
}
