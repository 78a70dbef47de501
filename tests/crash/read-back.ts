import type { Database } from '../../src/server/database/handle.ts'
import { recordsOf } from '../support/stored-records.ts'

/*
 * Reads records back as text that is equal for equal content.
 */

export const NOT_STORED = 'absent'

export async function readRole(database: Database, name: string): Promise<string> {
  const rows = await database.selectFrom('roles').select('description').where('name', '=', name).execute()
  return rows.map(({ description }) => description).join(' and ') || NOT_STORED
}

export async function readRolePermissions(database: Database, roleId: number): Promise<string> {
  const rows = await database
    .selectFrom('role_rights')
    .select('menu_id')
    .where('role_id', '=', roleId)
    .orderBy('menu_id')
    .execute()
  return rows.map(({ menu_id }) => menu_id).join(' ')
}

export async function readMonthlyRecord(database: Database, year: number, month: number): Promise<string> {
  const records = await recordsOf(database, 'monthly-reports', 'MNO_TO_ROUTELINK', year)
  return (
    records
      .filter(({ key }) => Number(key.slice(5)) === month)
      .map(({ measures }) => Object.values(measures).join(' '))
      .join(' and ') || NOT_STORED
  )
}
