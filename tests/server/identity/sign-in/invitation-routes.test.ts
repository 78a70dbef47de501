import { beforeEach, describe, expect, test } from 'vitest'
import { hashToken } from '../../../../src/server/identity/accounts/sessions.ts'
import { createScheduleApp } from '../../../support/schedule-app.ts'
import { createTestUsers, type TestUser } from '../../../support/test-users.ts'
import { PASSWORD, userBody } from '../../../support/user-body.ts'

const HOUR_MS = 3_600_000
const ENDED =
  'This link has ended. It works once and for 72 hours, and a change of the account ends it. Ask the administrator of the portal for a new one.'

const testApp = await createScheduleApp()
const chief = await testApp.addUserWithRole('chief', [2])
const roleId = await testApp.addRole('guests')
let count = 0
const name = () => `guest ${(count += 1)}`
beforeEach(async () => {
  await testApp.runDue()
  testApp.takeMails()
})

/** Adds a user by an invitation and returns its number with the token of the link in the mail. */
async function invite(userId = name()) {
  const { password: _, ...form } = userBody(roleId, userId.replace(' ', ''))
  const { status, body } = await chief.send('POST', '/v1/system-users', { ...form, invite: true })
  expect([status, body['message']]).toEqual([201, 'User created successfully!'])
  const { id } = body['records'] as { id: number }
  return { id, userId: form.userId, token: await takeToken() }
}

async function takeToken(): Promise<string> {
  await testApp.runDue()
  const texts = testApp.takeMails().map(({ text }) => text)
  expect(texts).toHaveLength(1)
  return /https:\/\/portal\.example\/invitation#(.*)$/m.exec(texts[0] ?? '')?.[1] ?? ''
}

const ask = (method: 'POST' | 'PUT', payload: object, remoteAddress = '203.0.113.7') =>
  testApp.send({ method, url: '/auth/invitation', payload, remoteAddress })
const read = (token: string) => ask('POST', { token })
const accept = (token: string, newPassword = PASSWORD) => ask('PUT', { token, newPassword })
const signIn = async (userId: string, password = PASSWORD) => (await testApp.login(userId, password)).status

