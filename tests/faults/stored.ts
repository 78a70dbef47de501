import type { Database } from '../../src/server/database/engine.ts'

/*
 * What a database holds of one thing, as a text that is equal for equal content.
 */

export const ABSENT = 'absent'

export async function storedRole(database: Database, name: string): Promise<string> {
  const rows = await database.selectFrom('roles').select('description').where('name', '=', name).execute()
  return rows.map(({ description }) => description).join(' and ') || ABSENT
}

export async function storedUser(database: Database, userId: string): Promise<string> {
  const rows = await database.selectFrom('users').select('email_id').where('user_id', '=', userId).execute()
  return rows.map(({ email_id }) => email_id).join(' and ') || ABSENT
}

export async function storedRoleRights(database: Database, roleId: number): Promise<string> {
  const rows = await database
    .selectFrom('role_rights')
    .select('menu_id')
    .where('role_id', '=', roleId)
    .orderBy('menu_id')
    .execute()
  return rows.map(({ menu_id }) => menu_id).join(' ')
}

/** The own rights of a user, and whether they hold. */
export async function storedUserRights(database: Database, userId: number): Promise<string> {
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
  return ownRightsText(
    user?.own_rights ?? -1,
    rows.map(({ menu_id }) => menu_id),
  )
}

export function ownRightsText(flag: number, menuIds: readonly number[]): string {
  return `${flag}: ${menuIds.join(' ')}`
}

export async function storedMonthlyRecord(database: Database, year: number, month: number): Promise<string> {
  const rows = await database
    .selectFrom('monthly_records')
    .select(['airtel', 'mtn', 'nine_mobile', 'glo', 'ida'])
    .where('report_type', '=', 'MNO_TO_ROUTELINK')
    .where('year', '=', year)
    .where('report_month', '=', month)
    .execute()
  return rows.map((row) => Object.values(row).join(' ')).join(' and ') || ABSENT
}

/** How many days of local exchange traffic a month has. */
export async function storedExchangeDays(database: Database, month: string): Promise<string> {
  const { days } = await database
    .selectFrom('local_exchange')
    .select((all) => all.fn.countAll().as('days'))
    .where('report_date', '>=', `${month}-01`)
    .where('report_date', '<=', `${month}-99`)
    .executeTakeFirstOrThrow()
  return daysText(Number(days))
}

export function daysText(days: number): string {
  return `${days} days`
}

/** How many daily and monthly records of traffic to the operators a year has. */
export async function storedMinutes(database: Database, year: number): Promise<string> {
  const daily = await database
    .selectFrom('daily_records')
    .select((all) => all.fn.countAll().as('count'))
    .where('report_type', '=', 'ROUTELINK_TO_MNO')
    .where('report_date', '>=', `${year}-01-01`)
    .where('report_date', '<=', `${year}-99`)
    .executeTakeFirstOrThrow()
  const monthly = await database
    .selectFrom('monthly_records')
    .select((all) => all.fn.countAll().as('count'))
    .where('report_type', '=', 'ROUTELINK_TO_MNO')
    .where('year', '=', year)
    .executeTakeFirstOrThrow()
  return minutesText(Number(daily.count), Number(monthly.count))
}

export function minutesText(days: number, months: number): string {
  return `${days} days, ${months} months`
}
