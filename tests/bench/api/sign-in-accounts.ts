import { type DatabaseLocation, openDatabaseHandle } from '../../../src/server/database/open.ts'

/**
 * Adds accounts with the analyst's password to a portal's database and returns their user ids. Each account has a small
 * share of the hashing queue and 20 sessions, so that sign-ins under load are spread over several.
 */
export async function addSignInAccounts(location: DatabaseLocation, count: number): Promise<string[]> {
  const engine = openDatabaseHandle(location)
  const { id: _, ...analyst } = await engine.database
    .selectFrom('users')
    .selectAll()
    .where('user_id', '=', 'analyst')
    .executeTakeFirstOrThrow()
  const names = Array.from({ length: count }, (_value, index) => `bench-${index}`)
  await engine.database
    .insertInto('users')
    .values(names.map((name) => ({ ...analyst, user_id: name, user_key: name })))
    .onConflict((conflict) => conflict.column('user_key').doNothing())
    .execute()
  await engine.close()
  return names
}
