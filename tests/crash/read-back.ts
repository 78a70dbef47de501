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

export async function readUser(database: Database, userId: string): Promise<string> {
  const rows = await database.selectFrom('users').select('email_id').where('user_id', '=', userId).execute()
  return rows.map(({ email_id }) => email_id).join(' and ') || NOT_STORED
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

/** Own permissions of a user, and whether they apply. */
export async function readUserPermissions(database: Database, userId: number): Promise<string> {
  const rows = await database
    .selectFrom('user_rights')
    .select('menu_id')
    .where('user_id', '=', userId)
    .orderBy('menu_id')
    .execute()
  const user = await database
    .selectFrom('users')
    .select('own_rights')
    .where('id', '=', userId)
    .executeTakeFirst()
  return formatOwnPermissions(
    user?.own_rights ?? -1,
    rows.map(({ menu_id }) => menu_id),
  )
}

export function formatOwnPermissions(flag: number, menuIds: readonly number[]): string {
  return `${flag}: ${menuIds.join(' ')}`
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

/** How many days of local exchange traffic a month (`2025-03`) has. */
export async function readExchangeDays(database: Database, month: string): Promise<string> {
  const [year = 0, ofYear] = month.split('-').map(Number)
  return formatDays((await recordsOf(database, 'local-exchange-traffic', '', year, ofYear)).length)
}

export function formatDays(days: number): string {
  return `${days} days`
}

/** How many daily and monthly records of traffic to the operators a year has. */
export async function readMinutes(database: Database, year: number): Promise<string> {
  const daily = await recordsOf(database, 'daily-reports', 'ROUTELINK_TO_MNO', year)
  const monthly = await recordsOf(database, 'monthly-reports', 'ROUTELINK_TO_MNO', year)
  return formatMinutes(daily.length, monthly.length)
}

export function formatMinutes(days: number, months: number): string {
  return `${days} days, ${months} months`
}
