import type { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { App } from '../../../../src/server/app.ts'
import type { DatabaseHandle } from '../../../../src/server/platform/database/handle.ts'
import { DatabaseUnavailableError } from '../../../../src/server/platform/database/errors.ts'
import { storeSessionUses } from '../../../../src/server/identity/accounts/sessions.ts'
import { createTestApp, type TestApp } from '../../../support/test-app.ts'
import { storeAuditEvents } from '../../../../src/server/platform/history/history-repository.ts'
import { addToken } from '../../../support/route-fixtures.ts'
import { createListeningApp } from '../../../support/statements.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const TABLES = ['sessions', 'login_counters', 'known_networks'] as const
let testApp: TestApp
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  testApp = await createTestApp()
})
afterEach(() => vi.useRealTimers())

const statusOf = ({ statusCode }: { readonly statusCode: number }) => statusCode

const read = (app: App, token: string) =>
  app.inject({ url: '/auth/permissions', headers: { authorization: `Bearer ${token}` } })

async function lastUses(): Promise<string[]> {
  const rows = await testApp.engine.database.selectFrom('sessions').select('last_used_at').execute()
  return rows.map(({ last_used_at }) => last_used_at)
}

/** A second app on the same database, whose statements that store session activity are run by `execute`. */
async function createAppWith(
  execute: (query: CompiledQuery, engine: DatabaseHandle) => Promise<void>,
): Promise<App> {
  const { engine } = testApp
  return createListeningApp(
    { ...testApp, engine: { ...engine, executeUntracked: (query) => execute(query, engine) } },
    () => undefined,
  )
}

describe('the activity of sessions', () => {
  test('is stored for all sessions in one statement, one at a time, and delays no request', async () => {
    const tokens = await Promise.all(Array.from({ length: 15 }, () => testApp.token('analyst')))
    testApp.pass(10 * MINUTE)
    let begun = 0
    let letThrough = () => {}
    const gate = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    const app = await createAppWith(async (query, engine) => {
      begun += 1
      await gate
      await engine.executeUntracked(query)
    })
    const readAll = async () => (await Promise.all(tokens.map((token) => read(app, token)))).map(statusOf)
    const allGood = tokens.map(() => 200)
    expect(await readAll()).toEqual(allGood)
    vi.advanceTimersByTime(5_000)
    expect(begun).toBe(1)
    expect(await readAll()).toEqual(allGood)
    letThrough()
    await app.close()
    // The first statement, and after its end one for what was recorded since, which is nothing new by this clock.
    expect(begun).toBe(1)
    expect(await lastUses()).toEqual(tokens.map(() => testApp.now().toISOString()))
  })

  test('applies before it is stored: a used session does not become idle while the database cannot be written', async () => {
    const app = await createAppWith(() => Promise.reject(new DatabaseUnavailableError('read-only')))
    const token = await testApp.token('analyst')
    for (let time = 0; time < 4; time += 1) {
      testApp.pass(50 * MINUTE)
      expect(statusOf(await read(app, token))).toBe(200)
    }
    testApp.pass(61 * MINUTE)
    expect(statusOf(await read(app, token))).toBe(401)
  })

  test('never moves a time back and never reopens an ended session', async () => {
    const { engine, now } = testApp
    await testApp.token('analyst')
    const [id] = (await engine.database.selectFrom('sessions').select('id').execute()).map((row) => row.id)
    const stored = await lastUses()
    await storeSessionUses(engine, [
      { id: String(id), at: new Date(now().getTime() - MINUTE) },
      { id: 'ended', at: now() },
    ])
    expect(await lastUses()).toEqual(stored)
    const later = new Date(now().getTime() + MINUTE)
    await storeSessionUses(engine, [{ id: String(id), at: later }])
    expect(await lastUses()).toEqual([later.toISOString()])
  })

  test('does not invalidate cached callers and responses', async () => {
    const { engine } = testApp
    const token = await testApp.token('analyst')
    const statements: string[] = []
    const app = await createListeningApp(testApp, (kind) => statements.push(kind))
    const headers = { authorization: `Bearer ${token}` }
    const validate = () => app.inject({ method: 'POST', url: '/auth/validate-token', headers })
    expect(statusOf(await validate())).toBe(200)
    // Otherwise their first evaluation, which the same interval begins, may end at any time below.
    await app.runAlerts()
    const before = await engine.readVersions()
    const [used] = await lastUses()
    testApp.pass(10 * MINUTE)
    expect(statusOf(await validate())).toBe(200)
    vi.advanceTimersByTime(5_000)
    await expect.poll(lastUses).not.toEqual([used])
    expect(await engine.readVersions()).toEqual(before)
    statements.length = 0
    expect(statusOf(await validate())).toBe(200)
    expect(statements).toEqual([])
  })
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

/** Stores an event that is two days old, which confirms the clock. */
const confirmClock = () => {
  const at = new Date(testApp.now().getTime() - 48 * HOUR)
  const event = { event: 'signed in', subjectKind: 'user', subject: 'ada', details: {} } as const
  return storeAuditEvents(testApp.engine.database, [
    { at, actor: 'ada', address: null, requestId: null, ...event },
  ])
}

test('the clean-up deletes expired data at the start and every hour, without any sign-in', async () => {
  await fill()
  testApp.pass(31 * 24 * HOUR)
  await confirmClock()
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  await expect.poll(rows).toEqual([0, 0, 0])
  await fill()
  testApp.pass(9 * HOUR)
  await vi.advanceTimersByTimeAsync(HOUR)
  await expect.poll(rows).toEqual([0, 0, 1])
})

test('the clean-up deletes a token a month after its end, and not before', async () => {
  const ids = () => testApp.engine.database.selectFrom('tokens').select('id').execute()
  await addToken(testApp, 1)
  testApp.pass(59 * 24 * HOUR)
  const { id } = await addToken(testApp, 1)
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  expect(await ids()).toHaveLength(2)
  testApp.pass(2 * 24 * HOUR)
  await confirmClock()
  await vi.advanceTimersByTimeAsync(HOUR)
  await expect.poll(ids).toEqual([{ id }])
})

test('a moment with a clock far ahead deletes no token, session or known network, and is in the log', async () => {
  await fill()
  const { token } = await addToken(testApp, 1)
  const read = async () =>
    (await testApp.bearing(token)('GET', '/v1/monthly-reports/2025/MNO_TO_ROUTELINK')).status
  testApp.pass(2 * 24 * HOUR)
  await signIn('analyst', 'demo-Portal-2025')
  const [sessions, , networks] = await rows()
  testApp.pass(500 * 24 * HOUR)
  expect(await read()).toBe(401)
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
  await expect.poll(testApp.log).toContain('no event of the last days confirms the clock')
  await vi.advanceTimersByTimeAsync(HOUR)
  expect(await rows()).toEqual([sessions, 0, networks])
  testApp.pass(-500 * 24 * HOUR)
  await vi.advanceTimersByTimeAsync(HOUR)
  expect(await read()).toBe(200)
  expect(testApp.lines('confirms the clock')).toHaveLength(1)
})

test('the clean-up deletes the events of the history after their days, and keeps later ones', async () => {
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

test('the clean-up deletes no event after a jump of the clock, also if it is used meanwhile', async () => {
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

test('the clean-up only logs a warning if the database rejects the deletion', async () => {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const refuse = () => {
    throw Object.assign(new Error('read-only database'), { code: 'SQLITE_READONLY' })
  }
  const app = await createListeningApp(testApp, refuse, { log: { level: 'info', stream } })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  await expect.poll(() => lines.join('')).toContain('ended sessions were not deleted')
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
})
