import { z } from 'zod'
import { type DatabaseLocation, openDatabaseHandle } from '../../../src/server/platform/database/open.ts'
import { DEMO_PASSWORD } from '../../../src/server/data/demo/demo-accounts.ts'
import type { Call } from './load.ts'

const Login = z.object({ accessToken: z.string() })

const REPORTS = [
  '/v1/monthly-reports/2025/MNO_TO_ROUTELINK',
  '/v1/monthly-reports/2025/3/MNO_TO_ROUTELINK',
  '/v1/monthly-reports/2024/11/ROUTELINK_TO_MNO',
  '/v1/local-exchange-traffic/2025/3',
]
const LISTS = [
  '/v1/role-master?page=0&size=10',
  '/v1/system-users?page=0&size=25&search=a',
  '/v1/monthly-reports/years',
]
const WORKBOOK = '/v1/monthly-reports/download/2025/3/MNO_TO_ROUTELINK'

const signIn = (username: string, password: string) => ({
  method: 'POST' as const,
  path: '/auth/login',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ username, password }),
})

/**
 * Signs in and returns the calls of a working day, as a browser sends them, which contain sign-ins. Throws if the response
 * to one of them has an unexpected status.
 */
export async function listCalls(origin: string, location: DatabaseLocation) {
  const right = signIn('administrator', DEMO_PASSWORD)
  const { accessToken } = Login.parse(await (await fetch(`${origin}${right.path}`, right)).json())
  const headers = { authorization: `Bearer ${accessToken}` }
  const get = (path: string, weight: number): Call => ({ method: 'GET', path, headers, weight, status: 200 })
  const reports = REPORTS.map((path) => get(path, 24))
  const others = [
    ...reports,
    get('/auth/permissions', 48),
    { ...get('/auth/validate-token', 24), method: 'POST' as const },
    ...LISTS.map((path) => get(path, 12)),
    get(WORKBOOK, 2),
  ]
  const accounts = await addAccounts(location, 32)
  const signIns = accounts.map((name) => ({ weight: 1, status: 200, ...signIn(name, DEMO_PASSWORD) }))
  for (const call of [...others, ...signIns]) {
    const { status } = await fetch(`${origin}${call.path}`, call)
    if (status !== call.status) throw new Error(`${call.path}: status ${status}, expected ${call.status}`)
  }
  const mix = signIns.flatMap((call) => [...others, call])
  // Unknown names, a different one each time: a repeated one would be refused without hashing.
  const unknown = Array.from({ length: 5_000 }, (_, index) => signIn(`unknown-${index}`, 'wrong'))
  return { reports, mix, wrongSignIns: unknown.map((call) => ({ weight: 1, status: 401, ...call })) }
}

/**
 * Adds accounts with the analyst's password and returns their user ids. Each account has a small share of the hashing queue
 * and 20 sessions, so that sign-ins under load are spread over several.
 */
async function addAccounts(location: DatabaseLocation, count: number): Promise<string[]> {
  const engine = openDatabaseHandle(location)
  const users = engine.database.selectFrom('users').selectAll()
  const { id: _, ...analyst } = await users.where('user_id', '=', 'analyst').executeTakeFirstOrThrow()
  const names = Array.from({ length: count }, (_value, index) => `bench-${index}`)
  await engine.database
    .insertInto('users')
    .values(names.map((name) => ({ ...analyst, user_id: name, user_key: name })))
    .onConflict((conflict) => conflict.column('user_key').doNothing())
    .execute()
  await engine.close()
  return names
}
