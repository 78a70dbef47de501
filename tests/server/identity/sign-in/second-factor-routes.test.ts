import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../../../../src/server/data/demo/demo-accounts.ts'
import { createListeningApp } from '../../../support/statements.ts'
import { createTestApp, type Send, type TestApp } from '../../../support/test-app.ts'

const PATH = '/v1/account/second-factor'
const ASKED = {
  status: 401,
  code: 'second-factor',
  message:
    'Enter a code of your authenticator app, or a recovery code. If you have neither, ask an administrator to reset your second factor.',
}
const WRONG = {
  status: 401,
  code: 'second-factor',
  message: 'The code is not correct. A code works once: enter the one that the app shows next.',
}
const MUST = { status: 403, code: 'second-factor-required', message: 'Please set up a second factor first.' }

let testApp: TestApp

/** Starts the app with roles that require a second factor. */
const open = async (roles: readonly string[] = []) => {
  testApp = await createTestApp({ secondFactor: true })
  const change = testApp.engine.database.updateTable('roles').set({ requires_second_factor: 1 })
  if (roles.length > 0) await change.where('name', 'in', roles).execute()
}
const signIn = async (
  username: string,
  { code, password = DEMO_PASSWORD, from = '203.0.113.7' }: Record<string, string> = {},
) => {
  const payload = { username, password, ...(code !== undefined && { code }) }
  const { status, body } = await testApp.login(username, password, { payload, remoteAddress: from })
  return { status, code: body['code'], message: body['message'], token: String(body['accessToken']) }
}
const records = (body: Readonly<Record<string, unknown>>) => body['records'] as Record<string, unknown>
/** The present code; the clock moves to the next step, so that each call has a code of its own. */
const nextCode = (secret: string) => {
  testApp.pass(30_000)
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: testApp.now().getTime() })
}
const start = async (send: Send) => records((await send('POST', PATH)).body)
const enrol = async (send: Send) => {
  const secret = String((await start(send))['secret'])
  const { body } = await send('PUT', PATH, { isOn: true, password: DEMO_PASSWORD, code: nextCode(secret) })
  return { secret, codes: records(body)['recoveryCodes'] as string[] }
}
/** What the history has of second factors, oldest first. */
const events = async () => {
  const { body } = await (await testApp.as('superadmin'))('GET', '/v1/audit-events?size=100')
  const stored = body['records'] as Record<string, string>[]
  const found = stored.map(({ event, subject }) => `${event}: ${subject}`)
  return found.filter((text) => /^(second factor|recovery code)/.test(text)).toReversed()
}

describe('a sign-in with a second factor', () => {
  test('needs a code after the right password only, and opens a session with it', async () => {
    await open()
    const { secret } = await enrol(await testApp.as('analyst'))
    expect(await signIn('analyst')).toMatchObject(ASKED)
    const message = 'Invalid username or password.'
    const wrong = await signIn('analyst', { password: 'wrong', code: nextCode(secret) })
    expect(wrong).toMatchObject({ status: 401, code: undefined, message })
    const code = nextCode(secret)
    expect(await signIn('analyst', { code })).toMatchObject({ status: 200 })
    expect(await signIn('analyst', { code })).toMatchObject(WRONG)
  })

  test('opens by a recovery code, once', async () => {
    await open()
    const { codes } = await enrol(await testApp.as('analyst'))
    const [code = ''] = codes
    const { status, token } = await signIn('analyst', { code })
    expect(status).toBe(200)
    expect(await signIn('analyst', { code })).toMatchObject(WRONG)
    expect(await start(testApp.bearing(token))).toEqual({ secret: null, uri: null, recoveryCodesLeft: 9 })
  })

  test('is refused after five wrong codes, a right one too; passwords without a code are not counted', async () => {
    await open()
    const { secret } = await enrol(await testApp.as('analyst'))
    for (let call = 0; call < 10; call += 1) expect(await signIn('analyst')).toMatchObject(ASKED)
    for (let call = 0; call < 4; call += 1)
      expect(await signIn('analyst', { code: '000000' })).toMatchObject(WRONG)
    expect((await signIn('analyst', { code: 'x' })).status).toBe(401)
    const { status, message } = await signIn('analyst', { code: nextCode(secret) })
    expect([status, message]).toEqual([429, 'Too many failed logins. Please try again in 15 minutes.'])
  })

  test('leaves in the history who had the password and no code, a wrong one, or a recovery code', async () => {
    await open()
    const { codes } = await enrol(await testApp.as('analyst'))
    for (const more of [{}, { code: '000000' }, { code: codes[0] ?? '' }]) await signIn('analyst', more)
    expect((await events()).toSorted()).toEqual([
      'recovery code used: analyst',
      'second factor asked: analyst',
      'second factor enabled: analyst',
      'second factor failed: analyst',
    ])
  })

  test('is unchanged without the setting, also for one who has a second factor', async () => {
    await open()
    await enrol(await testApp.as('analyst'))
    const app = await createListeningApp(testApp, () => undefined)
    const payload = { username: 'analyst', password: DEMO_PASSWORD }
    const { statusCode } = await app.inject({ method: 'POST', url: '/auth/login', payload })
    const start = await app.inject({ method: 'POST', url: PATH })
    expect([statusCode, start.statusCode]).toEqual([200, 404])
  })
})

