import type { Dashboard } from '../../../schemas/api/dashboard.ts'
import type { Connection } from '../database/handle.ts'

/** Finds a dashboard by its id. */
export async function findDashboard(db: Connection, id: number): Promise<Dashboard | undefined> {
  return db.selectFrom('dashboards').select(['title', 'description']).where('id', '=', id).executeTakeFirst()
}

/** Inserts dashboards; their ids are assigned in order. */
export async function insertDashboards(db: Connection, dashboards: readonly Dashboard[]): Promise<void> {
  await db
    .insertInto('dashboards')
    .values([...dashboards])
    .execute()
}
