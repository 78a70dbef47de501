import { Client } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestApp, type Send } from '../support/test-app.ts'
import { z } from 'zod'

const testApp = await createTestApp()
const other = new Client({ connectionString: z.string().parse(testApp.location.databaseUrl) })
await other.connect()
afterAll(() => other.end())

/** How many statements wait for a lock in this test's database. Not of pg_stat_activity, which a transaction reads once. */
async function waiting(): Promise<number> {
  const { rows } = await other.query<{ waiting: string }>(
    `select count(*) as waiting from pg_locks join pg_database on pg_database.oid = pg_locks.database
     where datname = current_database() and not granted`,
  )
  return Number(rows[0]?.waiting)
}

test('every read is answered while sessions cannot be written, and at most one connection waits', async () => {
  const accounts = ['superadmin', 'administrator', 'analyst']
  const sessions: Send[] = []
  for (let index = 0; index < 15; index += 1) {
    sessions.push(await testApp.as(accounts[index % accounts.length] ?? ''))
  }
  testApp.pass(60_000)
  await other.query('begin')
  // Blocks what writes to sessions, and nothing that reads them.
  await other.query('lock table sessions in share mode')
  const readAll = () =>
    Promise.all(sessions.map(async (send) => (await send('GET', '/auth/permissions')).status))
  const allGood = sessions.map(() => 200)

  // Stalled twice in a row: what one try leaves behind must not add up.
  for (let stall = 0; stall < 2; stall += 1) {
    let most = 0
    while (most === 0) {
      expect(await readAll()).toEqual(allGood)
      most = await waiting()
    }
    while ((await waiting()) > 0) {
      expect(await readAll()).toEqual(allGood)
      most = Math.max(most, await waiting())
    }
    expect(most).toBe(1)
  }
  await other.query('commit')

  const stored = async () => {
    const rows = await testApp.engine.database.selectFrom('sessions').select('last_used_at').execute()
    return rows.map(({ last_used_at }) => last_used_at)
  }
  const now = testApp.now().toISOString()
  await expect.poll(stored, { timeout: 20_000 }).toEqual(sessions.map(() => now))
  expect(testApp.log().match(/session activity is not being stored/g)).toHaveLength(1)
}, 90_000)

describe('writes that stall', () => {
  const createRole = (send: Send, index: number) =>
    send('POST', '/v1/role-master', { name: `stalled ${index}`, description: 'Waits.' })

  test('take half of the connections, and reads and the readiness are answered', async () => {
    const administrator = await testApp.as('administrator')
    await other.query('begin')
    await other.query('lock table roles in share mode')
    const writes = Array.from({ length: 12 }, (_, index) => createRole(administrator, index))
    await expect.poll(waiting, { timeout: 10_000 }).toBe(5)
    const reads = [
      ...writes.map(() => administrator('GET', '/v1/role-master?page=1&size=10')),
      testApp.send({ method: 'GET', url: '/readyz' }),
    ]
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual(reads.map(() => 200))
    expect(await waiting()).toBe(5)
    // Those that get no turn are refused while the others still wait.
    const [refused] = await Promise.all(writes.slice(5))
    expect([refused?.status, refused?.headers['retry-after']]).toEqual([503, '2'])
    await other.query('commit')
    expect((await Promise.all(writes)).filter(({ status }) => status === 201)).toHaveLength(5)
    expect((await createRole(administrator, 12)).status).toBe(201)
  }, 20_000)

  test('are none where a stranger signs out', async () => {
    await other.query('begin')
    await other.query('lock table sessions in share mode')
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        testApp.bearing(`invented-${index}`.padEnd(43, '0'))('POST', '/auth/logout', {}),
      ),
    )
    await other.query('commit')
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  })
})
