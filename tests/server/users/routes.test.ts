import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { column, createTestUsers, type TestUser, type TestUsers } from '../../support/test-users.ts'

const ALL = [1, 2, 11, 13, 16, 17, 18, 19, 20]
const PASSWORD = 'velvet tram 91 harbour'

let testApp: TestUsers
let admin: TestUser
let plain: number
beforeEach(async () => {
  testApp = await createTestUsers()
  admin = await testApp.addUserWithRole('chief', ALL)
  plain = await testApp.addRole('Clerks', [11])
})
afterEach(() => testApp.close())

const ada = () => ({
  userId: 'ada',
  password: PASSWORD,
  owner: 'admin',
  roleId: plain,
  loginIP: '10.0.0.7',
  emailId: 'ada@example.com',
})
const create = (change: object = {}) => admin.send('POST', '/v1/system-users', { ...ada(), ...change })
const list = async (query: string) => (await admin.send('GET', `/v1/system-users?${query}`)).body

describe('creating (spec 3.3, 7.7)', () => {
  test('answers the user, never its password, and the user can sign in', async () => {
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
    expect((await send('GET', '/auth/permissions')).body).toEqual({
      Assignedrecords: [{ AssignedGrpRightId: 11, name: 'Dashboard' }],
    })
    expect(testApp.log()).not.toContain(PASSWORD)
    expect(testApp.log()).toContain('"event":"user created","caller":"chief","user":"ada"')
  })

  test('the owner is admin where none is given; blank is missing (spec 5.3)', async () => {
    const { owner: _, ...rest } = ada()
    const { body } = await admin.send('POST', '/v1/system-users', rest)
    expect(body['records']).toMatchObject({ owner: 'admin' })
    expect((await create({ userId: 'bob', owner: ' ' })).body['message']).toBe('[Owner] is required')
  })

  test('texts are kept without outer blanks', async () => {
    const { body } = await create({ userId: ' ada ', emailId: ' ada@example.com ', loginIP: '  ' })
    expect(body['records']).toMatchObject({ userId: 'ada', emailId: 'ada@example.com', loginIP: '' })
  })

  test.each<[object, string]>([
    [{ userId: '' }, '[User ID] is required'],
    [{ userId: '  ', roleId: 0 }, '[User ID, Role] is required'],
    [{ password: '   ' }, '[Password] is required'],
    [{ emailId: '' }, '[Email Id] is required'],
    [{ loginIP: '300.1.1.1' }, 'Login IP is invalid value or format'],
    [{ loginIP: 'x', emailId: 'x' }, '[Login IP, Email Id] is invalid value or format'],
    [
      { userId: '', roleId: 0, loginIP: 'x', emailId: 'x' },
      '[User ID, Role] is required , [Login IP, Email Id] is invalid value or format',
    ],
  ])('%j is refused with the words of the form: %s (spec 5.3)', async (change, message) => {
    const { status, body } = await create(change)
    expect([status, body['success'], body['message']]).toEqual([400, false, message])
  })

  test('an empty body names every required field', async () => {
    const { status, body } = await admin.send('POST', '/v1/system-users', {})
    expect(status).toBe(400)
    expect(body['message']).toBe('[User ID, Password, Role, Email Id] is required')
  })

  test('role 1 cannot be given in any spelling (spec 6.8, S22)', async () => {
    const before = await testApp.dumpTables()
    const superadmin = await testApp.as('superadmin')
    for (const send of [admin.send, superadmin]) {
      for (const roleId of ['1', '0x1', ' 1', true, [1], null, { id: 1 }, -1, 1.5, 4711]) {
        const { status } = await send('POST', '/v1/system-users', { ...ada(), roleId })
        expect([roleId, status]).toEqual([roleId, 400])
      }
      for (const one of ['1', '1.0', '1e0', '0.1e1']) {
        const { status, body } = await testApp.send({
          method: 'POST',
          url: '/v1/system-users',
          headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
          payload: JSON.stringify({ ...ada(), roleId: 0 }).replace('"roleId":0', `"roleId":${one}`),
        })
        expect([one, status, body['message']]).toEqual([one, 400, 'There is no such role.'])
      }
    }
    expect(await testApp.dumpTables()).toBe(before)
  })

  test('a user id is unique in any case, also among hidden users (S64)', async () => {
    await create()
    for (const userId of ['ada', 'ADA', ' Ada ', 'SuperAdmin']) {
      const { status, body } = await create({ userId })
      const message = 'A user with this User ID already exists.'
      expect([userId, status, body['message']]).toEqual([userId, 409, message])
    }
  })

  test('of 20 at once, in two spellings, one is made (S64)', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create({ userId: index % 2 === 0 ? 'ada' : 'ADA' })),
    )
    const made = answers.filter(({ status }) => status === 201)
    const refused = answers.filter(({ status }) => status === 409)
    expect([made.length, refused.length]).toEqual([1, 19])
    expect((await list('search=ada'))['totalCount']).toBe(1)
  })
})

