import { setTimeout as delay } from 'node:timers/promises'
import { getErrorReason, isUnavailable } from '../database/errors.ts'
import type { Connection, Database } from '../database/handle.ts'
import { withTransaction } from '../database/transaction.ts'
import { createPeriodicTask, type FailureLog, logFailure } from '../periodic-task.ts'
import { type JobKind, PermanentError } from './job.ts'
import { changeLeased, endAttempt, type Outcome, type TakenJob } from './job-repository.ts'

/** The pause before a change is stored again that an unavailable database has not stored. */
const STORE_PAUSE_MS = 500

/** The pause after the first attempt and the longest one; each is four times as long as the one before. */
const PAUSE_MS = 60_000
const MAX_PAUSE_MS = 4 * 3_600_000
const MAX_ERROR_LENGTH = 500

interface AttemptDeps {
  readonly database: Database
  readonly log: FailureLog
  readonly clock: () => Date
  readonly leaseMs: number
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal
}

/** Says when a lease ends, as `performance.now()` counts. */
interface LeaseEnd {
  until: number
}

/** Runs one job under its lease, and stores what becomes of it. */
export async function runJob(deps: AttemptDeps, job: TakenJob, kind: JobKind, lease: LeaseEnd) {
  const { database, log, clock } = deps
  const outcome = await attemptJob(deps, job, kind, lease)
  const isEnded =
    outcome !== undefined && (await storeUnderLease(lease, () => endAttempt(database, job, outcome, clock())))
  if (!isEnded) log.warn(describe(job), 'a job was taken over by another process')
}

/** Runs one job while its lease is renewed. Returns what becomes of it; undefined if another process has it. */
async function attemptJob(
  { database, log, clock, leaseMs, stopping }: AttemptDeps,
  job: TakenJob,
  { run, attempts }: JobKind,
  lease: LeaseEnd,
): Promise<Outcome | undefined> {
  // The process of the last attempt was killed, perhaps by the job itself.
  if (job.attempt > attempts) return { state: 'failed', error: 'the process that ran it ended' }
  const later = (milliseconds: number) => new Date(clock().getTime() + milliseconds)
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
    await storeUnderLease(lease, () => withTransaction(database, change))
  }
  try {
    await run({ ...job, save }, AbortSignal.any([lost.signal, stopping]))
    return { state: 'done' }
  } catch (error) {
    if (lost.signal.aborted) return undefined
    if (stopping.aborted) return { state: 'waiting', at: clock(), isGivenBack: true }
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

/** Stores a change of a job, again while the database is unavailable and the lease lasts: what was done stays known. */
async function storeUnderLease<T>(lease: Readonly<LeaseEnd>, change: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await change()
    } catch (error) {
      if (!isUnavailable(error) || performance.now() + STORE_PAUSE_MS >= lease.until) throw error
      await delay(STORE_PAUSE_MS)
    }
  }
}

const describe = ({ id, kind, subject, dueAt, attempt }: TakenJob) => {
  return { job: id, kind, subject, dueAt, attempt }
}