describe('the own second factor', () => {
  test('is on once a code has confirmed its secret, and off after another code', async () => {
    await open()
    const send = await testApp.as('analyst')
    const { secret, uri } = await start(send)
    expect(String(uri)).toBe(
      `otpauth://totp/BI%20Dashboard:analyst?issuer=BI%20Dashboard&secret=${String(secret)}&algorithm=SHA1&digits=6&period=30`,
    )
    expect((await signIn('analyst')).status).toBe(200)
    const change = async (isOn: boolean, code: string) => {
      const { status, body } = await send('PUT', PATH, { isOn, password: DEMO_PASSWORD, code })
      return [status, body['message']]
    }
    expect(await change(true, '000000')).toEqual([403, WRONG.message])
    const { secret: latest } = await enrol(send)
    expect(latest).not.toBe(secret)
    expect((await start(send))['recoveryCodesLeft']).toBe(10)
    expect(await change(true, nextCode(latest))).toEqual([400, 'The second factor is on already.'])
    expect((await change(false, nextCode(latest)))[0]).toBe(200)
    expect((await signIn('analyst')).status).toBe(200)
    const names = ['failed', 'enabled', 'disabled']
    expect(await events()).toEqual(names.map((name) => `second factor ${name}: analyst`))
  })

  test('needs the password too, whatever session is at hand, and ends the other sessions', async () => {
    await open()
    const [send, other] = [await testApp.as('analyst'), await testApp.as('analyst')]
    const { secret } = await start(send)
    const body = { isOn: true, password: 'not mine', code: nextCode(String(secret)) }
    const refusal = await send('PUT', PATH, body)
    expect([refusal.status, refusal.body['message']]).toEqual([403, 'The password is not correct.'])
    expect((await send('PUT', PATH, { ...body, password: DEMO_PASSWORD })).status).toBe(200)
    expect((await other('GET', '/v1/account')).status).toBe(401)
    expect((await send('GET', '/v1/account')).status).toBe(200)
  })

  test('is not found by many codes at once: the right one after the limit is refused', async () => {
    await open()
    const send = await testApp.as('analyst')
    const { secret } = await enrol(send)
    const codes = [...Array.from({ length: 30 }, () => '000000'), nextCode(secret)]
    const turnOff = async (code: string) =>
      (await send('PUT', PATH, { isOn: false, password: DEMO_PASSWORD, code })).status
    const statuses = await Promise.all(codes.map(turnOff))
    expect(statuses.filter((status) => status === 403).length).toBeLessThanOrEqual(5)
    expect(statuses).not.toContain(200)
  })

  test('has no secret and no code in a log', async () => {
    await open()
    const { secret, codes } = await enrol(await testApp.as('analyst'))
    await signIn('analyst', { code: codes[0] ?? '' })
    for (const text of [secret, ...codes]) expect(testApp.log()).not.toContain(text)
  })
})

