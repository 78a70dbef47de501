import { beforeEach, describe, expect, test } from 'vitest'
import type { Answer } from '../../../support/test-app.ts'
import { column, createTestUsers, type TestUser, type TestUsers } from '../../../support/test-users.ts'
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
/** The status of an answer and its message. */
const tell = ({ status, body }: Answer) => [status, body['message']]
const list = async (query: string) => (await admin.send('GET', `/v1/system-users?${query}`)).body

describe('a new user (spec 3.3, 7.7)', () => {
  test('is returned without its password, and can sign in', async () => {
    const { status, body, headers } = await create()
    expect(status).toBe(201)
    expect(body).toEqual({
      success: true,
      message: 'User created successfully!',
      totalCount: 1,
      records: {
        id: expect.any(Number),
        userId: 'ada',
        owner: 'admin',
        role: 'Clerks',
        roleId: plain,
        loginIP: '10.0.0.7',
        emailId: 'ada@example.com',
        status: 'Active',
      },
    })
    expect(headers['etag']).toMatch(/^"[\w-]+"$/)
    const send = await testApp.as('ada', PASSWORD)
    await send('PUT', '/v1/account/password', { newPassword: 'amber kettle 17 orbit' })
    expect((await send('GET', '/auth/permissions')).body).toEqual({
      Assignedrecords: [{ AssignedGrpRightId: 11, name: 'Dashboard' }],
    })
    expect(testApp.log()).not.toContain(PASSWORD)
    expect(testApp.log()).toContain('"event":"user created","caller":"chief","user":"ada"')
  })

  test('has the owner admin by default; a blank owner is rejected (spec 5.3)', async () => {
    const { owner: _, ...rest } = userBody(plain)
    const { body } = await admin.send('POST', '/v1/system-users', rest)
    expect(body['records']).toMatchObject({ owner: 'admin' })
    expect((await create({ userId: 'bob', owner: ' ' })).body['message']).toBe('[Owner] is required')
  })

  test('is stored without leading and trailing spaces', async () => {
    const { body } = await create({ userId: ' ada ', emailId: ' ada@example.com ', loginIP: '  ' })
    expect(body['records']).toMatchObject({ userId: 'ada', emailId: 'ada@example.com', loginIP: '' })
  })

  test('cannot get role 1 in any spelling (spec 6.8)', async () => {
    const before = await testApp.dumpTables()
    const superadmin = await testApp.as('superadmin')
    for (const send of [admin.send, superadmin]) {
      for (const roleId of ['1', '0x1', ' 1', true, [1], null, { id: 1 }, -1, 1.5, 4711]) {
        const { status } = await send('POST', '/v1/system-users', { ...userBody(plain), roleId })
        expect([roleId, status]).toEqual([roleId, 400])
      }
      for (const one of ['1', '1.0', '1e0', '0.1e1']) {
        const sendText = testApp.bearing(admin.token, { 'content-type': 'application/json' })
        const body = JSON.stringify({ ...userBody(plain), roleId: 0 })
        const text = body.replace('"roleId":0', `"roleId":${one}`)
        const answer = await sendText('POST', '/v1/system-users', text)
        expect([one, ...tell(answer)]).toEqual([one, 400, 'There is no such role.'])
      }
    }
    expect(await testApp.dumpTables()).toBe(before)
  })

  test('needs a user id that is unique in any case, also among hidden users', async () => {
    await create()
    for (const userId of ['ada', 'ADA', ' Ada ', 'SuperAdmin']) {
      const message = 'A user with this User ID already exists.'
      expect([userId, ...tell(await create({ userId }))]).toEqual([userId, 409, message])
    }
  })

  test('is created once by 20 concurrent requests in two spellings', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create({ userId: index % 2 === 0 ? 'ada' : 'ADA' })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array(19).fill(409),
    ])
    expect((await list('search=ada'))['totalCount']).toBe(1)
  })
})

describe('the password of a new user (spec 5.5)', () => {
  test.each<[string, string]>([
    ['Lovelace-1', 'The password must not be the User ID.'],
    [
      'Airtel-Minutes-9',
      'The password must not consist of words of this portal or its user. Please choose another one.',
    ],
  ])('is rejected: %j', async (password, message) => {
    expect(tell(await create({ userId: 'lovelace', password }))).toEqual([400, message])
    const { id } = await testApp.addUser('lovelace', plain)
    const url = `/v1/system-users/${id}/reset-password`
    expect(tell(await admin.send('POST', url, { newPassword: password }))).toEqual([400, message])
  })
})

