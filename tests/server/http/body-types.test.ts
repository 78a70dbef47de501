import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestUsers, type TestUser, type TestUsers } from '../../support/test-users.ts'

let testApp: TestUsers
let admin: TestUser
let target: TestUser
beforeAll(async () => {
  testApp = await createTestUsers()
  admin = await testApp.addUserWithRole('chief', [1, 2])
  target = await testApp.addUserWithRole('target')
})
afterAll(() => testApp.close())

const user = {
  userId: 'ada',
  password: 'velvet tram 91 harbour',
  owner: 'admin',
  roleId: 0,
  loginIP: '10.0.0.1',
  emailId: 'ada@example.com',
}
const role = { name: 'Clerks', description: 'x' }

// Raw JSON, because not all of it can be written from a JavaScript value.
const NEITHER = ['{}', '[]', '[1]', '1e400', 'null', 'true', '-1', '1.5', '-0.1']
const NO_TEXT = [...NEITHER, '0', '"a\\u0000b"', '"\\ud800"', `"${'x'.repeat(1001)}"`, '{"toString":"x"}']
const NO_NUMBER = [...NEITHER, '""', '"1"', '"0x1"', '"2 "', '1e99', '9007199254740993', '"\\u0000"']

/** Fields as the screens call them. */
const labels: Readonly<Record<string, string>> = {
  userId: 'User ID',
  password: 'Password',
  newPassword: 'Password',
  owner: 'Owner',
  roleId: 'Role',
  loginIP: 'Login IP',
  emailId: 'Email Id',
  name: 'Role Name',
  description: 'Description',
}

interface Call {
  /** Whom the address names. */
  readonly id?: () => number
  readonly body: () => Record<string, unknown>
  readonly texts: readonly string[]
  readonly numbers?: readonly string[]
}

const emailId = 'x@example.com'
const calls: Readonly<Record<string, Call>> = {
  'POST /v1/system-users': {
    body: () => ({ ...user, roleId: target.roleId }),
    texts: ['userId', 'password', 'owner', 'loginIP', 'emailId'],
    numbers: ['roleId'],
  },
  'PUT /v1/system-users/{id}': {
    id: () => target.id,
    body: () => ({ userId: 'target', owner: 'admin', roleId: target.roleId, loginIP: '', emailId }),
    texts: ['userId', 'owner', 'loginIP', 'emailId'],
    numbers: ['roleId'],
  },
  'POST /v1/system-users/{id}/reset-password': {
    id: () => target.id,
    body: () => ({ newPassword: 'velvet tram 91 harbour' }),
    texts: ['newPassword'],
  },
  'POST /v1/role-master': { body: () => role, texts: ['name', 'description'] },
  'PUT /v1/role-master/{id}': {
    id: () => target.roleId,
    body: () => ({ name: 'target role', description: 'x' }),
    texts: ['name', 'description'],
  },
}

const raw = (name: string, payload: string, contentType = 'application/json') => {
  const [method = '', url = ''] = name.split(' ')
  return testApp.send({
    method,
    url: url.replace('{id}', String(calls[name]?.id?.())),
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': contentType },
    payload,
  })
}
const withField = (call: Call, field: string, json: string) =>
  JSON.stringify({ ...call.body(), [field]: '\u0001' }).replace('"\\u0001"', () => json)

describe.each(Object.entries(calls))('the body of %s', (name, call) => {
  test('rejects values of another type in any field, and the message names the field (S29)', async () => {
    const before = await testApp.dumpTables()
    const cases = [
      ...call.texts.flatMap((field) => NO_TEXT.map((json) => [field, json] as const)),
      ...(call.numbers ?? []).flatMap((field) => NO_NUMBER.map((json) => [field, json] as const)),
    ]
    for (const [field, json] of cases) {
      const { status, body } = await raw(name, withField(call, field, json))
      const shown = json.slice(0, 40)
      expect({ field, shown, status, message: body['message'] }).toEqual({
        field,
        shown,
        status: 400,
        message: expect.stringMatching(new RegExp(`^${labels[field]} (must|contains) .*[^.]\\.$`)),
      })
    }
    expect(await testApp.dumpTables()).toBe(before)
  })

  test('rejects undeclared fields (S25, S35)', async () => {
    const before = await testApp.dumpTables()
    const extras = [
      'id',
      'status',
      'role',
      'passwordHash',
      'password_hash',
      'createdAt',
      'isAdmin',
      'own_rights',
    ]
    for (const extra of [...extras, 'demo', 'isOpen', '__proto__', 'constructor']) {
      const { status } = await raw(
        name,
        JSON.stringify(call.body()).replace('{', `{"${extra}":{"prototype":{}},`),
      )
      expect([extra, status]).toEqual([extra, 400])
    }
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
    expect(await testApp.dumpTables()).toBe(before)
  })

  test('rejects malformed and missing bodies (S29, S33, S36)', async () => {
    const before = await testApp.dumpTables()
    const big = JSON.stringify({ ...call.body(), [call.texts[0] ?? '']: 'x'.repeat(1_048_576) })
    for (const [payload, expected] of [
      ['', 400],
      ['null', 400],
      ['[]', 400],
      ['"text"', 400],
      ['7', 400],
      ['{', 400],
      ['[['.repeat(10_000), 400],
      [`${'['.repeat(20_000)}${']'.repeat(20_000)}`, 400],
      [big, 413],
    ] as const) {
      const { status } = await raw(name, payload)
      expect([payload.slice(0, 20), status]).toEqual([payload.slice(0, 20), expected])
    }
    for (const [type, expected] of [
      ['text/plain', 415],
      ['application/x-www-form-urlencoded', 415],
      ['application/xml', 415],
      ['garbage', 415],
    ] as const) {
      expect([type, (await raw(name, JSON.stringify(call.body()), type)).status]).toEqual([type, expected])
    }
    expect(await testApp.dumpTables()).toBe(before)
  })
})

test('none of these requests causes a server error', () => {
  expect(testApp.log()).not.toContain('"level":50')
})
