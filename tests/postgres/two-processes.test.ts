import { availableParallelism } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '../../src/server/platform/database/postgres.ts'
import type { DatabaseHandle } from '../../src/server/platform/database/handle.ts'
import {
  type Answer,
  type Call,
  choosePassword,
  createClient,
  readRecord,
  signIn,
} from '../crash/api-client.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { readMenu } from '../crash/workloads.ts'
import { PASSWORD as FIRST_PASSWORD, userBody } from '../support/user-body.ts'
import { enableOnly, readTree } from '../support/test-users.ts'
import { createDatabase, type TestDatabase } from './databases.ts'

let place: TestDatabase
let engine: DatabaseHandle
let servers: readonly [ServerProcess, ServerProcess]
/** The same administrator's calls, to the one process and to the other. */
let a: Call
let b: Call

beforeAll(async () => {
  place = await createDatabase('template1')
  const environment = { DATABASE_URL: place.url, LOG_LEVEL: 'warn' }
  // Both start at once on a database that has nothing yet.
  servers = await Promise.all([startServerProcess(environment), startServerProcess(environment)])
  engine = openPostgres(place.url)
  const token = await signIn(servers[0].url, 'superadmin')
  a = createClient(() => servers[0].url, token)
  b = createClient(() => servers[1].url, token)
}, 60_000)
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()))
  await engine.close()
  await place.drop()
})

let names = 0
const newName = (kind: string) => `${kind} ${(names += 1)}`
const PASSWORD = 'shared-By-2-Servers'

/** Adds a user with a role of its own that opens these ids. */
async function newUser(menuIds: readonly number[]) {
  const userId = newName('user').replace(' ', '-')
  const roleId = Number(readRecord(await a('POST', '/v1/role-master', role(newName('role'))))['id'])
  await saveRights(a, roleId, menuIds)
  const id = Number(readRecord(await a('POST', '/v1/system-users', userBody(roleId, userId)))['id'])
  await choosePassword(servers[0].url, userId, FIRST_PASSWORD, PASSWORD)
  return { id, userId, roleId }
}

const role = (name: string, description = 'of two processes') => ({ name, description })

async function saveRights(call: Call, roleId: number, menuIds: readonly number[], headers = {}) {
  const path = `/v1/rights-management/save-role-rights?roleId=${roleId}&service=bidashboard`
  const { menu } = await readMenu(a)
  return call('POST', path, { records: enableOnly(menu, menuIds) }, headers)
}

const counted = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length

describe('two processes on one database', () => {
  test('create one schema, one menu and one seed when they start at once on an empty one', async () => {
    const users = await engine.database.selectFrom('users').select('user_id').orderBy('id').execute()
    expect(users.map(({ user_id }) => user_id)).toEqual(['superadmin', 'administrator', 'analyst'])
    const [one, other] = await Promise.all([a('GET', '/v1/menu-hierarchy'), b('GET', '/v1/menu-hierarchy')])
    expect(readTree(one.body)).toEqual(readTree(other.body))
    const ids = (await readMenu(a)).menuIds
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('share their sessions: either accepts a session of the other, and a logout ends it in both', async () => {
    const { userId } = await newUser([11])
    const token = await signIn(servers[0].url, userId, PASSWORD)
    const atA = createClient(() => servers[0].url, token)
    const atB = createClient(() => servers[1].url, token)
    expect((await atB('GET', '/auth/permissions')).status).toBe(200)
    await atA('POST', '/auth/logout', { sessionId: 'x' })
    expect((await atB('GET', '/auth/permissions')).status).toBe(401)
  })

  test('count failed logins together, also concurrent ones (spec 11.2)', async () => {
    const { userId } = await newUser([])
    const login = (index: number, password: string) =>
      createClient(() => (index % 2 === 0 ? servers[0] : servers[1]).url)('POST', '/auth/login', {
        username: userId,
        password,
      })
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => login(index, 'wrong')))
    expect(counted(answers, 401)).toBe(5)
    expect(counted(answers, 429) + counted(answers, 503)).toBe(35)
    // Each process hashes on half of the processor: what it had begun when the limit was reached comes on top.
    const hashesAtOnce = servers.length * Math.max(1, Math.floor(availableParallelism() / 2))
    const looked = servers.flatMap((server) =>
      server
        .output()
        .split('\n')
        .filter((line) => line.includes('"sign-in failed"') && line.includes(userId)),
    )
    expect(looked.length).toBeGreaterThanOrEqual(5)
    expect(looked.length).toBeLessThanOrEqual(5 + hashesAtOnce)
    for (const index of [0, 1]) {
      const refused = await login(index, PASSWORD)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const counters = await engine.database
      .selectFrom('login_counters')
      .select('failures')
      .where('key', 'like', `%${userId}%`)
      .execute()
    expect(counters.map(({ failures }) => failures)).toEqual([5, 5])
  })
})