test('a role that requires it opens nothing but the enrolment before it', async () => {
  await open(['analyst', 'administrator'])
  const send = await testApp.as('analyst')
  for (const url of ['/auth/permissions', '/v1/monthly-reports/2025/3/MNO_TO_ROUTELINK']) {
    const { status, body } = await send('GET', url)
    expect({ status, code: body['code'], message: body['message'] }).toEqual(MUST)
  }
  expect((await send('GET', '/v1/account')).status).toBe(200)
  const { secret } = await enrol(send)
  expect((await send('GET', '/auth/permissions')).status).toBe(200)
  await send('PUT', PATH, { isOn: false, password: DEMO_PASSWORD, code: nextCode(secret) })
  expect((await send('GET', '/auth/permissions')).status).toBe(403)
  const other = await testApp.as('superadmin')
  expect((await other('GET', '/auth/permissions')).status).toBe(200)
})

test('a switch of its role requires it of a user who is signed in, from the next call on', async () => {
  await open()
  const send = await testApp.as('analyst')
  const administrator = await testApp.as('administrator')
  const { body } = await administrator('GET', '/v1/role-master?search=analyst')
  const [role] = body['records'] as { id: number; description: string }[]
  const require = (requiresSecondFactor: boolean) =>
    administrator('PUT', `/v1/role-master/${role?.id}`, { description: 'x', requiresSecondFactor })
  expect((await send('GET', '/auth/permissions')).status).toBe(200)
  expect((await require(true)).status).toBe(200)
  const { code, message } = MUST
  expect((await send('GET', '/auth/permissions')).body).toMatchObject({ code, message })
  expect((await require(false)).status).toBe(200)
  expect((await send('GET', '/auth/permissions')).status).toBe(200)
})

test('a role requires nothing on a server that offers no second factor', async () => {
  await open(['analyst'])
  const app = await createListeningApp(testApp, () => undefined)
  const payload = { username: 'analyst', password: DEMO_PASSWORD }
  const answer = await app.inject({ method: 'POST', url: '/auth/login', payload })
  const authorization = `Bearer ${answer.json<{ accessToken: string }>().accessToken}`
  const { statusCode } = await app.inject({ url: '/auth/permissions', headers: { authorization } })
  expect(statusCode).toBe(200)
})

test('an account of a company sign-in has that of its provider, whatever its role requires', async () => {
  await open(['analyst'])
  const send = await testApp.as('analyst')
  expect((await send('GET', '/auth/permissions')).status).toBe(403)
  const subject = { oidc_issuer: 'https://id.example', oidc_subject: 'a-1', password_hash: '' }
  await testApp.engine.database.updateTable('users').set(subject).where('user_id', '=', 'analyst').execute()
  expect((await send('GET', '/auth/permissions')).status).toBe(200)
  const change = await send('PUT', PATH, { isOn: true, password: '', code: '000000' })
  expect(change.status).toBe(403)
  const message = 'You sign in at the company sign-in, which has its own second factor.'
  expect(await send('POST', PATH)).toMatchObject({ status: 400, body: { message } })
})

test('an administrator resets that of another, not the own one nor that of role 1', async () => {
  await open()
  const path = async (userId: string) => `/v1/system-users/${await testApp.findUser(userId)}/second-factor`
  await enrol(await testApp.as('analyst'))
  const send = await testApp.as('administrator')
  await enrol(send)
  expect((await send('DELETE', await path('administrator'))).status).toBe(403)
  expect((await send('DELETE', await path('superadmin'))).status).toBe(404)
  const analyst = await testApp.as('superadmin')
  expect((await analyst('DELETE', await path('analyst'))).status).toBe(200)
  const again = await send('DELETE', await path('analyst'))
  expect(again.body['message']).toBe('This user has no second factor.')
  expect((await signIn('analyst')).status).toBe(200)
  expect(await events()).toContain('second factor reset: analyst')
})
