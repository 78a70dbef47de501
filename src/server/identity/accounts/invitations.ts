import type { Connection } from '../../platform/database/handle.ts'
import { addJob } from '../../platform/jobs/job-repository.ts'
import { createToken, hashToken } from './sessions.ts'

/** The kind of the jobs that mail invitations; the subject is the number of the user. */
export const INVITATION_JOB = 'invitation'

const HOURS = 72

/** Replaces the invitation of a user, and adds the job that mails its link. */
export async function addInvitation(db: Connection, userId: number, invitedBy: number, now: Date) {
  const ends_at = new Date(now.getTime() + HOURS * 3_600_000).toISOString()
  await endInvitation(db, userId)
  await db
    .insertInto('invitations')
    .values({ user_id: userId, token_hash: null, invited_by: invitedBy, ends_at })
    .execute()
  const job = { kind: INVITATION_JOB, subject: String(userId), ownerId: invitedBy }
  await addJob(db, { ...job, dueAt: now, payload: {} })
}

/**
 * Gives the invitation of a user a new token, of which only the hash is stored, and returns both; undefined if it has
 * ended.
 */
export async function issueInvitation(db: Connection, userId: number, now: Date) {
  const token = createToken()
  const { numUpdatedRows } = await db
    .updateTable('invitations')
    .set({ token_hash: hashToken(token) })
    .where('user_id', '=', userId)
    .where('ends_at', '>', now.toISOString())
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return undefined
  const invitation = await selectInvitations(db).where('users.id', '=', userId).executeTakeFirst()
  return invitation && { ...invitation, token }
}

/** Finds the invitation of a token; undefined if it has ended. */
export const findInvitation = (db: Connection, token: string, now: Date) =>
  selectInvitations(db)
    .where('invitations.token_hash', '=', hashToken(token))
    .where('invitations.ends_at', '>', now.toISOString())
    .executeTakeFirst()

export type Invitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>

/** Uses up the invitation of a token; returns false if it has ended meanwhile. */
export async function takeInvitation(db: Connection, token: string, now: Date): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('invitations')
    .where('token_hash', '=', hashToken(token))
    .where('ends_at', '>', now.toISOString())
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

export async function endInvitation(db: Connection, userId: number): Promise<void> {
  await db.deleteFrom('invitations').where('user_id', '=', userId).execute()
}

export async function deleteEndedInvitations(db: Connection, now: Date): Promise<void> {
  await db.deleteFrom('invitations').where('ends_at', '<=', now.toISOString()).execute()
}

const selectInvitations = (db: Connection) =>
  db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.user_id')
    .select(['users.id', 'users.user_id as userId', 'users.owner', 'users.email_id as emailId'])
    .select(['invitations.invited_by as invitedBy', 'invitations.ends_at as endsAt'])
    .where('users.status', '=', 'Active')
