import type { FastifyInstance } from 'fastify'
import { getErrorReason, isUnavailable } from './database/errors.ts'

/**
 * Repeats work, which must handle its own errors, every `everyMs` milliseconds. A run that takes longer delays the
 * next one: there is never more than one at a time. It does not keep the process alive.
 */
export function createPeriodicTask(work: () => Promise<void>, everyMs: number) {
  let running: Promise<void> | undefined
  /** Runs the work now, or waits for a run that has not ended. */
  const run = () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
  const timer = setInterval(() => void run(), everyMs).unref()
  return {
    run,
    /** Ends the repetition and waits for a run that has not ended. */
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}

export type FailureLog = Readonly<Record<'warn' | 'error', (fields: object, message: string) => void>>

/** Logs that work in the background has failed; only the reason while the database is unavailable. */
export function logFailure(log: FailureLog, error: unknown, message: string): void {
  if (isUnavailable(error)) log.warn({ reason: getErrorReason(error) }, message)
  else log.error({ err: error }, message)
}

/** Repeats work while the app listens, and logs its errors. Returns what does it now. */
export function repeatWhileListening(
  app: FastifyInstance,
  work: () => Promise<void>,
  everyMs: number,
  failure: string,
): () => Promise<void> {
  const run = () => work().catch((error: unknown) => logFailure(app.log, error, failure))
  const task = createPeriodicTask(run, everyMs)
  app.addHook('onListen', async () => void task.run())
  app.addHook('onClose', () => task.stop())
  return run
}

/** How often what was recorded in memory is stored, in milliseconds. */
export const STORE_EVERY_MS = 5_000

/**
 * Stores every few seconds what was recorded in memory, and once more when the app closes. `store` keeps what it cannot
 * store for the next time; while the database is unavailable that is logged once.
 */
export function storeRegularly(app: FastifyInstance, store: () => Promise<void>, failure: string) {
  let isFailing = false
  const task = createPeriodicTask(async () => {
    try {
      await store()
      isFailing = false
    } catch (error) {
      if (!isUnavailable(error)) app.log.error({ err: error }, failure)
      else if (!isFailing) app.log.warn({ reason: getErrorReason(error) }, failure)
      isFailing = true
    }
  }, STORE_EVERY_MS)
  app.addHook('onClose', async () => {
    await task.stop()
    await task.run()
  })
  return task
}