describe('passwords (spec 5.5, S9)', () => {
  test.each<[string, string]>([
    ['short 7', 'The password must have 8 to 128 characters.'],
    ['x'.repeat(129), 'The password must have 8 to 128 characters.'],
    ['password', 'This password is too common. Please choose another one.'],
    ['P@ssw0rd!', 'This password is too common. Please choose another one.'],
    ['12345678', 'This password is too common. Please choose another one.'],
    ['Routelink2025', 'This password is too common. Please choose another one.'],
    ['Lovelace-1', 'The password must not be the User ID.'],
  ])('%j is refused', async (password, message) => {
    const made = await create({ userId: 'lovelace', password })
    expect([made.status, made.body['message']]).toEqual([400, message])
    const person = await testApp.addUser('lovelace', plain)
    const reset = await admin.send('POST', `/v1/system-users/${person.id}/reset-password`, {
      newPassword: password,
    })
    expect([reset.status, reset.body['message']]).toEqual([400, message])
  })

  test.each(['8 chars!', '  two outer blanks  ', 'üüüñandú🦜x'])(
    '%j is taken as it is typed (S8)',
    async (password) => {
      expect((await create({ password })).status).toBe(201)
      await testApp.token('ada', password)
      await expect(testApp.token('ada', `${password} `)).rejects.toThrow('401')
    },
  )

  test('128 characters count as characters, not as bytes', async () => {
    const password = Array.from(
      { length: 64 },
      (_, index) => `${index % 2 === 0 ? '🦜' : '🐟'}${index % 10}`,
    ).join('')
    expect(Array.from(password)).toHaveLength(128)
    expect((await create({ password })).status).toBe(201)
    await testApp.token('ada', password)
  })
})

