import type { Connection } from '../database/handle.ts'

/** Describes work to do at a time. The same kind, subject and due time are the same job. */
export interface NewJob {
  readonly kind: string
  /** What it is about, such as the number of a record. */
  readonly subject: string
  readonly dueAt: Date
  /** The account whose jobs take turns with those of others: one at a time, the account that waited longest first. */
  readonly ownerId?: number | undefined
  /** A JSON value. */
  readonly payload: unknown
}

/** Describes a job that this process has the lease of. */
export interface RunningJob extends NewJob {
  readonly id: number
  /** The number of this attempt, from 1. */
  readonly attempt: number
  /**
   * Stores another payload, which a later attempt gets: what was done so far is not done again. `work` is of the same
   * transaction. Throws, and aborts the signal, if another process has the job by now.
   */
  readonly save: (payload: unknown, work?: (transaction: Connection) => Promise<void>) => Promise<void>
}

export interface JobKind {
  /** Adds the jobs that are due by now, before some are taken. */
  readonly addDue?: () => Promise<void>
  /** Does a job; throws to try again, or `PermanentError`. The signal ends it: the lease is lost, or the server stops. */
  readonly run: (job: RunningJob, signal: AbortSignal) => Promise<void>
  /** After so many attempts a job has failed. One that a killed process left counts as well. */
  readonly attempts: number
}

/** Says that another attempt cannot change the error: the job has failed at once. */
export class PermanentError extends Error {
  override readonly name = 'PermanentError'
}
