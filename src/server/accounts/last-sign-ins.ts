import type { PageQuery } from '../../../schemas/api/parameters.ts'
import type { LastSignIn } from '../../../schemas/api/session.ts'
import { countSessions } from './session-list.ts'
import type { SessionBounds } from './sessions.ts'
import { readPage } from '../database/batches.ts'
import type { Connection } from '../database/handle.ts'
import { selectSystemUsers, userColumns } from './users.ts'

/** Which users are listed. */
export interface LastSignInFilter extends PageQuery {
  /** Only users who have not signed in since this time; who never signed in counts from the creation. */
  readonly notSignedInSince: Date | undefined
  /** Whether users of role 1 are included, which administration does not show. */
  readonly includesReserved: boolean
}

/** Lists a page of the users with their last sign-in, by id. */
export async function listLastSignIns(
  db: Connection,
  { search, notSignedInSince, includesReserved, ...page }: LastSignInFilter,
  bounds: SessionBounds,
): Promise<{ records: LastSignIn[]; totalCount: number }> {
  const users = selectSystemUsers(db, search.trim(), includesReserved)
  const found = users
    .leftJoin('last_sign_ins', 'last_sign_ins.user_id', 'users.id')
    .$if(notSignedInSince !== undefined, (query) =>
      query.where(
        (where) => where.fn.coalesce('last_sign_ins.at', 'users.created_at'),
        '<=',
        notSignedInSince?.toISOString() ?? '',
      ),
    )
  const selected = found
    .select(userColumns)
    .select(['users.created_at as createdAt', 'last_sign_ins.at as lastSignInAt'])
    .orderBy('users.id')
  const { records: rows, totalCount } = await readPage(found, selected, page)
  const sessions = await countSessions(
    db,
    bounds,
    rows.map(({ id }) => id),
  )
  const records = rows.map((row) => ({ ...row, sessions: sessions.get(row.id) ?? 0 }))
  return { records, totalCount }
}

/** Stores a sign-in of a user; never moves a time back. */
export async function storeLastSignIn(db: Connection, userId: number, now: Date): Promise<void> {
  const at = now.toISOString()
  await db
    .insertInto('last_sign_ins')
    .values({ user_id: userId, at })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ at }).where('last_sign_ins.at', '<', at),
    )
    .execute()
}

const DAY_MS = 24 * 3_600_000

/** The time so many days ago; undefined without a number of days. */
export function computeDaysAgo(now: Date, days: number | undefined): Date | undefined {
  return days === undefined ? undefined : new Date(now.getTime() - days * DAY_MS)
}
