import type { FastifyBaseLogger } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    readiness: Readiness
  }
}

/** Something without which this process should get no requests; `check` throws, or does not end, where it is amiss. */
export interface ReadinessCheck {
  readonly name: string
  readonly check: () => Promise<void>
}

export interface Readiness {
  /** From now on this process is not ready: it is about to end. */
  readonly drain: () => void
  /** Whether every check holds; the log tells when that changes, and why. */
  readonly isReady: (log: FastifyBaseLogger) => Promise<boolean>
}

/** Whoever asks should have an answer within its own limit, which is seldom less than this. */
export const READY_WITHIN_MS = 2_000

/** Asks checks at most `limitMs` long. However many ask at once, each check runs once at a time. */
export function createReadiness(checks: readonly ReadinessCheck[], limitMs: number): Readiness {
  const running = new Map<string, Promise<void>>()
  let draining = false
  let wasReady = true

  const ask = ({ name, check }: ReadinessCheck): Promise<void> => {
    const begun = running.get(name)
    if (begun !== undefined) return begun
    const asked = check().finally(() => running.delete(name))
    running.set(name, asked)
    return asked
  }

  return {
    drain: () => {
      draining = true
    },
    isReady: async (log) => {
      if (draining) return false
      const reasons = await Promise.all(
        checks.map(async (one) => {
          const reason = await within(limitMs, ask(one))
          return reason === null ? [] : [{ check: one.name, reason }]
        }),
      )
      const failed = reasons.flat()
      const isReady = failed.length === 0
      if (isReady && !wasReady) log.warn('ready again')
      if (!isReady && wasReady) log.warn({ failed }, 'not ready')
      wasReady = isReady
      return isReady
    },
  }
}

/** Why work failed, or that it took too long; null where it is done. */
async function within(limitMs: number, work: Promise<void>): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${limitMs} ms`), limitMs)
  })
  try {
    return await Promise.race([work.then(() => null), late])
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    clearTimeout(timer)
  }
}
