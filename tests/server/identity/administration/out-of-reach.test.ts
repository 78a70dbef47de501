import { expect, test } from 'vitest'
import { permissionRequests, readPermissionIds } from '../../../support/permission-requests.ts'
import { column, createTestUsers, enableOnly, readTree } from '../../../support/test-users.ts'
import { PASSWORD } from '../../../support/user-body.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Call = readonly [method: Method, path: string, body?: unknown]

const testApp = await createTestUsers()
const admin = await testApp.addUserWithRole('chief', [1, 2, 11, 13, 16, 17, 18, 19, 20])
const superadmin = await testApp.as('superadmin')
const menu = readTree((await admin.send('GET', '/v1/menu-hierarchy')).body)
const { service } = permissionRequests(() => admin)

const user = { roleId: 3, loginIP: '', emailId: 'x@example.com' }
const save = '/v1/rights-management/save'
const tree = (ids: readonly number[]) => ({ records: enableOnly(menu, ids) })

const hidden: readonly Call[] = [
  ['GET', '/v1/role-master/1'],
  ['PUT', '/v1/role-master/1', { description: 'x' }],
  ['DELETE', '/v1/role-master/1'],
  ['GET', '/v1/system-users/1'],
  ['PUT', '/v1/system-users/1', user],
  ['DELETE', '/v1/system-users/1'],
  ['PUT', '/v1/system-users/1/status?status=Inactive'],
  ['POST', '/v1/system-users/1/reset-password', { newPassword: PASSWORD }],
  ['GET', `/v1/menu-hierarchy/role/1?${service}`],
  ['GET', `/v1/menu-hierarchy/user/1?${service}`],
  ['GET', `/v1/rights-management/role/1/menus?${service}`],
  ['GET', '/v1/rights-management/role/1/rights'],
  ['GET', `/v1/rights-management/system-user/1/menus?${service}`],
  ['GET', `/v1/rights-management/system-user/1/rights?${service}`],
  ['POST', `${save}-role-rights?roleId=1&${service}`, tree([])],
  ['POST', `${save}-system-user-rights?userId=1&${service}`, tree([])],
  ['POST', `${save}-role-rights?roleId=4711&${service}`, tree([])],
  ['POST', `${save}-system-user-rights?userId=4711&${service}`, tree([])],
]

test.each(hidden.map((call) => [`${call[0]} ${call[1]}`, call] as const))(
  '%s does not exist for anyone: role 1 and its users are hidden (spec 6.8)',
  async (_name, [method, path, payload]) => {
    const before = await testApp.dumpTables()
    for (const send of [admin.send, superadmin]) {
      const { status, body } = await send(method, path, payload)
      expect([status, body['message']]).toEqual([
        404,
        expect.stringMatching(/^There is no such (role|user)\.$/),
      ])
    }
    expect(await testApp.dumpTables()).toBe(before)
  },
)

test.each([
  ['/v1/role-master', 'name', ['administrator', 'analyst', 'chief role', 'ada role', 'Clerks', 'bob role']],
  ['/v1/system-users', 'userId', ['administrator', 'analyst', 'chief', 'ada', 'bob']],
] as const)('%s lists, counts and finds nothing of role 1 (spec 6.8)', async (path, key, names) => {
  for (const send of [admin.send, superadmin]) {
    const { body } = await send('GET', `${path}?size=100`)
    expect([column(body, key), body['totalCount']]).toEqual([names, names.length])
    const found = await send('GET', `${path}?search=superadmin`)
    expect(found.body).toMatchObject({ records: [], totalCount: 0 })
  }
})

const person = await testApp.addUserWithRole('ada', [11])
const role = `/v1/role-master/${await testApp.addRole('Clerks')}`
const account = `/v1/system-users/${(await testApp.addUserWithRole('bob', [11])).id}`

test.each<[what: string, read: string, change: Call, later: readonly Call[]]>([
  ['a role', role, ['PUT', role, { description: 'new' }], [['DELETE', role]]],
  [
    'a user',
    account,
    ['PUT', account, { ...user, loginIP: '::1' }],
    [
      ['DELETE', account],
      ['PUT', `${account}/status?status=Inactive`],
      ['POST', `${account}/reset-password`, { newPassword: PASSWORD }],
    ],
  ],
  [
    'the rights of a role',
    `/v1/menu-hierarchy/role/${person.roleId}?${service}`,
    ['POST', `${save}-role-rights?roleId=${person.roleId}&${service}`, tree([13, 16])],
    [],
  ],
  [
    'the rights of a user',
    `/v1/menu-hierarchy/user/${person.id}?${service}`,
    ['POST', `${save}-system-user-rights?userId=${person.id}&${service}`, tree([13])],
    [],
  ],
])('a change of %s needs the current If-Match, if it has one (spec 4.11)', async (_, read, change, later) => {
  const sendWith = (ifMatch: unknown, call: Call) =>
    testApp.bearing(admin.token, { 'if-match': String(ifMatch) })(...call)
  const etag = (await admin.send('GET', read)).headers['etag']
  const first = await sendWith(etag, change)
  expect(first.status).toBe(200)
  const rights = await readPermissionIds(person)
  for (const call of [change, ...later]) {
    const { status, body } = await sendWith(etag, call)
    expect([call, status, body['message']]).toEqual([call, 412, 'This record was changed by someone else.'])
  }
  expect(await readPermissionIds(person)).toEqual(rights)
  expect((await sendWith(first.headers['etag'], change)).status).toBe(200)
  expect((await sendWith('*', change)).status).toBe(200)
})
