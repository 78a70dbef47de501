import { beforeEach, describe, expect, test } from 'vitest'
import { createTestUsers, type TestUser, type TestUsers } from '../../../support/test-users.ts'
import { PASSWORD, userBody } from '../../../support/user-body.ts'

let testApp: TestUsers
let admin: TestUser
let plain: number
beforeEach(async () => {
  testApp = await createTestUsers()
  admin = await testApp.addUserWithRole('chief', [1, 2, 11, 13, 16, 17, 18, 19, 20])
  plain = await testApp.addRole('Clerks', [11])
})

const create = (change: object = {}) =>
  admin.send('POST', '/v1/system-users', { ...userBody(plain), ...change })

describe('a changed user (spec 7.7)', () => {
  let person: TestUser
  beforeEach(async () => {
    person = await testApp.addUser('ada', plain)
  })
  const change = (body: object) => admin.send('PUT', `/v1/system-users/${person.id}`, body)
  const kept = () => ({ roleId: plain, loginIP: '', emailId: 'ada@portal.example' })

  test('gets another role, login IP and e-mail address', async () => {
    const other = await testApp.addRole('Others', [13, 16])
    const body = { userId: 'ada', owner: 'admin', roleId: other, loginIP: '::1', emailId: 'a@example.org' }
    const answer = await change(body)
    expect(answer.status).toBe(200)
    expect(answer.body['message']).toBe('User updated successfully!')
    expect(answer.body['records']).toEqual({ ...body, id: person.id, role: 'Others', status: 'Active' })
    expect((await admin.send('GET', `/v1/system-users/${person.id}`)).headers['etag']).toBe(
      answer.headers['etag'],
    )
  })

  test('keeps User ID and Owner, which are read-only', async () => {
    for (const [body, message] of [
      [{ ...kept(), userId: 'eve' }, 'The User ID cannot be changed.'],
      [{ ...kept(), owner: 'eve' }, 'The Owner cannot be changed.'],
    ] as const) {
      const answer = await change(body)
      expect([answer.status, answer.body['message']]).toEqual([400, message])
    }
    expect((await admin.send('GET', `/v1/system-users/${person.id}`)).body['records']).toMatchObject({
      userId: 'ada',
      owner: 'admin',
    })
  })

  test.each<[object, string]>([
    [
      { roleId: 0, loginIP: '1.2', emailId: 'a' },
      '[Role] is required , [Login IP, Email Id] is invalid value or format',
    ],
    [{ roleId: 1 }, 'There is no such role.'],
    [{ roleId: 4711 }, 'There is no such role.'],
  ])('is rejected for %j with %s', async (body, message) => {
    const before = await testApp.dumpTables()
    const answer = await change({ ...kept(), ...body })
    expect([answer.status, answer.body['message']]).toEqual([400, message])
    expect(await testApp.dumpTables()).toBe(before)
  })
})

describe('status, password and deletion of a user', () => {
  let person: TestUser
  beforeEach(async () => {
    person = await testApp.addUser('ada', plain)
  })
  const url = (path = '') => `/v1/system-users/${person.id}${path}`
  const reset = (newPassword: string) => admin.send('POST', url('/reset-password'), { newPassword })

  test('ends sessions and sign-in on deactivation, and allows sign-in after activation', async () => {
    await reset(PASSWORD)
    const send = await testApp.as('ada', PASSWORD)
    const off = await admin.send('PUT', url('/status?status=Inactive'))
    expect([off.status, off.body['message']]).toEqual([200, 'User status updated to Inactive successfully!'])
    expect(off.body['records']).toMatchObject({ status: 'Inactive' })
    expect((await send('GET', '/auth/permissions')).status).toBe(401)
    await expect(testApp.token('ada', PASSWORD)).rejects.toThrow(
      '403: Your account is deactivated. Ask the administrator of the portal.',
    )
    const on = await admin.send('PUT', url('/status?status=Active'))
    expect(on.body['message']).toBe('User status updated to Active successfully!')
    expect((await send('GET', '/auth/permissions')).status).toBe(401)
    await testApp.token('ada', PASSWORD)
  })

  test('ends every session of the user on a password reset', async () => {
    await reset(PASSWORD)
    const sessions = [
      await testApp.as('ada', PASSWORD),
      await testApp.as('ada', PASSWORD),
      await testApp.as('ada', PASSWORD),
    ]
    const answer = await reset('another tram 92 harbour')
    expect(answer.body).toEqual({
      success: true,
      message: 'Password reset successfully!',
      records: [],
      totalCount: 0,
    })
    for (const send of sessions) expect((await send('GET', '/auth/permissions')).status).toBe(401)
    await expect(testApp.token('ada', PASSWORD)).rejects.toThrow('401')
    await testApp.token('ada', 'another tram 92 harbour')
    expect(testApp.log()).not.toContain('tram')
  })

  test.each(['', '   '])('rejects the blank new password %j (spec 5.5)', async (newPassword) => {
    const { status, body } = await reset(newPassword)
    expect([status, body['message']]).toEqual([400, '[New Password] is required'])
  })

  test('ends the sessions and frees the user id on deletion', async () => {
    const answer = await admin.send('DELETE', url())
    expect([answer.status, answer.body['message']]).toEqual([200, 'User deleted successfully!'])
    expect((await person.send('GET', '/auth/permissions')).status).toBe(401)
    expect((await admin.send('GET', url())).status).toBe(404)
    expect((await admin.send('DELETE', url())).body['message']).toBe('There is no such user.')
    expect((await create()).status).toBe(201)
  })

  test('leaves no row in any table that belongs to a user on deletion', async () => {
    const { database } = testApp.engine
    await admin.send('DELETE', url())
    const { body } = await create()
    const { id } = body['records'] as { readonly id: number }
    await testApp.login('ada', PASSWORD, { remoteAddress: '203.0.113.7' })
    await testApp.setOwnPermissions(id, [11])
    const tables = ['sessions', 'known_networks', 'last_sign_ins', 'user_rights'] as const
    const countRows = () =>
      Promise.all(
        tables.map(async (table) => {
          const rows = await database.selectFrom(table).select('user_id').where('user_id', '=', id).execute()
          return rows.length
        }),
      )
    expect(await countRows()).toEqual([1, 1, 1, 1])
    expect((await admin.send('DELETE', `/v1/system-users/${id}`)).status).toBe(200)
    expect(await countRows()).toEqual([0, 0, 0, 0])
  })

  test('cannot be applied to oneself: deactivation and deletion are rejected (spec 6.9)', async () => {
    const before = await testApp.dumpTables()
    const gone = await admin.send('DELETE', `/v1/system-users/${admin.id}`)
    expect([gone.status, gone.body['message']]).toEqual([403, 'You cannot delete your own user.'])
    const off = await admin.send('PUT', `/v1/system-users/${admin.id}/status?status=Inactive`)
    expect([off.status, off.body['message']]).toEqual([403, 'You cannot deactivate your own user.'])
    expect(await testApp.dumpTables()).toBe(before)
    expect((await admin.send('PUT', `/v1/system-users/${admin.id}/status?status=Active`)).status).toBe(200)
  })

  test('refuses to reset the own password, which needs the current one', async () => {
    const before = await testApp.dumpTables()
    const { status, body } = await admin.send('POST', `/v1/system-users/${admin.id}/reset-password`, {
      newPassword: PASSWORD,
    })
    expect([status, body['message']]).toEqual([
      403,
      'You cannot reset your own password. Change it under your name in the header.',
    ])
    expect(await testApp.dumpTables()).toBe(before)
  })
})
