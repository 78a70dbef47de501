import { expect, test } from 'vitest'
import { createTestUsers } from '../../../support/test-users.ts'
import { PASSWORD, userBody } from '../../../support/user-body.ts'

// An account or role must not pass for another one.

const testApp = await createTestUsers()
const admin = await testApp.addUserWithRole('chief', [1, 2, 11, 13, 16, 17, 18, 19, 20])

const newUser = (userId: string, roleId: number) =>
  admin.send('POST', '/v1/system-users', { ...userBody(roleId), userId, loginIP: '' })

test.each([
  ['superadmin\u200B', 400, 'User ID must not contain invisible characters'],
  ['command line (root)', 400, 'User ID must not look like an author that the history names'],
  ['Server  （alerts)', 400, 'User ID must not look like an author that the history names'],
  ['HTTP://portal.example/x', 400, 'User ID must not look like an author that the history names'],
  ['ｓｕｐｅｒａｄｍｉｎ', 409, 'A user with this User ID already exists.'],
])('the user id %j is rejected beside superadmin', async (userId, expected, message) => {
  const before = await testApp.dumpTables()
  const { status, body } = await newUser(userId, admin.roleId)
  expect([status, body['message']]).toEqual([expected, message])
  expect(await testApp.dumpTables()).toBe(before)
})

test.each([
  ['administrator\u200B', 400, 'Role Name must not contain invisible characters'],
  ['Ａdministrator', 409, 'A role with this name already exists.'],
])('the role name %j is rejected beside administrator', async (name, expected, message) => {
  const { status, body } = await admin.send('POST', '/v1/role-master', { name, description: 'x' })
  expect([status, body['message']]).toEqual([expected, message])
})

test('users sign in and roles are found in any spelling of their name', async () => {
  const role = await admin.send('POST', '/v1/role-master', { name: 'Straße 7', description: 'x' })
  expect(role.status).toBe(201)
  const { body } = await admin.send('GET', '/v1/role-master?search=strasse%207')
  expect(body['totalCount']).toBe(1)
  expect((await newUser('José', await testApp.addRole('Guests', [11]))).status).toBe(201)
  expect((await testApp.login('JOSE\u0301', PASSWORD)).status).toBe(200)
})

test('a user and a role with a name of an older version can still be changed', async () => {
  const { database } = testApp.engine
  const person = await testApp.addUserWithRole('old', [11])
  await database.updateTable('users').set({ user_id: 'o\u200Bld' }).where('id', '=', person.id).execute()
  await database.updateTable('roles').set({ name: 'o\tld' }).where('id', '=', person.roleId).execute()
  for (const url of [`/v1/system-users/${person.id}`, `/v1/role-master/${person.roleId}`]) {
    const { records } = (await admin.send('GET', url)).body as { records: object }
    expect((await admin.send('PUT', url, records)).status).toBe(200)
    const change = 'emailId' in records ? { emailId: 'y@example.com' } : { description: 'y' }
    expect((await admin.send('PUT', url, { ...records, ...change })).status).toBe(200)
  }
})
