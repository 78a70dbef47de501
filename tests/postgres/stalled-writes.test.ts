import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type Send } from '../support/test-app.ts'
import { z } from 'zod'

let testApp: TestApp
let other: Client
beforeAll(async () => {
  testApp = await createTestApp()
  other = new Client({ connectionString: z.string().parse(testApp.location.databaseUrl) })
  await other.connect()
})
afterAll(async () => {
  await other.end()
  await testApp.close()
})

/** How many statements wait for a lock in this test's database. */
async function waiting(): Promise<number> {
  const { rows } = await other.query<{ waiting: string }>(
    `select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return Number(rows[0]?.waiting)
}

test('every read is answered while sessions cannot be written, and at most one connection waits (M1, S76)', async () => {
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
