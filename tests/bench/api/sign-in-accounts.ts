import { storeSession, createToken, hashToken } from '../../../src/server/accounts/sessions.ts'
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

/** Adds sessions of the administrator to a portal's database and returns their tokens. */
export async function addSessions(location: DatabaseLocation, count: number): Promise<string[]> {
  const engine = openDatabaseHandle(location)
  const { id } = await engine.database
    .selectFrom('users')
    .select('id')
    .where('user_id', '=', 'administrator')
    .executeTakeFirstOrThrow()
  const tokens = Array.from({ length: count }, () => createToken())
  const created_at = new Date().toISOString()
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  for (const token of tokens) {
    const session = { id: createToken(), token_hash: hashToken(token), user_id: id, created_at, expires_at }
    await storeSession(engine.database, session)
  }
  await engine.close()
  return tokens
}
