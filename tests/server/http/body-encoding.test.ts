import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestUsers, type TestUser, type TestUsers } from '../../support/test-users.ts'

let testApp: TestUsers
let admin: TestUser
beforeAll(async () => {
  testApp = await createTestUsers()
  admin = await testApp.addUserWithRole('chief', [1, 2])
})
afterAll(() => testApp.close())

const post = async (url: string, payload: Buffer, contentType = 'application/json') => {
  const headers = { authorization: `Bearer ${admin.token}`, 'content-type': contentType }
  const { status, body } = await testApp.send({ method: 'POST', url, headers, payload })
  return { status, message: body['message'] }
}

/** A JSON body in which `?` stands for the given bytes. */
function encode(body: object, bytes: readonly number[]): Buffer {
  const [before = '', after = ''] = JSON.stringify(body).split('?')
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])
}

const buildUser = (userId: string, password: string) => ({
  userId,
  password,
  owner: 'admin',
  roleId: admin.roleId,
  loginIP: '',
  emailId: 'ada@example.com',
})

describe('a body that is not UTF-8 (S89)', () => {
  test.each([
    ['bytes that no encoding has', [0xff, 0xfe, 0xff, 0xfe]],
    ['continuation bytes alone', [0x80, 0x81]],
    ['Latin-1', [0xe9]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80]],
    ['a character that is cut off', [0xe2, 0x82]],
  ])('is rejected with %s, and nothing is stored', async (_what, bytes) => {
    const before = await testApp.dumpTables()
    const rejected = { status: 400, message: 'The body is not UTF-8.' }
    const password = 'Kj4-?-lamp-post'
    expect(await post('/v1/system-users', encode(buildUser('ada', password), bytes))).toEqual(rejected)
    expect(await post('/v1/role-master', encode({ name: 'a?', description: 'x' }, bytes))).toEqual(rejected)
    expect(await post('/auth/login', encode({ username: 'chief', password }, bytes))).toEqual(rejected)
    expect(await testApp.dumpTables()).toBe(before)
  })

  test('is rejected if its type names another charset', async () => {
    const body = Buffer.from(JSON.stringify({ username: 'chief', password: 'x' }))
    expect(await post('/auth/login', body, 'application/json; charset=iso-8859-1')).toEqual({
      status: 415,
      message: 'The charset of the body must be utf-8.',
    })
  })

  test('is told from one with characters outside of ASCII', async () => {
    const body = Buffer.from(JSON.stringify(buildUser('Zoë', 'gänse 🦜 wiese')))
    expect(await post('/v1/system-users', body, 'application/json; charset="UTF-8"')).toMatchObject({
      status: 201,
    })
    const credentials = JSON.stringify({ username: 'zoë', password: 'gänse 🦜 wiese' })
    expect(await post('/auth/login', Buffer.from(credentials))).toMatchObject({ status: 200 })
    expect(await post('/auth/login', Buffer.from(`\uFEFF${credentials}`))).toMatchObject({ status: 200 })
  })
})

test('a replacement character is accepted in no new name and password (S89)', async () => {
  const body = (user: object) => Buffer.from(JSON.stringify(user))
  expect(await post('/v1/system-users', body(buildUser('ad\uFFFD', 'velvet tram 91')))).toEqual({
    status: 400,
    message: 'User ID must not contain \uFFFD, which replaces unreadable characters',
  })
  expect(await post('/v1/system-users', body(buildUser('adele', 'velvet \uFFFD 91')))).toEqual({
    status: 400,
    message: 'The password must not contain \uFFFD, which replaces unreadable characters.',
  })
})
