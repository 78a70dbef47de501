import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { addToken } from '../../support/route-fixtures.ts'
import { createListeningApp } from '../../support/statements.ts'

const HOUR = 3_600_000
const TABLES = ['sessions', 'login_counters', 'known_networks'] as const

let testApp: TestApp
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  testApp = await createTestApp()
})
afterEach(async () => {
  await testApp.close()
  vi.useRealTimers()
})

async function rows(): Promise<number[]> {
  const found = TABLES.map((table) => testApp.engine.database.selectFrom(table).selectAll().execute())
  return (await Promise.all(found)).map(({ length }) => length)
}

const signIn = (username: string, password: string) =>
  testApp.login(username, password, { remoteAddress: '203.0.113.7' })

/** One session and its known network, and the counters of its success and of a failure with an unknown name. */
async function fill(): Promise<void> {
  await signIn('analyst', 'demo-Portal-2025')
  await signIn('nobody', 'wrong')
  expect(await rows()).toEqual([1, 4, 1])
}

test('the clean-up deletes expired data at the start and every hour, without any sign-in (L7)', async () => {
  await fill()
  testApp.pass(31 * 24 * HOUR)
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  await expect.poll(rows).toEqual([0, 0, 0])
  await fill()
  testApp.pass(9 * HOUR)
  await vi.advanceTimersByTimeAsync(HOUR)
  await expect.poll(rows).toEqual([0, 0, 1])
})

test('the clean-up deletes a token a month after its end, and not before (L7)', async () => {
  const ids = () => testApp.engine.database.selectFrom('tokens').select('id').execute()
  await addToken(testApp, 1)
  testApp.pass(59 * 24 * HOUR)
  const { id } = await addToken(testApp, 1)
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  expect(await ids()).toHaveLength(2)
  testApp.pass(2 * 24 * HOUR)
  await vi.advanceTimersByTimeAsync(HOUR)
  await expect.poll(ids).toEqual([{ id }])
})

test('the clean-up keeps data that has not expired, and keeps caches valid (L7)', async () => {
  await fill()
  const { readVersions } = testApp.engine
  const before = await readVersions()
  const statements: string[] = []
  const app = await createListeningApp(testApp, (kind) => statements.push(kind))
  await app.listen({ port: 0, host: '127.0.0.1' })
  await expect
    .poll(() => statements.filter((kind) => kind === 'DeleteQueryNode'))
    .toHaveLength(TABLES.length + 3)
  await app.close()
  expect(await rows()).toEqual([1, 4, 1])
  expect(await readVersions()).toEqual(before)
})

test('the clean-up deletes the events of the history after their days, and keeps later ones (S90)', async () => {
  const { database } = testApp.engine
  const times = async () =>
    (await database.selectFrom('audit_events').select('at').execute()).map(({ at }) => at)
  await fill()
  testApp.pass(300 * 24 * HOUR)
  await fill()
  const before = await times()
  expect(before).toHaveLength(2)
  testApp.pass(99 * 24 * HOUR)
  await fill()
  const last = (await times()).slice(2)
  testApp.pass(2 * 24 * HOUR)
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  await expect.poll(times).toEqual([...before.slice(1), ...last])
})

test('the clean-up deletes no event after a jump of the clock, also if it is used meanwhile (N5)', async () => {
  const { database } = testApp.engine
  const count = async () => (await database.selectFrom('audit_events').select('at').execute()).length
  for (let day = 0; day < 3; day += 1) {
    await fill()
    testApp.pass(24 * HOUR)
  }
  testApp.pass(500 * 24 * HOUR)
  await signIn('analyst', 'demo-Portal-2025')
  expect(await count()).toBe(4)
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  await expect.poll(testApp.log).toContain('no event of the last days confirms the clock')
  expect(await count()).toBe(4)
})

test('the clean-up only logs a warning if the database rejects the deletion (L7)', async () => {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const refuse = () => {
    throw Object.assign(new Error('read-only database'), { code: 'SQLITE_READONLY' })
  }
  const app = await createListeningApp(testApp, refuse, { log: { level: 'info', stream } })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  await expect.poll(() => lines.join('')).toContain('ended sessions were not deleted')
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  await app.close()
})
