import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { DatabaseHandle } from '../database/handle.ts'
import { createPeriodicTask, type FailureLog, logFailure } from '../periodic-task.ts'
import { runJob } from './attempt.ts'
import type { JobKind } from './job.ts'
import { takeJob } from './job-repository.ts'

/** Limits how jobs are run; times in milliseconds. */
interface JobLimits {
  /** How many of each kind this process runs at a time, so that a stalled server keeps back no other kind. */
  readonly atOnce: number
  /** How often it looks for due ones. */
  readonly everyMs: number
  /** After this time without a renewal another process takes the job over. */
  readonly leaseMs: number
  /** How long a stop waits for jobs, before and after it tells them to end. */
  readonly stopMs: number
}

const LIMITS: JobLimits = { atOnce: 4, everyMs: 5_000, leaseMs: 60_000, stopMs: 4_000 }

interface RunnerDeps {
  readonly handle: DatabaseHandle
  readonly log: FailureLog
}

export type JobRunner = ReturnType<typeof createJobRunner>

declare module 'fastify' {
  interface FastifyInstance {
    readonly jobs: JobRunner
  }
}

/** Runs jobs while the app listens. They end before anything that they use is closed. */
export function scheduleJobs(app: FastifyInstance, { start, stop }: JobRunner): void {
  let stopped: Promise<void> | undefined
  app.addHook('onListen', async () => start())
  app.addHook('preClose', async () => {
    stopped = stop()
  })
  app.addHook('onClose', () => stopped ?? Promise.resolve())
}

/** Creates a runner of jobs of these kinds. Others are left to processes that know them. */
export function createJobRunner(
  { handle, log }: RunnerDeps,
  kinds: Readonly<Record<string, JobKind>>,
  clock: () => Date,
  limits: Partial<JobLimits> = {},
) {
  const { atOnce, everyMs, leaseMs, stopMs } = { ...LIMITS, ...limits }
  const owner = randomUUID()
  const names = Object.keys(kinds)
  const running = new Map<Promise<void>, string>()
  const stopping = new AbortController()
  let isStopped = false
  const deps = { database: handle.database, log, clock, leaseMs, stopping: stopping.signal }

  const listFree = () => {
    const taken = [...running.values()]
    return names.filter((name) => taken.filter((kind) => kind === name).length < atOnce)
  }
  /** Takes due jobs until so many of each kind run, or there is none. */
  const fill = async () => {
    for (;;) {
      const free = listFree()
      if (isStopped || free.length === 0) return
      const until = performance.now() + leaseMs
      const now = clock()
      const lease = { now, until: new Date(now.getTime() + leaseMs) }
      const job = await takeJob(handle, free, owner, lease)
      const kind = job && kinds[job.kind]
      if (job === undefined || kind === undefined) return
      const run = runJob(deps, job, kind, { until })
        .catch((error: unknown) => logFailure(log, error, 'the end of a job was not stored'))
        .finally(() => running.delete(run))
        .then(() => look())
      running.set(run, job.kind)
    }
  }
  const addDue = async () => {
    for (const kind of isStopped ? [] : Object.values(kinds)) await kind.addDue?.()
  }
  let last = Promise.resolve()
  const look = () =>
    (last = last
      .then(addDue)
      .then(fill)
      .catch((error: unknown) => logFailure(log, error, 'due jobs were not read')))
  let polling: ReturnType<typeof createPeriodicTask> | undefined

  return {
    kinds: names,
    /** Runs every job that is due, and those that become due meanwhile, until there is none. */
    runDue: async (): Promise<void> => {
      let looked = look()
      await looked
      // The end of a job begins another look, which may take the next job of its owner.
      while (running.size > 0 || looked !== last) {
        if (running.size > 0) await Promise.race(running.keys())
        looked = last
        await looked
      }
    },
    /** Looks for due jobs from now on. */
    start: (): void => {
      polling ??= createPeriodicTask(look, everyMs)
      void polling.run()
    },
    /** Takes no more jobs, waits for the running ones, and gives back those that do not end in time. */
    stop: async (): Promise<void> => {
      isStopped = true
      await polling?.stop()
      const ended = () => Promise.allSettled(running.keys())
      await Promise.race([ended(), delay(stopMs, undefined, { ref: false })])
      stopping.abort()
      await Promise.race([ended(), delay(stopMs, undefined, { ref: false })])
    },
  }
}