describe('an invitation', () => {
  test('mails a link of 256 random bits that sets the first password, once, and opens no session itself', async () => {
    const { id, userId, token } = await invite('Ada One')
    expect(token).toMatch(/^[\w-]{43}$/)
    expect([await signIn(userId), await signIn(userId, '')]).toEqual([401, 400])
    const endsAt = new Date(testApp.now().getTime() + 72 * HOUR_MS).toISOString()
    const records = { userId, endsAt }
    expect((await read(token)).body).toEqual({ success: true, message: '', records, totalCount: 1 })
    const { status, body } = await accept(token)
    expect(status).toBe(200)
    const message = 'Password saved successfully!'
    expect(body).toEqual({ success: true, message, records: [], totalCount: 0 })
    expect(await signIn(userId)).toBe(200)
    const account = await (await testApp.as(userId, PASSWORD))('GET', '/v1/account')
    expect(account.body['records']).toMatchObject({ userId: id, passwordChangeRequired: false })
    for (const answer of [await read(token), await accept(token, 'another tram 92 harbour')])
      expect([answer.status, answer.body['message']]).toEqual([404, ENDED])
    expect(await signIn(userId)).toBe(200)
  })

  test('names the account in the mail, and leaves its token in neither the database, its jobs nor the log', async () => {
    const { password: _, ...form } = userBody(roleId, 'named')
    await chief.send('POST', '/v1/system-users', { ...form, invite: true })
    await testApp.runDue()
    const [mail] = testApp.takeMails()
    expect(mail?.to).toBe('named@example.com')
    expect(mail?.subject).toMatch(/^Your account in /)
    expect(mail?.unsubscribeUrl).toBeUndefined()
    expect(mail?.text).toContain('Your user ID is named.')
    const token = /#(.*)/.exec(mail?.text ?? '')?.[1] ?? ''
    await accept(token, 'short')
    const { database } = testApp.engine
    const stored = await database.selectFrom('invitations').selectAll().execute()
    expect(stored.map(({ token_hash }) => token_hash)).toContain(hashToken(token))
    const jobs = await database.selectFrom('jobs').selectAll().execute()
    expect(JSON.stringify([stored, jobs]) + testApp.log()).not.toContain(token)
  })

  test.each([
    ['', '[New Password] is required'],
    ['short', 'The password must have at least 8 characters.'],
    ['password', 'This password is too common.'],
  ])('takes no password that breaks the rules, such as %j, and still works then', async (password) => {
    const { userId, token } = await invite()
    const { status, body } = await accept(token, password)
    expect([status, typeof body['message']]).toEqual([400, 'string'])
    expect(await signIn(userId, 'anything at all')).toBe(401)
    expect((await accept(token)).status).toBe(200)
  })

  test('ends after 72 hours', async () => {
    const { token } = await invite()
    testApp.pass(72 * HOUR_MS - 1)
    expect((await read(token)).status).toBe(200)
    testApp.pass(1)
    expect([(await read(token)).status, (await accept(token)).status]).toEqual([404, 404])
  })

  const newPassword = { newPassword: PASSWORD }
  const changes: readonly (readonly [string, (id: number) => Promise<unknown>])[] = [
    [
      'gets another e-mail address',
      (id) => chief.send('PUT', `/v1/system-users/${id}`, { roleId, emailId: 'x@example.com' }),
    ],
    ['is deactivated', (id) => chief.send('PUT', `/v1/system-users/${id}/status?status=Inactive`)],
    ['is deleted', (id) => chief.send('DELETE', `/v1/system-users/${id}`)],
    ['gets a password', (id) => chief.send('POST', `/v1/system-users/${id}/reset-password`, newPassword)],
    ['is invited again', (id) => chief.send('POST', `/v1/system-users/${id}/invitation`)],
  ]
  test.each(changes)('ends when its user %s', async (_, change) => {
    const { id, token } = await invite()
    testApp.pass(1000)
    expect(await change(id)).toMatchObject({ status: 200 })
    expect([(await read(token)).status, (await accept(token)).status]).toEqual([404, 404])
  })

  test('stays when the role or the login IP of its user changes', async () => {
    const { id, userId, token } = await invite()
    const emailId = `${userId}@example.com`
    const change = { roleId: await testApp.addRole('other guests'), loginIP: '', emailId }
    expect(await chief.send('PUT', `/v1/system-users/${id}`, change)).toMatchObject({ status: 200 })
    expect([(await read(token)).status, (await accept(token)).status]).toEqual([200, 200])
  })

  test('ends when its user chooses another password, and the mail of an ended one is not sent', async () => {
    const user = await testApp.addUser('chooser', roleId)
    testApp.pass(1000)
    await chief.send('POST', `/v1/system-users/${user.id}/invitation`)
    const token = await takeToken()
    const body = { currentPassword: 'demo-Portal-2025', newPassword: PASSWORD }
    expect((await user.send('PUT', '/v1/account/password', body)).status).toBe(200)
    expect((await read(token)).status).toBe(404)
    testApp.pass(1000)
    await chief.send('POST', `/v1/system-users/${user.id}/invitation`)
    await chief.send('PUT', `/v1/system-users/${user.id}/status?status=Inactive`)
    await testApp.runDue()
    expect(testApp.takeMails()).toEqual([])
  })

  test('of two requests that accept it at once, sets one password', async () => {
    const { userId, token } = await invite()
    const answers = await Promise.all([accept(token), accept(token, 'another tram 92 harbour')])
    const [first, second] = answers.map(({ status }) => status)
    expect(new Set([first, second])).toEqual(new Set([200, 404]))
    const opened = [await signIn(userId), await signIn(userId, 'another tram 92 harbour')]
    expect(opened).toEqual(first === 200 ? [200, 401] : [401, 200])
  })

  test('ends the sessions of its user, as a reset does', async () => {
    const user = await testApp.addUser('signer', roleId)
    testApp.pass(1000)
    await chief.send('POST', `/v1/system-users/${user.id}/invitation`)
    await accept(await takeToken())
    expect((await user.send('GET', '/v1/account')).status).toBe(401)
  })

  test('counts wrong links as failed sign-ins of their network', async () => {
    const from = '198.51.100.9'
    const guess = () => ask('POST', { token: 'x'.repeat(43) }, from)
    for (let attempt = 0; attempt < 100; attempt += 1) expect((await guess()).status).toBe(404)
    const { status, headers } = await guess()
    expect([status, headers['retry-after']]).toEqual([429, '900'])
    const { token } = await invite()
    expect((await ask('PUT', { token, newPassword: PASSWORD }, from)).status).toBe(429)
    expect((await accept(token)).status).toBe(200)
  })

  test('is written in the history, by whom and for whom', async () => {
    const { userId, token } = await invite()
    await accept(token)
    const { body } = await (await testApp.as('superadmin'))('GET', '/v1/audit-events?size=3')
    expect(body['records']).toMatchObject([
      { event: 'signed in' },
      { event: 'invitation accepted', actor: userId, subject: userId },
      { event: 'user invited', actor: 'chief', subject: userId },
    ])
  })

  test('is not sent to a mailbox without end, and the failed job says why', async () => {
    const { id } = await invite()
    for (let sent = 1; sent < 20; sent += 1) {
      testApp.pass(1000)
      await chief.send('POST', `/v1/system-users/${id}/invitation`)
      await takeToken()
    }
    testApp.pass(1000)
    await chief.send('POST', `/v1/system-users/${id}/invitation`)
    await testApp.runDue()
    expect(testApp.takeMails()).toEqual([])
    const { body } = await chief.send('GET', '/v1/jobs?state=failed')
    expect(body['records']).toMatchObject([
      { subject: String(id), lastError: 'a mailbox gets at most 20 mails a day from one account' },
    ])
  })
})

describe('nobody is invited', () => {
  const post = (path: string, sender: TestUser = chief, body?: unknown) =>
    sender.send('POST', `/v1/system-users${path}`, body)

  test.each([
    ['who is inactive', { status: 'Inactive' }, 'An inactive user cannot be invited.'],
    ['without an address', { emailId: '' }, '[Email Id] is required'],
  ])('%s', async (_, change, message) => {
    const { password: _password, ...form } = userBody(roleId, name().replace(' ', ''))
    const answer = await post('', chief, { ...form, ...change, invite: true })
    expect([answer.status, answer.body['message']]).toEqual([400, message])
  })

  test('by a caller who lacks a right of the user, or oneself', async () => {
    const { id } = await testApp.addUserWithRole('more', [13])
    expect((await post(`/${id}/invitation`)).status).toBe(403)
    expect((await post(`/${chief.id}/invitation`)).status).toBe(403)
  })

  test('by a portal that sends no mails', async () => {
    const silent = await createTestUsers()
    const sender = await silent.addUserWithRole('chief', [2])
    const form = { ...userBody(await silent.addRole('guests')), invite: true }
    const { status, body } = await sender.send('POST', '/v1/system-users', form)
    expect([status, body['message']]).toEqual([400, 'This portal sends no mails. Set a password instead.'])
    for (const method of ['POST', 'PUT'] as const)
      expect((await silent.send({ method, url: '/auth/invitation', payload: {} })).status).toBe(404)
  })
})
