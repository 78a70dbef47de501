import { beforeEach, describe, expect, test } from 'vitest'
import { loadShippedReports } from '../../../support/shipped-reports.ts'
import { createTestApp, type TestApp } from '../../../support/test-app.ts'
import { createListeningApp } from '../../../support/statements.ts'

let testApp: TestApp
beforeEach(async () => {
  testApp = await createTestApp({ reports: loadShippedReports() })
})

const MINUTE = 60_000
const SECOND = 1000

async function isValid(token: string): Promise<boolean> {
  const { status } = await testApp.bearing(token)('POST', '/auth/validate-token')
  return status === 200
}

test('validate-token returns name and role (spec 3.2)', async () => {
  const { status, body } = await (await testApp.as('analyst'))('POST', '/auth/validate-token')
  expect(status).toBe(200)
  expect(body).toEqual({ valid: true, username: 'analyst', role: 'analyst' })
})

test('validate-token returns 401 for everything but a valid session (spec 7.5)', async () => {
  const token = await testApp.token('analyst')
  for (const authorization of [
    undefined,
    'Bearer',
    'Bearer x',
    `Basic ${token}`,
    `Bearer ${token}x`,
    token,
  ]) {
    const headers = authorization === undefined ? {} : { authorization }
    const { status, body } = await testApp.send({ method: 'POST', url: '/auth/validate-token', headers })
    expect({ authorization, status, body }).toMatchObject({ status: 401, body: { success: false } })
  }
  const { status } = await testApp.send({ method: 'POST', url: `/auth/validate-token?token=${token}` })
  expect(status).toBe(401)
})

test('a session ends after 60 minutes without use (spec 11.1)', async () => {
  const token = await testApp.token('analyst')
  testApp.pass(60 * MINUTE - SECOND)
  expect(await isValid(token)).toBe(true)
  testApp.pass(60 * MINUTE - SECOND)
  expect(await isValid(token)).toBe(true)
  // The stored last use may be ten seconds older than the real one.
  testApp.pass(60 * MINUTE + 11 * SECOND)
  expect(await isValid(token)).toBe(false)
})

test('a session ends after 8 hours, however often it is used (spec 11.1)', async () => {
  const token = await testApp.token('analyst')
  for (let minutes = 30; minutes < 8 * 60; minutes += 30) {
    testApp.pass(30 * MINUTE)
    expect(await isValid(token)).toBe(true)
  }
  testApp.pass(30 * MINUTE + SECOND)
  expect(await isValid(token)).toBe(false)
})

test('logout ends only the session of the token, and a second logout is no error', async () => {
  const first = await testApp.token('analyst')
  const other = await testApp.token('administrator')
  const sessions = await testApp.engine.database.selectFrom('sessions').selectAll().execute()
  const foreign = sessions.find(({ user_id }) => user_id !== sessions[0]?.user_id)?.id
  for (let time = 0; time < 2; time += 1) {
    const { status } = await testApp.bearing(first)('POST', '/auth/logout', { sessionId: foreign })
    expect(status).toBe(200)
  }
  expect(await isValid(first)).toBe(false)
  expect(await isValid(other)).toBe(true)
})

test('logout accepts a JSON request without a body', async () => {
  const token = await testApp.token('analyst')
  const send = testApp.bearing(token, { 'content-type': 'application/json' })
  expect((await send('POST', '/auth/logout')).status).toBe(200)
  expect(await isValid(token)).toBe(false)
})

describe('a clock that jumps', () => {
  const HOUR = 60 * MINUTE

  test('extends no session beyond 8 hours by more than the jump, and reopens none', async () => {
    const first = await testApp.token('analyst')
    testApp.pass(-SECOND)
    expect(await isValid(first)).toBe(true)
    const later = await testApp.token('analyst')
    for (let minutes = 0; minutes < 8 * 60; minutes += 30) {
      expect(await isValid(first)).toBe(true)
      expect(await isValid(later)).toBe(true)
      testApp.pass(30 * MINUTE)
    }
    expect(await isValid(later)).toBe(false)
    expect(await isValid(first)).toBe(true)
    testApp.pass(SECOND)
    expect(await isValid(first)).toBe(false)
    const last = await testApp.token('analyst')
    testApp.pass(24 * HOUR)
    expect(await isValid(last)).toBe(false)
    expect(await isValid(await testApp.token('analyst'))).toBe(true)
    testApp.pass(-24 * HOUR)
    expect(await isValid(first)).toBe(false)
  })

  test('to a year ahead leaves neither a lockout nor a session after it is corrected', async () => {
    const login = (password: string) => testApp.login('analyst', password, { remoteAddress: '203.0.113.7' })
    const YEAR = 365 * 24 * HOUR
    testApp.pass(YEAR)
    for (let time = 0; time < 5; time += 1) expect((await login('wrong')).status).toBe(401)
    expect((await login('demo-Portal-2025')).status).toBe(429)
    const ofTheFuture = await testApp.token('analyst')
    expect(await isValid(ofTheFuture)).toBe(true)
    testApp.pass(-YEAR)
    expect(await isValid(ofTheFuture)).toBe(false)
    // The counters begin anew instead of adding to what is left of the year to come.
    for (let time = 0; time < 4; time += 1) expect((await login('wrong')).status).toBe(401)
    expect((await login('demo-Portal-2025')).status).toBe(200)
    const { database } = testApp.engine
    const windows = await database.selectFrom('login_counters').select('window_ends').execute()
    const inAQuarter = new Date(testApp.now().getTime() + 15 * MINUTE).toISOString()
    expect(windows.filter(({ window_ends }) => window_ends > inAQuarter)).toEqual([])
    // When that year has come, the session does not come with it.
    testApp.pass(YEAR)
    expect(await isValid(ofTheFuture)).toBe(false)
  })

  test('by less than a minute, as between two servers, ends no session and no lockout', async () => {
    testApp.pass(50 * SECOND)
    const token = await testApp.token('analyst')
    const statusOfWrong = async () => (await testApp.login('administrator', 'wrong')).status
    for (let time = 0; time < 5; time += 1) expect(await statusOfWrong()).toBe(401)
    testApp.pass(-50 * SECOND)
    expect(await isValid(token)).toBe(true)
    expect(await statusOfWrong()).toBe(429)
  })
})

test('a session opened under a longer limit ends when a shorter limit has passed', async () => {
  const token = await testApp.token('analyst')
  const shorter = await createListeningApp(testApp, () => undefined, {
    sessions: { hours: 1, idleMinutes: 60 },
  })
  const statusOf = async () => {
    const headers = { authorization: `Bearer ${token}` }
    return (await shorter.inject({ url: '/auth/permissions', headers })).statusCode
  }
  testApp.pass(59 * MINUTE)
  expect(await statusOf()).toBe(200)
  testApp.pass(MINUTE)
  expect(await statusOf()).toBe(401)
})

test('a session id gives no access, and no part of a session can be chosen in advance', async () => {
  const { body } = await testApp.login('analyst', undefined, {
    url: '/auth/login?accessToken=chosen&sessionId=chosen',
    headers: { authorization: `Bearer ${'A'.repeat(43)}`, cookie: 'sessionId=chosen' },
  })
  const { accessToken, sessionId } = body as { accessToken: string; sessionId: string }
  expect(accessToken).not.toBe('A'.repeat(43))
  expect(await isValid(accessToken)).toBe(true)
  expect(await isValid('A'.repeat(43))).toBe(false)
  expect(await isValid(sessionId)).toBe(false)
})
