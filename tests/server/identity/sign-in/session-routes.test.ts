import { describe, expect, test } from 'vitest'
import type { Send } from '../../../support/test-app.ts'
import { column, createTestUsers } from '../../../support/test-users.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0'

const testApp = await createTestUsers()
const chief = await testApp.addUserWithRole('chief', [2, 11])

const from = { headers: { 'user-agent': FIREFOX }, remoteAddress: '203.0.113.7' }
const signIn = (username: string) => testApp.login(username, undefined, from)

async function sessions(query = '', send: Send = chief.send) {
  const { status, body } = await send('GET', `/v1/sessions?size=100${query}`)
  expect(status).toBe(200)
  return body['records'] as Record<string, unknown>[]
}

describe('GET /v1/sessions', () => {
  test('lists who is signed in since when, with the last use and the client', async () => {
    const { body } = await signIn('analyst')
    testApp.pass(60_000)
    await testApp.bearing(String(body['accessToken']))('POST', '/auth/validate-token')
    expect(await sessions('&search=ANALYST')).toEqual([
      {
        id: body['sessionId'],
        systemUserId: expect.any(Number),
        userId: 'analyst',
        role: 'analyst',
        signedInAt: '2025-06-02T08:00:00.000Z',
        lastUsedAt: '2025-06-02T08:01:00.000Z',
        address: '203.0.113.7',
        client: 'Firefox 128, Windows',
        current: false,
      },
    ])
    expect(await sessions('&search=chief')).toMatchObject([{ userId: 'chief', current: true }])
    expect(await sessions('&search=203.0.113')).toHaveLength(1)
    expect(await sessions('&search=firefox')).toHaveLength(1)
  })

  test('lists neither ended sessions nor those of role 1', async () => {
    await signIn('superadmin')
    const guest = await testApp.addUserWithRole('guest')
    await guest.send('POST', '/auth/logout')
    const found = (await sessions()).map(({ userId }) => userId)
    expect(found).not.toContain('superadmin')
    expect(found).not.toContain('guest')
  })
})

describe('DELETE /v1/sessions/{id}', () => {
  test('ends one session of a user, and no other', async () => {
    const [one, other] = [await signIn('analyst'), await signIn('analyst')]
    const permissions = (body: Readonly<Record<string, unknown>>) =>
      testApp.bearing(String(body['accessToken']))('GET', '/auth/permissions')
    const strong = await testApp.addUserWithRole('strong', [1, 2, 11, 13, 16, 17, 18, 19, 20])
    const url = `/v1/sessions/${String(one.body['sessionId'])}`
    const ended = { success: true, message: 'Session ended successfully!' }
    expect(await strong.send('DELETE', url)).toMatchObject({ status: 200, body: ended })
    expect((await permissions(one.body)).status).toBe(401)
    expect((await permissions(other.body)).status).toBe(200)
    expect((await strong.send('DELETE', url)).status).toBe(404)
    const { body } = await chief.send('GET', '/v1/audit-events?event=session%20ended')
    const details = { client: 'Firefox 128, Windows', address: '203.0.113.7' }
    expect(body['records']).toMatchObject([{ actor: 'strong', subject: 'analyst', details }])
  })

  test('does not find sessions of role 1, and refuses what is no id', async () => {
    const { body } = await signIn('superadmin')
    const superadmin = testApp.bearing(String(body['accessToken']))
    for (const send of [chief.send, superadmin]) {
      expect((await send('DELETE', `/v1/sessions/${String(body['sessionId'])}`)).status).toBe(404)
    }
    expect((await superadmin('GET', '/auth/permissions')).status).toBe(200)
    for (const id of ['1', 'x'.repeat(44), '%27%20or%201=1']) {
      expect((await chief.send('DELETE', `/v1/sessions/${id}`)).status).toBe(400)
    }
  })
})

