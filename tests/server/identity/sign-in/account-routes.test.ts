import { beforeEach, describe, expect, test } from 'vitest'
import type { Send } from '../../../support/test-app.ts'
import { column, createTestUsers, type TestUser, type TestUsers } from '../../../support/test-users.ts'
import { PASSWORD, userBody } from '../../../support/user-body.ts'

const NEW = 'amber kettle 17 orbit'
const OTHER = 'copper lantern 88 moss'

let testApp: TestUsers
let admin: TestUser
let id: number
beforeEach(async () => {
  testApp = await createTestUsers()
  admin = await testApp.addUserWithRole('chief', [1, 2, 11, 13, 16])
  const role = await testApp.addRole('Clerks', [11])
  const { body } = await admin.send('POST', '/v1/system-users', userBody(role))
  id = (body['records'] as { id: number }).id
})

const account = async (send: Send) => (await send('GET', '/v1/account')).body['records']
const change = async (send: Send, body: object) => {
  const { status, body: answer } = await send('PUT', '/v1/account/password', body)
  return [status, answer['message']]
}
/** Signs in as `ada`, who has chosen the password. */
const signInWith = async (password: string) => {
  const send = await testApp.as('ada', PASSWORD)
  await change(send, { newPassword: password })
  return testApp.as('ada', password)
}

describe('a password that an administrator has set', () => {
  test('opens a session that can only be used to choose a new one', async () => {
    const send = await testApp.as('ada', PASSWORD)
    expect(await account(send)).toMatchObject({
      username: 'ada',
      emailId: 'ada@example.com',
      passwordChangeRequired: true,
    })
    expect((await send('POST', '/auth/validate-token')).status).toBe(200)
    for (const url of ['/auth/permissions', '/openapi.json', '/dashboards', '/v1/system-users']) {
      expect(await send('GET', url)).toMatchObject({
        status: 403,
        body: { code: 'password-change-required', message: 'Please choose a new password first.' },
      })
    }
    expect(await change(send, { newPassword: NEW })).toEqual([200, 'Password changed successfully!'])
    expect(await account(send)).toMatchObject({ passwordChangeRequired: false })
    expect((await send('GET', '/auth/permissions')).status).toBe(200)
    await expect(testApp.as('ada', PASSWORD)).rejects.toThrow('401')
    expect((await (await testApp.as('ada', NEW))('GET', '/auth/permissions')).status).toBe(200)
  })

  test('is required again after a reset', async () => {
    const send = await signInWith(NEW)
    expect((await send('GET', '/auth/permissions')).status).toBe(200)
    await admin.send('POST', `/v1/system-users/${id}/reset-password`, { newPassword: OTHER })
    expect(await account(await testApp.as('ada', OTHER))).toMatchObject({ passwordChangeRequired: true })
  })

  test('cannot be chosen again, and the new one follows the rules (spec 5.5)', async () => {
    const send = await testApp.as('ada', PASSWORD)
    expect(await change(send, { newPassword: PASSWORD })).toEqual([
      400,
      'The new password must differ from the current one.',
    ])
    expect(await change(send, { newPassword: 'short' })).toEqual([
      400,
      'The password must have 8 to 128 characters.',
    ])
    expect(await change(send, {})).toEqual([400, '[New Password] is required'])
    expect((await send('GET', '/auth/permissions')).status).toBe(403)
  })

  test('is never required of demo accounts', async () => {
    const analyst = await testApp.findUser('analyst')
    const superadmin = await testApp.as('superadmin')
    await superadmin('POST', `/v1/system-users/${analyst}/reset-password`, { newPassword: OTHER })
    expect(await account(await testApp.as('analyst', OTHER))).toMatchObject({ passwordChangeRequired: false })
  })

  test('is changed once: a second request of the session needs the current password', async () => {
    const send = await testApp.as('ada', PASSWORD)
    const answers = await Promise.all([NEW, OTHER].map((newPassword) => change(send, { newPassword })))
    const [first = [], second = []] = answers.toSorted((one, other) => Number(one[0]) - Number(other[0]))
    expect(first[0]).toBe(200)
    expect([400, 409]).toContain(second[0])
  })
})

describe('the own password', () => {
  test('is changed with the current one, and ends the other sessions', async () => {
    const send = await signInWith(NEW)
    const elsewhere = await testApp.as('ada', NEW)
    expect(await change(send, { currentPassword: NEW, newPassword: OTHER })).toEqual([
      200,
      'Password changed successfully!',
    ])
    expect((await send('GET', '/auth/permissions')).status).toBe(200)
    expect((await elsewhere('GET', '/auth/permissions')).status).toBe(401)
    await expect(testApp.as('ada', NEW)).rejects.toThrow('401')
    const { body } = await admin.send('GET', '/v1/audit-events?event=password%20changed')
    expect(column(body, 'subject')).toEqual(['ada', 'ada'])
    expect(column(body, 'details')[0]).toEqual({ sessionsEnded: expect.any(Number) })
    for (const secret of [NEW, OTHER]) {
      expect(testApp.log()).not.toContain(secret)
      expect(JSON.stringify(body)).not.toContain(secret)
    }
  })

  test.each<[object, number, string]>([
    [{ newPassword: OTHER }, 400, '[Current Password] is required'],
    [{ currentPassword: ' ', newPassword: '' }, 400, '[Current Password, New Password] is required'],
    [{ currentPassword: 'wrong', newPassword: OTHER }, 403, 'The current password is not correct.'],
    [{ currentPassword: NEW, newPassword: NEW }, 400, 'The new password must differ from the current one.'],
    [{ currentPassword: NEW, newPassword: 'short' }, 400, 'The password must have 8 to 128 characters.'],
    [
      { currentPassword: NEW, newPassword: 'Routelink1!' },
      400,
      'The password must not consist of words of this portal or its user. Please choose another one.',
    ],
  ])('is not changed by %j', async (body, status, message) => {
    const send = await signInWith(NEW)
    expect(await change(send, body)).toEqual([status, message])
    await testApp.as('ada', NEW)
  })

  test('cannot be guessed: wrong ones count as failed sign-ins', async () => {
    const send = await signInWith(NEW)
    const guess = () => change(send, { currentPassword: 'wrong', newPassword: OTHER })
    for (let time = 0; time < 5; time += 1) expect((await guess())[0]).toBe(403)
    expect(await guess()).toEqual([429, 'Too many failed logins. Please try again in 15 minutes.'])
    expect((await change(send, { currentPassword: NEW, newPassword: OTHER }))[0]).toBe(429)
    await expect(testApp.as('ada', NEW)).rejects.toThrow('429')
    testApp.pass(16 * 60_000)
    expect((await change(send, { currentPassword: NEW, newPassword: OTHER }))[0]).toBe(200)
  })

  test('leaves wrong current passwords in the history, like failed sign-ins', async () => {
    const send = await signInWith(NEW)
    for (let time = 0; time < 6; time += 1)
      await change(send, { currentPassword: 'wrong', newPassword: OTHER })
    const { body } = await admin.send('GET', '/v1/audit-events?subject=ada&event=password%20change%20failed')
    expect(body['records']).toMatchObject(
      [6, 5, 4, 3, 2, 1].map((attempt) => ({ actor: 'ada', details: { attempt, stored: 10 } })),
    )
    expect(JSON.stringify(body)).not.toContain('wrong')
  })
})
