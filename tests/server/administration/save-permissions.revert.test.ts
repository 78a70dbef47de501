import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { permissionRequests } from '../../support/permission-requests.ts'
import {
  column,
  createTestUsers,
  enabledIds,
  enableOnly,
  readTree,
  type TestUser,
  type TestUsers,
} from '../../support/test-users.ts'

let testApp: TestUsers
let chief: TestUser
let clerks: number
const { roleTree, userTree, saveRole, saveUser } = permissionRequests(() => chief)

beforeEach(async () => {
  testApp = await createTestUsers()
  chief = await testApp.addUserWithRole('chief', [1, 2, 11, 13, 16, 17])
  clerks = await testApp.addRole('Clerks', [11])
})
afterEach(() => testApp.close())

const setRole = async (ids: readonly number[]) =>
  saveRole(clerks, enableOnly(readTree((await roleTree(clerks)).body), ids))
const readRole = async () => enabledIds(readTree((await roleTree(clerks)).body))
const lastEvent = async () => {
  const { body } = await chief.send('GET', '/v1/audit-events?size=1')
  return Number(column(body, 'id')[0])
}
const revert = async (id: number, { send } = chief) => {
  const { status, body } = await send('POST', `/v1/audit-events/${id}/revert`)
  return [status, body['message']]
}
const REVERTED = [200, 'Rights reverted successfully!']

describe('POST /v1/audit-events/{id}/revert (spec 7.22, S96)', () => {
  test('restores the rights of a role, with an event that can be reverted itself', async () => {
    await setRole([13, 16])
    const id = await lastEvent()
    expect(await revert(id)).toEqual(REVERTED)
    expect(await readRole()).toEqual([11])
    const { body } = await chief.send('GET', '/v1/audit-events?size=1')
    expect(body['records']).toMatchObject([
      {
        event: 'role rights saved',
        actor: 'chief',
        subject: 'Clerks',
        details: { reverts: id, granted: [{ id: 11, name: 'Dashboard' }], before: [{ id: 13 }, { id: 16 }] },
      },
    ])
    expect(await revert(await lastEvent())).toEqual(REVERTED)
    expect(await readRole()).toEqual([13, 16])
  })

  test('restores the rights of a user, who follows the role again', async () => {
    const clerk = await testApp.addUser('clerk', clerks)
    await saveUser(clerk.id, enableOnly(readTree((await userTree(clerk.id)).body), [16]))
    expect(await revert(await lastEvent())).toEqual(REVERTED)
    await setRole([17])
    expect(enabledIds(readTree((await userTree(clerk.id)).body))).toEqual([17])
  })

  test('restores nothing over a later change', async () => {
    await setRole([16])
    const id = await lastEvent()
    await setRole([17])
    expect(await revert(id)).toEqual([
      409,
      'The rights of this role were changed since. Revert the last change first.',
    ])
    expect(await readRole()).toEqual([17])
  })

  test('checks the rights of the caller like a save', async () => {
    await setRole([])
    const id = await lastEvent()
    const lesser = await testApp.addUserWithRole('lesser', [2])
    expect(await revert(id, lesser)).toEqual([403, 'You cannot grant a right that you do not have yourself.'])
    expect(await readRole()).toEqual([])
  })

  test('leaves an administrator', async () => {
    await testApp.engine.database.updateTable('users').set({ status: 'Inactive' }).execute()
    await testApp.engine.database
      .updateTable('users')
      .set({ status: 'Active' })
      .where('id', '=', chief.id)
      .execute()
    await testApp.setOwnPermissions(chief.id, [1, 11, 13, 16, 17])
    const superadmin = await testApp.addUser('root', 1)
    const tree = readTree(
      (await superadmin.send('GET', `/v1/menu-hierarchy/user/${chief.id}?service=bidashboard`)).body,
    )
    await saveUser(chief.id, enableOnly(tree, [1, 2, 11, 13, 16, 17]), superadmin.send)
    const id = await lastEvent()
    await testApp.engine.database.deleteFrom('users').where('id', '=', superadmin.id).execute()
    expect((await revert(id))[0]).toBe(409)
  })

  test('does not give a right to another report that has its number by now', async () => {
    await setRole([])
    const id = await lastEvent()
    const { database } = testApp.engine
    await database.updateTable('menu_nodes').set({ name: 'Another one' }).where('id', '=', 11).execute()
    expect(await revert(id)).toEqual([409, 'The menu was changed since: Dashboard is not in it any more.'])
  })

  test('refuses other events, and those of what is gone', async () => {
    await setRole([16])
    const id = await lastEvent()
    await chief.send('PUT', `/v1/role-master/${clerks}`, { description: 'y' })
    expect(await revert(await lastEvent())).toEqual([400, 'Only saved rights can be reverted.'])
    await chief.send('DELETE', `/v1/role-master/${clerks}`)
    expect(await revert(id)).toEqual([404, 'There is no such role.'])
    expect(await revert(999_999)).toEqual([404, 'There is no such event.'])
  })
})
