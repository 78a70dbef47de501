import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Health, Ready } from '../../../schemas/api/responses.ts'
import type { ReadinessCheck } from './http/logging.ts'
import { ApiError } from './http/responses.ts'
import { declareCall, type RouteApp } from './http/permission.ts'
import { getErrorReason } from './database/errors.ts'
import { createSharedReads } from './shared-reads.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readiness: Readiness
  }
}

const RETRY_AFTER_SECONDS = 5
/** Levels that log less than warnings. */
const QUIETER = ['error', 'fatal', 'silent'] as const

/** Returns the level of routes that are called every few seconds: requests are not logged, warnings as the server does. */
export const quietLevel = (level: string) => QUIETER.find((quieter) => quieter === level) ?? 'warn'

/**
 * Serves the probes of a supervisor and a load balancer: whether the process is alive, and whether it should get
 * requests. Only the log contains the reasons.
 */
export function healthRoutes(app: RouteApp, readiness: Readiness): void {
  const logLevel = quietLevel(app.log.level)
  app.route({
    method: ['GET', 'HEAD'],
    url: '/healthz',
    logLevel,
    ...declareCall('public', 'getHealth', 'Whether the process is alive; does not use the database', Health),
    handler: async () => ({ status: 'ok' as const }),
  })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/readyz',
    logLevel,
    ...declareCall(
      'public',
      'getReadiness',
      'Whether requests are accepted: the database responds and the process is not ending',
      Ready,
    ),
    handler: async (request) => {
      const status = await readiness.getState(request.log)
      if (status === 'unready') throw new ApiError(503, 'The server is not ready.', RETRY_AFTER_SECONDS)
      return { status }
    },
  })
}

type ReadinessState = 'ready' | 'degraded' | 'unready'

export type Readiness = ReturnType<typeof createReadiness>

const MESSAGES: Readonly<Record<ReadinessState, string>> = {
  ready: 'ready again',
  degraded: 'degraded',
  unready: 'not ready',
}

/** Below the usual timeout of a probe. */
export const CHECK_TIMEOUT_MS = 2_000

/** Limits each check to `limitMs`. Concurrent requests share one run of each check. */
export function createReadiness(checks: readonly ReadinessCheck[], limitMs: number) {
  const share = createSharedReads<void>()
  let draining = false
  let last: ReadinessState = 'ready'

  return {
    /** Makes this process unready from now on, because it is about to end. */
    drain: () => {
      draining = true
    },
    /** Runs the checks and returns the state; every change of state is logged once, with its reasons. */
    getState: async (log: FastifyBaseLogger): Promise<ReadinessState> => {
      if (draining) return 'unready'
      const results = await Promise.all(
        checks.map(async (check) => ({
          ...check,
          reason: await within(limitMs, share(check.name, check.check)),
        })),
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
function within(limitMs: number, work: Promise<void>): Promise<string | null> {
  const late = setTimeout(limitMs, `no answer within ${limitMs} ms`, { ref: false })
  return Promise.race([work.then(() => null, getErrorReason), late])
}