describe('reading and listing users (spec 6.8, 4.8, 7.3)', () => {
  test('returns one user by number', async () => {
    const { status, body } = await admin.send('GET', `/v1/system-users/${admin.id}`)
    expect(status).toBe(200)
    expect(body['records']).toMatchObject({ id: admin.id, userId: 'chief', role: 'chief role' })
    expect(Object.keys(body['records'] as object).join(' ')).toBe(
      'id userId owner role roleId loginIP emailId status',
    )
  })

  test('searches literal text, in any case, in the displayed columns', async () => {
    const rows: [string, string, string, string][] = [
      ['per%cent', 'Owner_1', '10.0.0.1', 'one@example.com'],
      ['percent', 'OwnerX1', '10.0.0.2', 'two@example.com'],
      ["o'hara", 'back\\slash', 'gate.example.net', 'three@example.com'],
      ['Élodie!', 'admin', '', 'four@example.com'],
    ]
    for (const [userId, owner, loginIP, emailId] of rows) {
      expect((await create({ userId, owner, loginIP, emailId })).status).toBe(201)
    }
    const found = async (search: string) =>
      column(await list(`size=100&search=${encodeURIComponent(search)}`), 'userId')
    expect(await found('%')).toEqual(['per%cent'])
    expect(await found('R_1')).toEqual(['per%cent'])
    expect(await found('\\')).toEqual(["o'hara"])
    expect(await found('!')).toEqual(['Élodie!'])
    expect(await found('élodie')).toEqual(['Élodie!'])
    expect(await found("'")).toEqual(["o'hara"])
    expect(await found("' OR 1=1 --")).toEqual([])
    expect(await found('PERCENT')).toEqual(['percent'])
    expect(await found('gate.EXAMPLE')).toEqual(["o'hara"])
    expect(await found('two@')).toEqual(['percent'])
    expect(await found('clerks')).toEqual(['per%cent', 'percent', "o'hara", 'Élodie!'])
    expect(await found('  percent ')).toEqual(['percent'])
    expect(testApp.log()).not.toContain('"level":50')
  })
})

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
    expect(tell(answer)).toEqual([200, 'User updated successfully!'])
    expect(answer.body['records']).toEqual({ ...body, id: person.id, role: 'Others', status: 'Active' })
    const read = await admin.send('GET', `/v1/system-users/${person.id}`)
    expect(read.headers['etag']).toBe(answer.headers['etag'])
  })

  test('keeps User ID and Owner, which are read-only', async () => {
    const [userId, owner] = [
      { ...kept(), userId: 'eve' },
      { ...kept(), owner: 'eve' },
    ]
    expect(tell(await change(userId))).toEqual([400, 'The User ID cannot be changed.'])
    expect(tell(await change(owner))).toEqual([400, 'The Owner cannot be changed.'])
    const { body } = await admin.send('GET', `/v1/system-users/${person.id}`)
    expect(body['records']).toMatchObject({ userId: 'ada', owner: 'admin' })
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
    expect(tell(await change({ ...kept(), ...body }))).toEqual([400, message])
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
    expect(tell(off)).toEqual([200, 'User status updated to Inactive successfully!'])
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
    const sessions = []
    for (let count = 0; count < 3; count += 1) sessions.push(await testApp.as('ada', PASSWORD))
    const message = 'Password reset successfully!'
    const { body } = await reset('another tram 92 harbour')
    expect(body).toEqual({ success: true, message, records: [], totalCount: 0 })
    for (const send of sessions) expect((await send('GET', '/auth/permissions')).status).toBe(401)
    await expect(testApp.token('ada', PASSWORD)).rejects.toThrow('401')
    await testApp.token('ada', 'another tram 92 harbour')
    expect(testApp.log()).not.toContain('tram')
  })

  test.each(['', '   '])('rejects the blank new password %j (spec 5.5)', async (newPassword) => {
    expect(tell(await reset(newPassword))).toEqual([400, '[New Password] is required'])
  })

  test('ends the sessions and frees the user id on deletion', async () => {
    expect(tell(await admin.send('DELETE', url()))).toEqual([200, 'User deleted successfully!'])
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
    const count = async (table: (typeof tables)[number]) =>
      (await database.selectFrom(table).select('user_id').where('user_id', '=', id).execute()).length
    const countRows = () => Promise.all(tables.map(count))
    expect(await countRows()).toEqual([1, 1, 1, 1])
    expect((await admin.send('DELETE', `/v1/system-users/${id}`)).status).toBe(200)
    expect(await countRows()).toEqual([0, 0, 0, 0])
  })

  test('cannot be applied to oneself: deactivation and deletion are rejected (spec 6.9)', async () => {
    const before = await testApp.dumpTables()
    const gone = await admin.send('DELETE', `/v1/system-users/${admin.id}`)
    expect(tell(gone)).toEqual([403, 'You cannot delete your own user.'])
    const off = await admin.send('PUT', `/v1/system-users/${admin.id}/status?status=Inactive`)
    expect(tell(off)).toEqual([403, 'You cannot deactivate your own user.'])
    expect(await testApp.dumpTables()).toBe(before)
    expect((await admin.send('PUT', `/v1/system-users/${admin.id}/status?status=Active`)).status).toBe(200)
  })

  test('refuses to reset the own password, which needs the current one', async () => {
    const before = await testApp.dumpTables()
    const own = `/v1/system-users/${admin.id}/reset-password`
    const message = 'You cannot reset your own password. Change it under your name in the header.'
    expect(tell(await admin.send('POST', own, { newPassword: PASSWORD }))).toEqual([403, message])
    expect(await testApp.dumpTables()).toBe(before)
  })
})