describe('reading and listing (spec 6.8, 4.8, 7.3)', () => {
  test('one by number', async () => {
    const { status, body } = await admin.send('GET', `/v1/system-users/${admin.id}`)
    expect(status).toBe(200)
    expect(body['records']).toMatchObject({ id: admin.id, userId: 'chief', role: 'chief role' })
    expect(Object.keys(body['records'] as object)).toEqual([
      'id',
      'userId',
      'owner',
      'role',
      'roleId',
      'loginIP',
      'emailId',
      'status',
    ])
  })

  test('users of role 1 are neither listed, counted, found nor read (spec 6.8, S21)', async () => {
    const superadmin = await testApp.as('superadmin')
    for (const send of [admin.send, superadmin]) {
      const { body } = await send('GET', '/v1/system-users?size=100')
      expect(column(body, 'userId')).toEqual(['administrator', 'analyst', 'chief'])
      expect(body['totalCount']).toBe(3)
      expect((await send('GET', '/v1/system-users?search=superadmin')).body).toMatchObject({
        records: [],
        totalCount: 0,
      })
      expect((await send('GET', '/v1/system-users/1')).status).toBe(404)
    }
  })

  test('pages of ten by default, in a fixed order', async () => {
    for (let index = 0; index < 24; index += 1) await testApp.addUser(`user${index}`, plain)
    const first = await list('')
    expect([column(first, 'id').length, first['totalCount']]).toEqual([10, 27])
    const pages = await Promise.all([0, 1, 2, 3].map((page) => list(`page=${page}&size=10&search=`)))
    expect(pages.map((page) => column(page, 'id').length)).toEqual([10, 10, 7, 0])
    const ids = pages.flatMap((page) => column(page, 'id'))
    expect(ids).toEqual(ids.toSorted((one, other) => Number(one) - Number(other)))
    expect(new Set(ids).size).toBe(27)
    for (const size of [25, 50, 100]) {
      expect(column(await list(`size=${size}`), 'id')).toHaveLength(Math.min(size, 27))
    }
  })

  test.each([
    'size=0',
    'size=-1',
    'size=1e9',
    'size=NaN',
    'size=101',
    'size=010',
    'size=1000',
    'size=10.0',
    'size=10&size=25',
    'page=-1',
    'page=1e19',
    'page=9999999999999999999',
    'page=0x1',
    'page=',
    'page=0&page=1',
    'sort=password_hash',
    'search[$ne]=x',
    `search=${'x'.repeat(201)}`,
    'search=%00',
  ])('%s is refused (S32)', async (query) => {
    expect((await admin.send('GET', `/v1/system-users?${query}`)).status).toBe(400)
  })

  test('a page far behind the last is empty', async () => {
    expect(await list('page=999999999&size=100')).toMatchObject({ records: [], totalCount: 3 })
  })

  test('a search is literal text, in any case, over what the table shows (S30)', async () => {
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

describe('changing (spec 7.7)', () => {
  let person: TestUser
  beforeEach(async () => {
    person = await testApp.addUser('ada', plain)
  })
  const change = (body: object) => admin.send('PUT', `/v1/system-users/${person.id}`, body)
  const kept = () => ({ roleId: plain, loginIP: '', emailId: 'ada@portal.example' })

  test('role, login IP and e-mail address', async () => {
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

  test('holds from the next request on (S16)', async () => {
    expect((await person.send('GET', '/dashboards/1')).status).toBe(200)
    await change({ ...kept(), roleId: await testApp.addRole('Others', [13, 16]) })
    expect((await person.send('GET', '/dashboards/1')).status).toBe(403)
  })

  test('User ID and Owner are read-only (S26)', async () => {
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
    [{ emailId: '' }, '[Email Id] is required'],
    [{ roleId: 0 }, '[Role] is required'],
    [{ userId: ' ' }, '[User ID] is required'],
    [
      { roleId: 0, loginIP: '1.2', emailId: 'a' },
      '[Role] is required , [Login IP, Email Id] is invalid value or format',
    ],
    [{ roleId: 1 }, 'There is no such role.'],
    [{ roleId: 4711 }, 'There is no such role.'],
  ])('%j is refused: %s', async (body, message) => {
    const before = await testApp.dumpTables()
    const answer = await change({ ...kept(), ...body })
    expect([answer.status, answer.body['message']]).toEqual([400, message])
    expect(await testApp.dumpTables()).toBe(before)
  })

  test('a stale If-Match is refused, a current one is not (spec 4.11)', async () => {
    const url = `/v1/system-users/${person.id}`
    const etag = String((await admin.send('GET', url)).headers['etag'])
    const put = (ifMatch: string, emailId: string) =>
      testApp.send({
        method: 'PUT',
        url,
        headers: { authorization: `Bearer ${admin.token}`, 'if-match': ifMatch },
        payload: { ...kept(), emailId },
      })
    const first = await put(etag, 'one@example.com')
    expect(first.status).toBe(200)
    const second = await put(etag, 'two@example.com')
    expect([second.status, second.body['message']]).toEqual([412, 'This record was changed by someone else.'])
    expect((await put(String(first.headers['etag']), 'three@example.com')).status).toBe(200)
    expect((await put('*', 'four@example.com')).status).toBe(200)
    for (const [method, path] of [
      ['DELETE', ''],
      ['PUT', '/status?status=Inactive'],
      ['POST', '/reset-password'],
    ] as const) {
      const { status } = await testApp.send({
        method,
        url: url + path,
        headers: { authorization: `Bearer ${admin.token}`, 'if-match': etag },
        ...(method === 'POST' ? { payload: { newPassword: PASSWORD } } : {}),
      })
      expect([path, status]).toEqual([path, 412])
    }
  })
})

describe('status, password and deletion', () => {
  let person: TestUser
  beforeEach(async () => {
    person = await testApp.addUser('ada', plain)
  })
  const url = (path = '') => `/v1/system-users/${person.id}${path}`
  const reset = (newPassword: string) => admin.send('POST', url('/reset-password'), { newPassword })

  test('deactivation ends the sessions and the sign-in, activation opens it again (S15)', async () => {
    await reset(PASSWORD)
    const send = await testApp.as('ada', PASSWORD)
    const off = await admin.send('PUT', url('/status?status=Inactive'))
    expect([off.status, off.body['message']]).toEqual([200, 'User status updated to Inactive successfully!'])
    expect(off.body['records']).toMatchObject({ status: 'Inactive' })
    expect((await send('GET', '/auth/permissions')).status).toBe(401)
    await expect(testApp.token('ada', PASSWORD)).rejects.toThrow('401: Invalid username or password.')
    const on = await admin.send('PUT', url('/status?status=Active'))
    expect(on.body['message']).toBe('User status updated to Active successfully!')
    expect((await send('GET', '/auth/permissions')).status).toBe(401)
    await testApp.token('ada', PASSWORD)
  })

  test.each([
    '',
    '?status=',
    '?status=active',
    '?status=Locked',
    '?status=Active&status=Inactive',
    '?status=Active&id=1',
  ])('status%s is refused', async (query) => {
    expect((await admin.send('PUT', url(`/status${query}`))).status).toBe(400)
  })

  test('a reset ends every session of the user (S14)', async () => {
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

  test.each(['', '   '])('a blank new password %j is missing (spec 5.5)', async (newPassword) => {
    const { status, body } = await reset(newPassword)
    expect([status, body['message']]).toEqual([400, '[New Password] is required'])
  })

  test('deletion ends the sessions and frees the user id', async () => {
    const answer = await admin.send('DELETE', url())
    expect([answer.status, answer.body['message']]).toEqual([200, 'User deleted successfully!'])
    expect((await person.send('GET', '/auth/permissions')).status).toBe(401)
    expect((await admin.send('GET', url())).status).toBe(404)
    expect((await admin.send('DELETE', url())).body['message']).toBe('There is no such user.')
    expect((await create()).status).toBe(201)
  })

  test('nobody deletes or deactivates himself (spec 6.9, S15)', async () => {
    const before = await testApp.dumpTables()
    const gone = await admin.send('DELETE', `/v1/system-users/${admin.id}`)
    expect([gone.status, gone.body['message']]).toEqual([403, 'You cannot delete your own user.'])
    const off = await admin.send('PUT', `/v1/system-users/${admin.id}/status?status=Inactive`)
    expect([off.status, off.body['message']]).toEqual([403, 'You cannot deactivate your own user.'])
    expect(await testApp.dumpTables()).toBe(before)
    expect((await admin.send('PUT', `/v1/system-users/${admin.id}/status?status=Active`)).status).toBe(200)
  })

  test('users of role 1 are out of reach, so the last of them stays (spec 6.8, S15, S21)', async () => {
    const before = await testApp.dumpTables()
    const superadmin = await testApp.as('superadmin')
    for (const send of [admin.send, superadmin]) {
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PUT', '', { roleId: plain, loginIP: '', emailId: 'x@example.com' }],
        ['DELETE', '', undefined],
        ['PUT', '/status?status=Inactive', undefined],
        ['POST', '/reset-password', { newPassword: PASSWORD }],
      ] as const) {
        const { status, body: answer } = await send(method, `/v1/system-users/1${path}`, body)
        expect([path, status, answer['message']]).toEqual([path, 404, 'There is no such user.'])
      }
    }
    expect(await testApp.dumpTables()).toBe(before)
  })

  test.each(['0', '99999', '1000000000', '-1', '1.0', '0x1', '1e0', 'abc', '..%2f1', '1;x', '%00', '1%20'])(
    'the number %s leads nowhere (S31)',
    async (id) => {
      const { status } = await admin.send('GET', `/v1/system-users/${id}`)
      expect([400, 404]).toContain(status)
      const stranger = await testApp.addUserWithRole('stranger')
      expect((await stranger.send('GET', `/v1/system-users/${id}`)).status).toBe(403)
    },
  )
})
