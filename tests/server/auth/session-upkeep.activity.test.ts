import type { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { App } from '../../../src/server/app.ts'
import type { DatabaseHandle } from '../../../src/server/database/handle.ts'
import { DatabaseUnavailableError } from '../../../src/server/database/errors.ts'
import { storeSessionUses } from '../../../src/server/accounts/sessions.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'
import { createListeningApp } from '../../support/statements.ts'

const MINUTE = 60_000
let testApp: TestApp
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  testApp = await createTestApp()
})
afterEach(async () => {
  vi.useRealTimers()
  await testApp.close()
})

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

describe('the activity of sessions (M1, L3)', () => {
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
    await app.close()
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
    await app.close()
  })
})

const statusOf = ({ statusCode }: { readonly statusCode: number }) => statusCode
