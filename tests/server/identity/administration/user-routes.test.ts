import { beforeEach, describe, expect, test } from 'vitest'
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
        const text = JSON.stringify({ ...userBody(plain), roleId: 0 }).replace(
          '"roleId":0',
          `"roleId":${one}`,
        )
        const { status, body } = await sendText('POST', '/v1/system-users', text)
        expect([one, status, body['message']]).toEqual([one, 400, 'There is no such role.'])
      }
    }
    expect(await testApp.dumpTables()).toBe(before)
  })

  test('needs a user id that is unique in any case, also among hidden users', async () => {
    await create()
    for (const userId of ['ada', 'ADA', ' Ada ', 'SuperAdmin']) {
      const { status, body } = await create({ userId })
      const message = 'A user with this User ID already exists.'
      expect([userId, status, body['message']]).toEqual([userId, 409, message])
    }
  })

  test('is created once by 20 concurrent requests in two spellings', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create({ userId: index % 2 === 0 ? 'ada' : 'ADA' })),
    )
    const made = answers.filter(({ status }) => status === 201)
    const refused = answers.filter(({ status }) => status === 409)
    expect([made.length, refused.length]).toEqual([1, 19])
    expect((await list('search=ada'))['totalCount']).toBe(1)
  })
})

describe('the password of a new user (spec 5.5)', () => {
  test.each<[string, string]>([
    ['short 7', 'The password must have 8 to 128 characters.'],
    ['Telecom2025', 'This password is too common. Please choose another one.'],
    ['Lovelace-1', 'The password must not be the User ID.'],
    [
      'Airtel-Minutes-9',
      'The password must not consist of words of this portal or its user. Please choose another one.',
    ],
  ])('is rejected: %j', async (password, message) => {
    const made = await create({ userId: 'lovelace', password })
    expect([made.status, made.body['message']]).toEqual([400, message])
    const person = await testApp.addUser('lovelace', plain)
    const reset = await admin.send('POST', `/v1/system-users/${person.id}/reset-password`, {
      newPassword: password,
    })
    expect([reset.status, reset.body['message']]).toEqual([400, message])
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
