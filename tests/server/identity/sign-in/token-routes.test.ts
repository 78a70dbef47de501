import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import type { Answer } from '../../../support/test-app.ts'
import { addMarch2025, addToken } from '../../../support/route-fixtures.ts'
import { column, createTestUsers, type TestUser } from '../../../support/test-users.ts'
import { DEMO_PASSWORD } from '../../../../src/server/data/demo/demo-accounts.ts'

// The clock starts on 2 June 2025.
const DAY = 24 * 3_600_000
const LIST = '/v1/monthly-reports/2025/3/MNO_TO_ROUTELINK'
const FILE = '/v1/monthly-reports/download/2025/3/MNO_TO_ROUTELINK'
const NIGHTLY = {
  label: ' Nightly ',
  endDate: '2025-12-31',
  reports: ['daily-report-minutes'],
  password: DEMO_PASSWORD,
}

const testApp = await createTestUsers({ secondFactor: true })
await addMarch2025(testApp)
const owner = await testApp.addUserWithRole('owner', [13, 16, 17])

const read = async (token: string, url = LIST) => (await testApp.bearing(token)('GET', url)).status
const secretOf = ({ body }: Answer) => String((body['records'] as Record<string, unknown>)['token'])
const events = async (user: string) => {
  const reader = await testApp.as('administrator')
  const { body } = await reader('GET', `/v1/audit-events?size=100&actor=${encodeURIComponent(user)}`)
  return body['records'] as Record<string, unknown>[]
}

describe('POST /v1/tokens', () => {
  test('shows the secret once, and stores its hash only', async () => {
    const created = await owner.send('POST', '/v1/tokens', NIGHTLY)
    expect(created.status).toBe(201)
    const secret = secretOf(created)
    expect(secret).toMatch(/^tportal_[A-Za-z0-9_-]{43}$/)
    const listed = await owner.send('GET', '/v1/tokens')
    const id: unknown = expect.any(Number)
    const { reports, endDate } = NIGHTLY
    const unused = { createdAt: '2025-06-02T08:00:00.000Z', lastUsedAt: null, address: '' }
    expect(listed.body['records']).toEqual([
      { id, userId: 'owner', label: 'Nightly', reports, endDate, ...unused },
    ])
    const stored = await testApp.engine.database.selectFrom('tokens').selectAll().execute()
    for (const text of [JSON.stringify(stored), JSON.stringify(listed.body), testApp.log()]) {
      expect(text).not.toContain(secret.slice(8))
    }
    expect(await read(secret)).toBe(200)
  })

  const BETWEEN = 'The end date must be from 2025-06-02 to 2026-06-02.'
  test.each<[what: string, change: object, message: string | RegExp]>([
    ['an end in the past', { endDate: '2025-06-01' }, BETWEEN],
    ['an end beyond a year', { endDate: '2026-06-03' }, BETWEEN],
    ['an end that is no day', { endDate: '2025-06-31' }, /endDate/],
    ['no label', { label: ' ' }, /label/],
    [
      'a label that turns letters round',
      { label: 'a\u202Eb' },
      'label must not contain invisible characters.',
    ],
    ['no report', { reports: [] }, /reports/],
    ['an unknown report', { reports: ['x'] }, "You cannot open a report 'x'."],
    [
      'a report without the right',
      { reports: ['monthly-report', 'daily-international-minutes'] },
      "You cannot open a report 'daily-international-minutes'.",
    ],
    ['a right to write', { write: true }, /write/],
  ])('refuses %s', async (_what, change, message) => {
    const { status, body } = await owner.send('POST', '/v1/tokens', { ...NIGHTLY, ...change })
    expect(status).toBe(400)
    expect(body['message']).toMatch(message)
  })

  test('accepts today and the day a year ahead, and 20 tokens at most', async () => {
    const maker = await testApp.addUserWithRole('maker', [13, 17])
    for (const endDate of ['2025-06-02', '2026-06-02', ...Array.from({ length: 18 }, () => '2025-07-01')]) {
      expect((await maker.send('POST', '/v1/tokens', { ...NIGHTLY, endDate })).status).toBe(201)
    }
    const { status, body } = await maker.send('POST', '/v1/tokens', NIGHTLY)
    expect([status, body['message']]).toEqual([409, 'You have 20 tokens. End one of them first.'])
  })
})

