import { z } from 'zod'
import { DefinitionText, type KeptDraft, type KeptTexts } from '../../../../schemas/api/definitions.ts'
import type { Connection } from '../../platform/database/handle.ts'

/** Selects the drafts that have not ended, with their authors. */
const selectDrafts = (db: Connection, now: Date) =>
  db
    .selectFrom('drafts')
    .innerJoin('users', 'users.id', 'drafts.user_id')
    .select(['drafts.id', 'drafts.path', 'users.user_id as author', 'drafts.end_date as endDate'])
    .where('drafts.end_date', '>=', formatDay(now))

/** Formats the day of a time in UTC. */
export const formatDay = (time: Date): string => time.toISOString().slice(0, 10)

/** Lists the kept drafts of all users, the latest first. */
export const listDrafts = (db: Connection, now: Date): Promise<KeptDraft[]> =>
  selectDrafts(db, now).orderBy('drafts.id', 'desc').execute()

/** Finds a kept draft with its files. */
export async function findDraft(db: Connection, id: number, now: Date): Promise<KeptTexts | undefined> {
  const row = await selectDrafts(db, now)
    .select('drafts.files')
    .where('drafts.id', '=', id)
    .executeTakeFirst()
  return row && { ...row, files: z.array(DefinitionText).parse(JSON.parse(row.files)) }
}

/** Counts the kept drafts of a user. */
export async function countDrafts(db: Connection, user: number): Promise<number> {
  const rows = await db.selectFrom('drafts').select('id').where('user_id', '=', user).execute()
  return rows.length
}

/** Inserts the files of a draft; returns its number. */
export async function storeDraft(
  db: Connection,
  user: number,
  { path, files, endDate }: Pick<KeptTexts, 'path' | 'files' | 'endDate'>,
): Promise<number> {
  const row = { user_id: user, path, files: JSON.stringify(files), end_date: endDate }
  return (await db.insertInto('drafts').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Removes a draft of a user; returns false if there is none. */
export async function removeDraft(db: Connection, user: number, id: number): Promise<boolean> {
  const removed = db.deleteFrom('drafts').where('user_id', '=', user).where('id', '=', id)
  return (await removed.executeTakeFirst()).numDeletedRows > 0n
}

/** Deletes the drafts whose last day is over. */
export async function deleteEndedDrafts(db: Connection, now: Date): Promise<void> {
  await db.deleteFrom('drafts').where('end_date', '<', formatDay(now)).execute()
}
