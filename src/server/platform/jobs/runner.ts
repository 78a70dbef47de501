import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { getErrorReason, isUnavailable } from '../database/errors.ts'
import type { Connection, DatabaseHandle } from '../database/handle.ts'
import { withTransaction } from '../database/transaction.ts'
import { createPeriodicTask, type FailureLog, logFailure } from '../periodic-task.ts'
import { type JobKind, PermanentError } from './job.ts'
import { changeLeased, endAttempt, type Outcome, type TakenJob, takeJob } from './job-repository.ts'

/** How jobs are run; times in milliseconds. */
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

/** The pause before a change is stored again that an unavailable database has not stored. */
const STORE_PAUSE_MS = 500

/** The pause after the first attempt and the longest one; each is four times as long as the one before. */
const PAUSE_MS = 60_000
const MAX_PAUSE_MS = 4 * 3_600_000
const MAX_ERROR_LENGTH = 500

interface RunnerDeps {
  readonly handle: DatabaseHandle
  readonly log: FailureLog
}

/** Runs the jobs of a database beside any number of other processes. */
export interface JobRunner {
  /** Runs every job that is due, and those that become due meanwhile, until there is none. */
  readonly runDue: () => Promise<void>
  /** Looks for due jobs from now on. */
  readonly start: () => void
  /** Takes no more jobs, waits for the running ones, and gives back those that do not end in time. */
  readonly stop: () => Promise<void>
}

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
): JobRunner {
  const { atOnce, everyMs, leaseMs, stopMs } = { ...LIMITS, ...limits }
  const { database } = handle
  const owner = randomUUID()
  const names = Object.keys(kinds)
  const running = new Map<Promise<void>, string>()
  const stopping = new AbortController()
  let isStopped = false
  const later = (milliseconds: number) => new Date(clock().getTime() + milliseconds)

  const describe = ({ id: job, kind, subject, dueAt, attempt: number }: TakenJob) => ({
    job,
    kind,
    subject,
    dueAt,
    attempt: number,
  })

  /** Stores a change of a job, again while the database is unavailable and the lease is ours: what was done stays known. */
  const store = async <T>(lease: { readonly until: number }, change: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await change()
      } catch (error) {
        if (!isUnavailable(error) || performance.now() + STORE_PAUSE_MS >= lease.until) throw error
        await delay(STORE_PAUSE_MS)
      }
    }
  }

  /** Does one job while its lease is renewed, and says what becomes of it; undefined if another process has it. */
  const attempt = async (
    job: TakenJob,
    { run, attempts }: JobKind,
    lease: { until: number },
  ): Promise<Outcome | undefined> => {
    // The process of the last attempt was killed, perhaps by the job itself.
    if (job.attempt > attempts) return { state: 'failed', error: 'the process that ran it ended' }
    const lost = new AbortController()
    const renewal = createPeriodicTask(async () => {
      try {
        const asked = performance.now()
        const renewed = { next_at: later(leaseMs).toISOString() }
        if (!(await changeLeased(database, job, renewed))) lost.abort()
        lease.until = asked + leaseMs
      } catch (error) {
        logFailure(log, error, 'the lease of a job was not renewed')
        if (performance.now() >= lease.until) lost.abort()
      }
    }, leaseMs / 4)
    const save = async (payload: unknown, work?: (transaction: Connection) => Promise<void>) => {
      const change = async (transaction: Connection) => {
        const saved = { payload: JSON.stringify(payload) }
        if (!(await changeLeased(transaction, job, saved))) {
          lost.abort()
          lost.signal.throwIfAborted()
        }
        await work?.(transaction)
      }
      await store(lease, () => withTransaction(database, change))
    }
    try {
      await run({ ...job, save }, AbortSignal.any([lost.signal, stopping.signal]))
      return { state: 'done' }
    } catch (error) {
      if (lost.signal.aborted) return undefined
      if (stopping.signal.aborted) return { state: 'waiting', at: clock(), isGivenBack: true }
      const reason = getErrorReason(error).slice(0, MAX_ERROR_LENGTH)
      const isLast = error instanceof PermanentError || job.attempt >= attempts
      log.warn({ ...describe(job), reason }, isLast ? 'a job has failed' : 'a job is tried again later')
      if (isLast) return { state: 'failed', error: reason }
      const pause = Math.min(PAUSE_MS * 4 ** (job.attempt - 1), MAX_PAUSE_MS)
      return { state: 'waiting', at: later(pause), error: reason }
    } finally {
      await renewal.stop()
    }
  }

  const runJob = async (job: TakenJob, lease: { until: number }): Promise<void> => {
    const kind = kinds[job.kind]
    if (kind === undefined) return
    const outcome = await attempt(job, kind, lease)
    const isEnded =
      outcome !== undefined && (await store(lease, () => endAttempt(database, job, outcome, clock())))
    if (!isEnded) log.warn(describe(job), 'a job was taken over by another process')
  }

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
      const job = await takeJob(handle, free, owner, { now: clock(), until: later(leaseMs) })
      if (job === undefined) return
      const run = runJob(job, { until })
        .catch((error: unknown) => logFailure(log, error, 'the end of a job was not stored'))
        .finally(() => running.delete(run))
        .then(() => look())
      running.set(run, job.kind)
    }
  }
  let last = Promise.resolve()
  const look = () =>
    (last = last.then(fill).catch((error: unknown) => logFailure(log, error, 'due jobs were not read')))
  let polling: ReturnType<typeof createPeriodicTask> | undefined

  return {
    runDue: async () => {
      let looked = look()
      await looked
      // The end of a job begins another look, which may take the next job of its owner.
      while (running.size > 0 || looked !== last) {
        if (running.size > 0) await Promise.race(running.keys())
        looked = last
        await looked
      }
    },
    start: () => {
      polling ??= createPeriodicTask(look, everyMs)
      void polling.run()
    },
    stop: async () => {
      isStopped = true
      await polling?.stop()
      const ended = () => Promise.allSettled(running.keys())
      await Promise.race([ended(), delay(stopMs, undefined, { ref: false })])
      stopping.abort()
      await Promise.race([ended(), delay(stopMs, undefined, { ref: false })])
    },
  }
}
