import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseHandle } from '../../src/server/database/handle.ts'
import { openPostgres } from '../../src/server/database/postgres.ts'
import { type Call, choosePassword, createClient, readRecord, signIn } from '../crash/api-client.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { readMenu } from '../crash/workloads.ts'
import { enableOnly } from '../support/test-users.ts'
import { createDatabase, type TestDatabase } from './databases.ts'

// S16: what one process withdraws counts at the other from the next request on, while its caches are in use.

const PASSWORD = 'shared-By-2-Servers'
const FIRST_PASSWORD = 'given-By-1-Chief'
const REPORT = '/v1/monthly-reports/years'
const READERS = 50

let place: TestDatabase
let engine: DatabaseHandle
let servers: readonly [ServerProcess, ServerProcess]
let admin: Call
let menu: Awaited<ReturnType<typeof readMenu>>
const readers: Promise<ReadonlySet<number>>[] = []
const ended = new AbortController()

beforeAll(async () => {
  place = await createDatabase('template1')
  const environment = { DATABASE_URL: place.url, LOG_LEVEL: 'warn' }
  servers = await Promise.all([startServerProcess(environment), startServerProcess(environment)])
  engine = openPostgres(place.url)
  admin = createClient(() => servers[0].url, await signIn(servers[0].url, 'superadmin'))
  menu = await readMenu(admin)
  const token = await signIn(servers[1].url, 'administrator')
  const read = createClient(() => servers[1].url, token)
  for (let index = 0; index < READERS; index += 1) {
    readers.push(
      (async () => {
        const statuses = new Set<number>()
        while (!ended.signal.aborted) statuses.add((await read('GET', REPORT)).status)
        return statuses
      })(),
    )
  }
}, 60_000)
afterAll(async () => {
  ended.abort()
  await Promise.all(readers)
  await Promise.all(servers.map((server) => server.kill()))
  await engine.close()
  await place.drop()
}, 60_000)

const ALLOWED = [1, 11, 13, 16, 17]

const saveRights = (roleId: number, ids: readonly number[]) =>
  admin('POST', `/v1/rights-management/save-role-rights?roleId=${roleId}&service=bidashboard`, {
    records: enableOnly(menu.menu, ids),
  })

let count = 0
/** A user with a role of its own, and a session that the second process has cached. */
async function openSession() {
  const userId = `reader-${(count += 1)}`
  const role = { name: userId, description: 'reads' }
  const roleId = Number(readRecord(await admin('POST', '/v1/role-master', role))['id'])
  await saveRights(roleId, ALLOWED)
  const user = {
    userId,
    password: FIRST_PASSWORD,
    owner: 'admin',
    roleId,
    loginIP: '',
    emailId: 'a@portal.example',
  }
  const id = Number(readRecord(await admin('POST', '/v1/system-users', user))['id'])
  await choosePassword(servers[0].url, userId, FIRST_PASSWORD, PASSWORD)
  const token = await signIn(servers[0].url, userId, PASSWORD)
  const read = async () => (await createClient(() => servers[1].url, token)('GET', REPORT)).status
  expect(await read()).toBe(200)
  expect(await read()).toBe(200)
  return { id, userId, roleId, token, read, user }
}
type Session = Awaited<ReturnType<typeof openSession>>

const withdrawals: Readonly<Record<string, (session: Session) => Promise<{ readonly status: number }>>> = {
  'a sign-out': ({ token }) => createClient(() => servers[0].url, token)('POST', '/auth/logout', {}),
  'a deactivation': ({ id }) => admin('PUT', `/v1/system-users/${id}/status?status=Inactive`),
  'a password reset': ({ id }) =>
    admin('POST', `/v1/system-users/${id}/reset-password`, { newPassword: 'another-1-Of-Mine' }),
  'a change of rights': ({ roleId }) => saveRights(roleId, [1, 11]),
  'a change of the role': async ({ id, userId, user }) => {
    const role = { name: `${userId}-without`, description: 'reads nothing' }
    const roleId = Number(readRecord(await admin('POST', '/v1/role-master', role))['id'])
    const { password: _, ...stored } = user
    return admin('PUT', `/v1/system-users/${id}`, { ...stored, id, roleId })
  },
  'a sign-in beyond the number of sessions': async ({ userId }) => {
    for (let session = 0; session < 19; session += 1) await signIn(servers[0].url, userId, PASSWORD)
    return createClient(() => servers[0].url)('POST', '/auth/login', { username: userId, password: PASSWORD })
  },
  'a statement at a terminal': async ({ id }) => {
    await engine.database.updateTable('users').set({ status: 'Inactive' }).where('id', '=', id).execute()
    return { status: 200 }
  },
}

test.each(Object.keys(withdrawals))(
  '%s counts at the other process from the next request on, under load (S16)',
  async (kind) => {
    for (let round = 0; round < 3; round += 1) {
      const session = await openSession()
      const answer = await withdrawals[kind]?.(session)
      expect({ kind, status: answer?.status }).toEqual({ kind, status: 200 })
      expect([401, 403]).toContain(await session.read())
    }
  },
  60_000,
)

test('the readers beside were always answered', async () => {
  ended.abort()
  for (const statuses of await Promise.all(readers)) expect([...statuses]).toEqual([200])
})
