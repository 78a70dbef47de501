import type { Updateable } from 'kysely'
import type { Job, JobQuery } from '../../../../schemas/api/job.ts'
import { SUPER_ROLE } from '../../../../schemas/api/role.ts'
import { type Page, readPage } from '../database/batches.ts'
import type { Connection, DatabaseHandle } from '../database/handle.ts'
import type { Tables } from '../database/tables.ts'
import { withTransaction } from '../database/transaction.ts'
import type { NewJob } from './job.ts'
import { daysAgo } from '../days-ago.ts'

/** Identifies the lease of a job: only the attempt that has it may change the job. */
export interface Lease {
  readonly id: number
  readonly owner: string
  readonly attempt: number
}

export interface TakenJob extends NewJob, Lease {}

/** Adds a job; does nothing if the same one exists, finished or not. Returns whether it was added. */
export async function addJob(
  db: Connection,
  { kind, subject, ownerId, dueAt, payload }: NewJob,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('jobs')
    .values({
      kind,
      subject,
      owner_id: ownerId ?? null,
      due_at: dueAt.toISOString(),
      payload: JSON.stringify(payload),
      state: 'waiting',
      attempts: 0,
      next_at: dueAt.toISOString(),
    })
    .onConflict((conflict) => conflict.columns(['kind', 'subject', 'due_at']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Finds the next job of these kinds that waits and is due, or whose lease has run out. An owner with a running job waits;
 * the others take turns.
 */
function selectDue(db: Connection, kinds: readonly string[], now: Date) {
  return db
    .selectFrom('jobs')
    .select('jobs.id')
    .where('jobs.state', 'in', ['waiting', 'running'])
    .where('jobs.next_at', '<=', now.toISOString())
    .where('jobs.kind', 'in', kinds)
    .where((eb) => {
      const running = eb.selectFrom('jobs as busy').select('busy.id').where('busy.state', '=', 'running')
      const leased = running.where('busy.next_at', '>', now.toISOString())
      return eb.not(eb.exists(leased.whereRef('busy.owner_id', '=', 'jobs.owner_id')))
    })
    .orderBy((eb) => {
      const last = eb.selectFrom('jobs as ended').select(({ fn }) => fn.max('ended.finished_at').as('at'))
      return eb.fn.coalesce(last.whereRef('ended.owner_id', '=', 'jobs.owner_id'), eb.val(''))
    })
    .orderBy('jobs.next_at')
    .orderBy('jobs.id')
    .limit(1)
}

/**
 * Takes the next due job with a lease until `until`, and counts its attempt; undefined if there is none. No two processes
 * take the same one, and none waits for another.
 */
export async function takeJob(
  { name, database }: DatabaseHandle,
  kinds: readonly string[],
  owner: string,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<TakenJob | undefined> {
  // A read alone: it does not wait for writes, and mostly finds nothing.
  if ((await selectDue(database, kinds, now).executeTakeFirst()) === undefined) return undefined
  const take = (transaction: Connection) =>
    transaction
      .updateTable('jobs')
      .set((eb) => ({
        state: 'running',
        attempts: eb('attempts', '+', 1),
        next_at: until.toISOString(),
        lease_owner: owner,
      }))
      .where(
        'id',
        '=',
        selectDue(transaction, kinds, now).$if(name === 'postgres', (due) => due.forUpdate().skipLocked()),
      )
      .returning(['id', 'kind', 'subject', 'due_at', 'payload', 'attempts'])
      .executeTakeFirst()
  const row = await withTransaction(database, take, 'read committed')
  if (row === undefined) return undefined
  const { id, kind, subject, due_at, payload, attempts } = row
  const dueAt = new Date(due_at)
  return { id, kind, subject, dueAt, payload: JSON.parse(payload) as unknown, owner, attempt: attempts }
}

/** Changes a job that runs. Returns whether this attempt still has its lease; nothing is changed otherwise. */
export async function changeLeased(
  db: Connection,
  { id, owner, attempt }: Lease,
  change: Updateable<Tables['jobs']>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set(change)
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .where('attempts', '=', attempt)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Says what becomes of a job that is no longer run. */
export type Outcome =
  | { readonly state: 'done' }
  | { readonly state: 'failed'; readonly error: string }
  /** Once more at `at`; `isGivenBack` if the attempt does not count, because the server stops. */
  | { readonly state: 'waiting'; readonly at: Date; readonly error?: string; readonly isGivenBack?: true }

/** Ends an attempt. Returns whether this process still had the lease; nothing is changed otherwise. */
export function endAttempt(db: Connection, lease: Lease, outcome: Outcome, now: Date): Promise<boolean> {
  const { state } = outcome
  const attempts = lease.attempt - ('isGivenBack' in outcome ? 1 : 0)
  const times =
    state === 'waiting' ? { next_at: outcome.at.toISOString() } : { finished_at: now.toISOString() }
  const error = 'error' in outcome ? { last_error: outcome.error } : {}
  return changeLeased(db, lease, { state, lease_owner: null, attempts, ...times, ...error })
}

const FINISHED_DAYS = 30

/** Deletes the jobs that were done or have failed long ago. */
export async function deleteFinishedJobs(db: Connection, now: Date): Promise<void> {
  await db.deleteFrom('jobs').where('finished_at', '<', daysAgo(now, FINISHED_DAYS)).execute()
}

/** Deletes the jobs of a subject that have ended later than now, because the clock was ahead. */
export async function deleteLaterJobs(
  db: Connection,
  { kind, subject }: Pick<NewJob, 'kind' | 'subject'>,
  now: Date,
): Promise<void> {
  const jobs = db.deleteFrom('jobs').where('kind', '=', kind).where('subject', '=', subject)
  await jobs.where('finished_at', '>', now.toISOString()).execute()
}

export async function countJobs(db: Connection) {
  const counts = db.selectFrom('jobs').select(['kind', 'state']).groupBy(['kind', 'state'])
  const rows = await counts.select(({ fn }) => fn.countAll().as('count')).execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

/** Lists a page of the jobs, the latest due time first; those of accounts of role 1 only if they are included. */
export async function listJobs(
  db: Connection,
  { state, kind, page, size }: JobQuery,
  includesReserved: boolean,
): Promise<Page<Job>> {
  const matching = db
    .selectFrom('jobs')
    .$if(!includesReserved, (query) =>
      query.where((where) => {
        const reserved = db.selectFrom('users').select('id').where('role_id', '=', SUPER_ROLE)
        return where.or([where('owner_id', 'is', null), where('owner_id', 'not in', reserved)])
      }),
    )
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'failed'))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
  const rows = matching
    .select(['id', 'kind', 'subject', 'due_at as dueAt', 'state', 'attempts', 'next_at as nextAt'])
    .select(['last_error as lastError', 'finished_at as finishedAt'])
    .orderBy('due_at', 'desc')
    .orderBy('id', 'desc')
  return readPage(matching, rows, { page, size })
}