describe('the own sessions, for any signed-in user', () => {
  const isOpen = async (send: Send) => (await send('GET', '/v1/account')).status === 200
  const signInAgain = async (username: string) => {
    const { body } = await signIn(username)
    return { id: String(body['sessionId']), send: testApp.bearing(String(body['accessToken'])) }
  }
  const list = async (send: Send) => (await send('GET', '/v1/account/sessions?size=100')).body

  test.each(['analyst', 'superadmin'])('are listed and ended by %s, and no others', async (username) => {
    const [here, elsewhere] = [await signInAgain(username), await signInAgain(username)]
    const left = await signInAgain(username)
    const before = await list(here.send)
    expect(new Set(column(before, 'userId'))).toEqual(new Set([username]))
    const own = { id: here.id, current: true, address: '203.0.113.7', client: 'Firefox 128, Windows' }
    expect(before['records']).toContainEqual(expect.objectContaining(own))
    expect(before['records']).toContainEqual(expect.objectContaining({ id: left.id, current: false }))

    expect((await here.send('DELETE', `/v1/account/sessions/${left.id}`)).status).toBe(200)
    expect([await isOpen(left.send), await isOpen(elsewhere.send)]).toEqual([false, true])
    expect((await here.send('DELETE', `/v1/account/sessions/${left.id}`)).status).toBe(404)
    expect((await here.send('DELETE', `/v1/account/sessions/${chief.sessionId}`)).status).toBe(404)

    const message = 'Other sessions ended successfully!'
    expect((await here.send('DELETE', '/v1/account/sessions/others')).body).toMatchObject({ message })
    const open = await Promise.all([here.send, elsewhere.send, chief.send].map(isOpen))
    expect(open).toEqual([true, false, true])
    expect(column(await list(here.send), 'id')).toEqual([here.id])
  })

  test('leave their end in the history', async () => {
    const { send } = await signInAgain('analyst')
    await signInAgain('analyst')
    await send('DELETE', '/v1/account/sessions/others')
    const { body } = await chief.send('GET', '/v1/audit-events?event=session%20ended&actor=analyst')
    expect((body['records'] as object[])[0]).toMatchObject({ subject: 'analyst', details: { sessions: 2 } })
  })
})

describe('GET /v1/sessions/last-sign-ins', () => {
  const lastSignIns = async (query = '') => {
    const { status, body } = await chief.send('GET', `/v1/sessions/last-sign-ins?size=100${query}`)
    expect(status).toBe(200)
    return body
  }

  test('lists the users of the user list in its order, with the last sign-in, also after the session', async () => {
    const at = testApp.now().toISOString()
    const { body } = await signIn('administrator')
    await testApp.bearing(String(body['accessToken']))('POST', '/auth/logout')
    const listed = await lastSignIns()
    const users = await chief.send('GET', '/v1/system-users?size=100')
    expect(column(listed, 'id')).toEqual(column(users.body, 'id'))
    expect(listed['totalCount']).toBe(users.body['totalCount'])
    const [user] = (users.body['records'] as { userId: string }[]).filter(
      ({ userId }) => userId === 'administrator',
    )
    const signIns = { lastSignInAt: at, sessions: 0, secondFactor: false, signIn: 'password' }
    const createdAt = '2025-06-02T08:00:00.000Z'
    const found = (await lastSignIns('&search=administrator'))['records']
    expect(found).toEqual([{ ...user, createdAt, ...signIns }])
    const never = [{ lastSignInAt: null, sessions: 1 }]
    expect((await lastSignIns('&search=chief'))['records']).toMatchObject(never)
  })

  test('filters by second factor and kind of sign-in, and orders by the last sign-in', async () => {
    const { database } = testApp.engine
    const company = await testApp.addUserWithRole('company', [])
    const careful = await testApp.addUserWithRole('careful', [])
    const identity = { oidc_issuer: 'https://id.example', oidc_subject: '7' }
    await database.updateTable('users').set(identity).where('id', '=', company.id).execute()
    const factor = { secret: 'x', last_step: 0, recovery_codes: '[]' }
    const enrolled_at = '2025-06-01T08:00:00.000Z'
    const factors = database.insertInto('second_factors')
    await factors.values({ user_id: careful.id, ...factor, enrolled_at }).execute()
    // One that was begun and not confirmed is none.
    await factors.values({ user_id: company.id, ...factor }).execute()
    const names = async (query: string) => column(await lastSignIns(query), 'userId')
    expect(await names('&secondFactor=on')).toEqual(['careful'])
    expect(await names('&signIn=company')).toEqual(['company'])
    expect(await names('&signIn=password&secondFactor=off')).not.toEqual(expect.arrayContaining(['careful']))
    const signIns = database.insertInto('last_sign_ins')
    await signIns.values({ user_id: company.id, at: '2024-01-01T00:00:00.000Z' }).execute()
    await signIns.values({ user_id: careful.id, at: '2024-02-01T00:00:00.000Z' }).execute()
    const oldest = await names('&order=oldest')
    expect(oldest.indexOf('chief')).toBeLessThan(oldest.indexOf('company'))
    expect(oldest.indexOf('company')).toBeLessThan(oldest.indexOf('careful'))
    expect((await names('&order=newest')).slice(-1)).not.toEqual(['careful'])
  })

  test('shows super administrators to super administrators alone', async () => {
    expect(await lastSignIns('&reserved=true')).toMatchObject({ records: [], totalCount: 0 })
    const superadmin = await testApp.as('superadmin')
    const { body } = await superadmin('GET', '/v1/sessions/last-sign-ins?reserved=true')
    expect(column(body, 'userId')).toEqual(['superadmin'])
    const users = await superadmin('GET', '/v1/sessions/last-sign-ins?size=100')
    expect(column(users.body, 'userId')).not.toContain('superadmin')
  })
})