describe('the proof that the owner makes a token', () => {
  test('is the own password: without it, or with a wrong one, a session makes no token', async () => {
    const person = await testApp.addUserWithRole('prover', [13, 17])
    const make = async (password?: string) => {
      const { status, body } = await person.send('POST', '/v1/tokens', { ...NIGHTLY, password })
      return [status, body['message']]
    }
    expect(await make()).toEqual([400, '[Password] is required'])
    for (let count = 0; count < 5; count += 1) {
      expect(await make('wrong')).toEqual([403, 'The password is not correct.'])
    }
    expect((await make(DEMO_PASSWORD))[0]).toBe(429)
    testApp.pass(15 * 60_000)
    expect((await make(DEMO_PASSWORD))[0]).toBe(201)
    expect((await person.send('GET', '/v1/tokens')).body['totalCount']).toBe(1)
    expect(testApp.log()).toContain('"event":"token creation failed"')
    expect(testApp.log()).not.toContain(DEMO_PASSWORD)
  })

  test('is for an account of the company a sign-in of the last ten minutes', async () => {
    const person = await testApp.addUserWithRole('employee', [13, 17])
    const change = { oidc_issuer: 'https://provider.example', oidc_subject: 'e-1', password_hash: '' }
    await testApp.engine.database.updateTable('users').set(change).where('id', '=', person.id).execute()
    const make = () => person.send('POST', '/v1/tokens', { ...NIGHTLY, password: undefined })
    testApp.pass(10 * 60_000)
    expect((await make()).status).toBe(201)
    testApp.pass(1)
    const message = 'You signed in more than 10 minutes ago. For this change, log out and sign in again.'
    expect(await make()).toMatchObject({ status: 403, body: { code: 'sign-in-again', message } })
  })
})

describe('what a person does to keep others out', () => {
  const enrol = async ({ send }: TestUser, change: object) => {
    const { body } = await send('POST', '/v1/account/second-factor')
    const { secret } = body['records'] as Record<string, string>
    const timestamp = testApp.now().getTime()
    const code = TOTP.generate({ secret: Secret.fromBase32(secret ?? ''), timestamp })
    return send('PUT', '/v1/account/second-factor', { isOn: true, password: DEMO_PASSWORD, code, ...change })
  }
  const passwords = { currentPassword: DEMO_PASSWORD, newPassword: 'amber kettle 17 orbit' }
  test.each<[what: string, act: (user: TestUser, kept: boolean | undefined) => Promise<Answer>]>([
    [
      'a new own password',
      ({ send }, keepTokens) => send('PUT', '/v1/account/password', { ...passwords, keepTokens }),
    ],
    [
      'the end of all other sessions',
      ({ send }, kept) =>
        send('DELETE', `/v1/account/sessions/others${kept === undefined ? '' : `?keepTokens=${kept}`}`),
    ],
    ['a second factor', (user, keepTokens) => enrol(user, { keepTokens })],
  ])('%s ends their tokens, unless they keep them, and the history names them', async (what, act) => {
    const user = await testApp.addUserWithRole(`${what} x`, [13, 17])
    const keeper = await testApp.addUserWithRole(`${what} y`, [13, 17])
    const stranger = await addToken(testApp, owner.id)
    const [ended, kept] = [await addToken(testApp, user.id), await addToken(testApp, keeper.id)]
    expect((await act(user, undefined)).status).toBe(200)
    expect((await act(keeper, true)).status).toBe(200)
    const statuses = await Promise.all([ended, kept, stranger].map(({ token }) => read(token)))
    expect(statuses).toEqual([401, 200, 200])
    const event = { event: 'token ended', details: { token: 'nightly' } }
    expect(await events(user.userId)).toContainEqual(expect.objectContaining(event))
    expect((await events(keeper.userId)).map(({ event }) => event)).not.toContain('token ended')
  })
})

