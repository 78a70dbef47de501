import type { SavedView } from '../../../../schemas/api/view.ts'
import type { Connection } from '../../platform/database/handle.ts'

export async function listViews(db: Connection, user: number): Promise<SavedView[]> {
  const rows = await db
    .selectFrom('views')
    .select(['id', 'report', 'name', 'address', 'is_default'])
    .where('user_id', '=', user)
    .execute()
  return rows
    .map(({ is_default, ...view }) => ({ ...view, isDefault: is_default === 1 }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

/** Inserts a view, or replaces the one with an id. A default one takes that from the others of its report. */
export async function storeView(
  db: Connection,
  user: number,
  { isDefault, ...view }: Omit<SavedView, 'id'>,
  id: number | null,
): Promise<SavedView> {
  if (isDefault) {
    const others = db.updateTable('views').set({ is_default: 0 })
    await others.where('user_id', '=', user).where('report', '=', view.report).execute()
  }
  const row = { ...view, user_id: user, is_default: isDefault ? 1 : 0 }
  if (id !== null) {
    await db.updateTable('views').set(row).where('id', '=', id).execute()
    return { id, ...view, isDefault }
  }
  const added = await db.insertInto('views').values(row).returning('id').executeTakeFirstOrThrow()
  return { id: added.id, ...view, isDefault }
}

/** Removes a view of a user; returns false if there is none. */
export async function removeView(db: Connection, user: number, id: number): Promise<boolean> {
  const removed = db.deleteFrom('views').where('user_id', '=', user).where('id', '=', id)
  return (await removed.executeTakeFirst()).numDeletedRows > 0n
}
