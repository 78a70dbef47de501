import { beforeEach, describe, expect, test } from 'vitest'
import { permissionRequests } from '../../../support/permission-requests.ts'
import {
  createTestUsers,
  enableOnly,
  readTree,
  type TestUser,
  type TestUsers,
} from '../../../support/test-users.ts'

let testApp: TestUsers
let chief: TestUser
const { roleTree, userTree, saveRole, saveUser } = permissionRequests(() => chief)

const refused = {
  status: 409,
  body: { message: 'No active user would have the right Roles any more. Give it to another user first.' },
}

beforeEach(async () => {
  testApp = await createTestUsers()
  // Only `chief` is left of the administrators.
  await testApp.engine.database.updateTable('users').set({ status: 'Inactive' }).execute()
  chief = await testApp.addUserWithRole('chief', [1, 2, 11, 13])
})

const withoutRoles = async (read: typeof roleTree, id: number) =>
  enableOnly(readTree((await read(id)).body), [1, 11])

describe('the last user who may administer (spec 6.9)', () => {
  test('keeps the right in the own rights and in those of the role', async () => {
    expect(await saveRole(chief.roleId, await withoutRoles(roleTree, chief.roleId))).toMatchObject(refused)
    expect(await saveUser(chief.id, await withoutRoles(userTree, chief.id))).toMatchObject(refused)
    expect((await chief.send('GET', '/v1/role-master')).status).toBe(200)
  })

  test('does not change to a role without it, and is neither deactivated nor deleted', async () => {
    const clerks = await testApp.addRole('Clerks', [11])
    const body = { roleId: clerks, emailId: 'chief@example.com' }
    expect(await chief.send('PUT', `/v1/system-users/${chief.id}`, body)).toMatchObject(refused)
    const status = await chief.send('PUT', `/v1/system-users/${chief.id}/status?status=Inactive`)
    expect(status).toMatchObject({ status: 403 })
    expect(await chief.send('DELETE', `/v1/system-users/${chief.id}`)).toMatchObject({ status: 403 })
    expect((await chief.send('GET', '/v1/role-master')).status).toBe(200)
  })

  test('may lose it once another active user has it, by role or by own rights', async () => {
    const clerk = await testApp.addUserWithRole('clerk', [11])
    await testApp.setOwnPermissions(clerk.id, [2])
    expect((await saveUser(chief.id, await withoutRoles(userTree, chief.id))).status).toBe(200)
    expect((await chief.send('GET', '/v1/role-master')).status).toBe(403)
  })

  test.each([
    ['is inactive', async (id: number) => setColumn(id, { status: 'Inactive' })],
    ['has own rights without it', async (id: number) => testApp.setOwnPermissions(id, [11])],
  ])('is the last one also beside a user of an administrating role who %s', async (_name, change) => {
    const other = await testApp.addUser('other', await testApp.addRole('Deputies', [2]))
    await change(other.id)
    expect(await saveUser(chief.id, await withoutRoles(userTree, chief.id))).toMatchObject(refused)
  })

  test('is not the last beside an active super administrator', async () => {
    await testApp.engine.database
      .updateTable('users')
      .set({ status: 'Active' })
      .where('user_id', '=', 'superadmin')
      .execute()
    expect((await saveUser(chief.id, await withoutRoles(userTree, chief.id))).status).toBe(200)
  })

  test('remains when two administrators take the right from each other, or from themselves, at once', async () => {
    const deputy = await testApp.addUserWithRole('deputy', [1, 2, 11, 13])
    const [mine, theirs] = [await withoutRoles(userTree, chief.id), await withoutRoles(userTree, deputy.id)]
    const answers = await Promise.all([
      saveUser(chief.id, mine, chief.send),
      saveUser(deputy.id, theirs, deputy.send),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  })
})

const setColumn = async (id: number, change: { readonly status: 'Inactive' }) => {
  await testApp.engine.database.updateTable('users').set(change).where('id', '=', id).execute()
}