describe('a token for machines', () => {
  test('reads records and files of its reports, with the rights of its owner at the moment of the call', async () => {
    const { token } = await addToken(testApp, owner.id, ['daily-report-minutes'])
    expect([await read(token), await read(token, FILE)]).toEqual([200, 200])
    await testApp.setOwnPermissions(owner.id, [13, 16])
    expect([await read(token), await read(token, FILE)]).toEqual([403, 403])
    await testApp.setOwnPermissions(owner.id, [13, 16, 17])
    expect(await read(token)).toBe(200)
  })

  test('does nothing else, and says so', async () => {
    const { token } = await addToken(testApp, owner.id)
    const send = testApp.bearing(token)
    for (const [method, url] of [
      ['GET', '/v1/account'],
      ['POST', '/v1/tokens'],
      ['POST', '/auth/validate-token'],
      ['GET', '/v1/monthly-reports/years'],
      ['POST', '/v1/monthly-reports/generate-dummy-data?year=2023&reportType=MNO_TO_ROUTELINK'],
    ] as const) {
      const { status, body } = await send(method, url)
      expect([url, status, body['message']]).toEqual([url, 403, 'A token can only read reports.'])
    }
    await send('POST', '/auth/logout')
    expect(await read(token)).toBe(200)
  })

  test('lists its last use with the address, and leaves lines in log and history', async () => {
    const user = await testApp.addUserWithRole('exporter', [13, 17])
    const { token } = await addToken(testApp, user.id)
    testApp.pass(60_000)
    const remoteAddress = '203.0.113.9'
    await testApp.send({ url: FILE, remoteAddress, headers: { authorization: `Bearer ${token}` } })
    expect((await user.send('GET', '/v1/tokens')).body['records']).toMatchObject([
      { lastUsedAt: testApp.now().toISOString(), address: remoteAddress },
    ])
    const used = { caller: 'exporter', token: 'nightly', address: remoteAddress }
    expect(testApp.lines('"token used"').at(-1)).toMatchObject(used)
    const exported = { event: 'report exported', details: { token: 'nightly' } }
    expect(await events('exporter')).toMatchObject([exported])
  })

  test('is refused with Retry-After beyond 60 calls in a minute; another token is not', async () => {
    const [one, other] = [await addToken(testApp, owner.id), await addToken(testApp, owner.id)]
    testApp.pass(60_000 - (testApp.now().getTime() % 60_000) + 15_000)
    for (let call = 0; call < 60; call += 1) expect(await read(one.token)).toBe(200)
    const refused = await testApp.bearing(one.token)('GET', LIST)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '45'])
    expect(testApp.log()).toContain('"token refused"')
    expect(await read(other.token)).toBe(200)
    testApp.pass(45_000)
    expect(await read(one.token)).toBe(200)
  })

  const newPassword = { newPassword: 'velvet tram 91 harbour' }
  test.each<[what: string, end: (user: TestUser) => Promise<unknown>, status?: number]>([
    ['its last day is over', async () => testApp.pass(31 * DAY)],
    ['its owner is deactivated', ({ id }) => change(id, 'PUT', '/status?status=Inactive')],
    [
      'its owner was deactivated for a moment',
      async ({ id }) => {
        await change(id, 'PUT', '/status?status=Inactive')
        await change(id, 'PUT', '/status?status=Active')
      },
    ],
    ['its owner is deleted', ({ id }) => change(id, 'DELETE', '')],
    ['its owner gets a new password', ({ id }) => change(id, 'POST', '/reset-password', newPassword)],
  ])('opens nothing once %s', async (what, end) => {
    const user = await testApp.addUserWithRole(what, [13, 17])
    const { token } = await addToken(testApp, user.id)
    expect(await read(token)).toBe(200)
    await end(user)
    expect(await read(token)).toBe(401)
  })

  const change = async (id: number, method: 'PUT' | 'POST' | 'DELETE', path: string, body?: object) => {
    const administrator = await testApp.as('superadmin')
    expect((await administrator(method, `/v1/system-users/${id}${path}`, body)).status).toBe(200)
  }
})

describe('DELETE /v1/tokens/{id} and /v1/sessions/tokens/{id}', () => {
  test('end a token at once: the own one, and for administrators that of another', async () => {
    const user = await testApp.addUserWithRole('user', [13, 17])
    const chief = await testApp.addUserWithRole('chief', [2, 13, 17])
    const [own, others] = [await addToken(testApp, user.id), await addToken(testApp, user.id)]
    expect([await read(own.token), await read(others.token)]).toEqual([200, 200])
    const message = 'Token ended successfully!'
    expect((await user.send('DELETE', `/v1/tokens/${own.id}`)).body).toMatchObject({ message })
    const found = await chief.send('GET', '/v1/sessions/tokens?search=user')
    expect(column(found.body, 'id')).toEqual([others.id])
    expect((await chief.send('DELETE', `/v1/tokens/${others.id}`)).status).toBe(404)
    expect((await chief.send('DELETE', `/v1/sessions/tokens/${others.id}`)).status).toBe(200)
    expect([await read(own.token), await read(others.token)]).toEqual([401, 401])
    const ended = { event: 'token ended', subject: 'user', details: { token: 'nightly' } }
    expect(await events('chief')).toMatchObject([ended])
  })

  test('leave the tokens of role 1 and of stronger users alone', async () => {
    const chief = await testApp.addUserWithRole('lesser chief', [2])
    const superadmin = await testApp.findUser('superadmin')
    const [reserved, strong] = [await addToken(testApp, superadmin), await addToken(testApp, owner.id)]
    const listed = column((await chief.send('GET', '/v1/sessions/tokens?size=100')).body, 'id')
    expect([listed.includes(reserved.id), listed.includes(strong.id)]).toEqual([false, true])
    expect((await chief.send('DELETE', `/v1/sessions/tokens/${reserved.id}`)).status).toBe(404)
    expect((await chief.send('DELETE', `/v1/sessions/tokens/${strong.id}`)).status).toBe(403)
  })
})
