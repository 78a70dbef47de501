import type { FastifyBaseLogger } from 'fastify'
import { getErrorReason } from '../database/errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readiness: Readiness
  }
}

/** A condition that `/readyz` reports. */
export interface ReadinessCheck {
  readonly name: string
  /** `unready`: a failure means that this process should get no requests; `degraded`: that part of it does not work. */
  readonly severity: 'unready' | 'degraded'
  /** Throws while the condition is not met; the message is logged. A timeout counts as a failure. */
  readonly check: () => Promise<void>
}

export type ReadinessState = 'ready' | 'degraded' | 'unready'

export interface Readiness {
  /** Makes this process unready from now on, because it is about to end. */
  readonly drain: () => void
  /** Runs the checks and returns the state; every change of state is logged once, with its reasons. */
  readonly getState: (log: FastifyBaseLogger) => Promise<ReadinessState>
}

const MESSAGES: Readonly<Record<ReadinessState, string>> = {
  ready: 'ready again',
  degraded: 'degraded',
  unready: 'not ready',
}

/** Below the usual timeout of a probe. */
export const CHECK_TIMEOUT_MS = 2_000

/** Limits each check to `limitMs`. Concurrent requests share one run of each check. */
export function createReadiness(checks: readonly ReadinessCheck[], limitMs: number): Readiness {
  const running = new Map<string, Promise<void>>()
  let draining = false
  let last: ReadinessState = 'ready'

  const run = ({ name, check }: ReadinessCheck): Promise<void> => {
    const pending = running.get(name)
    if (pending !== undefined) return pending
    const started = check().finally(() => running.delete(name))
    running.set(name, started)
    return started
  }

  return {
    drain: () => {
      draining = true
    },
    getState: async (log) => {
      if (draining) return 'unready'
      const results = await Promise.all(
        checks.map(async (check) => ({ ...check, reason: await within(limitMs, run(check)) })),
      )
      const failed = results.filter(({ reason }) => reason !== null)
      const state = getWorstState(failed)
      if (state !== last) {
        const reasons = failed.map(({ name, reason }) => ({ check: name, reason }))
        log.warn(reasons.length > 0 ? { failed: reasons } : {}, MESSAGES[state])
      }
      last = state
      return state
    },
  }
}

function getWorstState(failed: readonly ReadinessCheck[]): ReadinessState {
  if (failed.some(({ severity }) => severity === 'unready')) return 'unready'
  return failed.length > 0 ? 'degraded' : 'ready'
}

/** Returns why work failed or timed out; null if it succeeded. */
async function within(limitMs: number, work: Promise<void>): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${limitMs} ms`), limitMs)
  })
  try {
    return await Promise.race([work.then(() => null), late])
  } catch (error) {
    return getErrorReason(error)
  } finally {
    clearTimeout(timer)
  }
}
