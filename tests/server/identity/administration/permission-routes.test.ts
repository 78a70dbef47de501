import { beforeEach, describe, expect, test } from 'vitest'
import { storeMenuNode, syncMenu } from '../../../../src/server/identity/accounts/menu-tree.ts'
import { permissionRequests, readPermissionIds } from '../../../support/permission-requests.ts'
import { loadShippedReports } from '../../../support/shipped-reports.ts'
import {
  column,
  createTestUsers,
  enabledIds,
  enableOnly,
  readTree,
  type TestUser,
  type TestUsers,
  type TreeNode,
} from '../../../support/test-users.ts'

let testApp: TestUsers
let admin: TestUser
let menu: TreeNode[]
beforeEach(async () => {
  testApp = await createTestUsers({ reports: loadShippedReports() })
  admin = await testApp.addUserWithRole('chief', [1, 2, 11, 13, 16, 17, 18, 19, 20])
  menu = readTree((await admin.send('GET', '/v1/menu-hierarchy')).body)
})

const { roleTree, saveRole, saveUser, service, userTree } = permissionRequests(() => admin)

describe('the menu (spec 3.4, 7.9, 6.5)', () => {
  test('is one tree whose leaves have no children', () => {
    expect(menu).toHaveLength(1)
    expect(menu[0]).toMatchObject({ id: 1, name: 'BI Dashboard' })
    expect(
      menu[0]?.child?.map(({ id, name, child }) => [id, name, child?.map((leaf) => leaf.id) ?? null]),
    ).toEqual([
      [11, 'Dashboard', null],
      [2, 'Roles', null],
      [3, 'Data', null],
      [4, 'Studio', null],
      [13, 'Reports', [16, 17, 18, 19, 20]],
    ])
  })

  test('returns its root and the children of a node', async () => {
    const root = readTree((await admin.send('GET', '/v1/menu-hierarchy/root')).body)
    expect(root.map(({ id, child }) => [id, child])).toEqual([[1, null]])
    const reports = readTree((await admin.send('GET', '/v1/menu-hierarchy/children/13')).body)
    expect(reports.map(({ id }) => id)).toEqual([16, 17, 18, 19, 20])
    expect((await admin.send('GET', '/v1/menu-hierarchy/children/11')).body['records']).toEqual([])
    expect((await admin.send('GET', '/v1/menu-hierarchy/children/99')).status).toBe(404)
  })
})

describe('permissions of a role', () => {
  test('are read, saved and effective from the next request on', async () => {
    const person = await testApp.addUserWithRole('ada', [11])
    const before = await roleTree(person.roleId)
    expect(enabledIds(readTree(before.body))).toEqual([11])
    const saved = await saveRole(person.roleId, enableOnly(menu, [1, 13, 16, 17]))
    expect([saved.status, saved.body]).toEqual([
      200,
      { success: true, message: 'Right saved successfully!', records: [], totalCount: 0 },
    ])
    const after = await roleTree(person.roleId)
    expect(enabledIds(readTree(after.body))).toEqual([1, 13, 16, 17])
    expect(after.headers['etag']).toBe(saved.headers['etag'])
    expect(after.headers['etag']).not.toBe(before.headers['etag'])
    expect(await readPermissionIds(person)).toEqual([1, 13, 16, 17])
    expect((await person.send('GET', '/dashboards')).status).toBe(403)
    expect((await person.send('GET', '/v1/monthly-reports/years')).status).toBe(200)
    await saveRole(person.roleId, enableOnly(menu, []))
    expect(await readPermissionIds(person)).toEqual([])
    expect((await person.send('GET', '/v1/monthly-reports/years')).status).toBe(403)
    expect(testApp.log()).toContain(
      '"event":"role rights saved","caller":"chief","role":"ada role","granted":[1,13,16,17],"revoked":[11]',
    )
  })

  test('are listed with ids (spec 7.9)', async () => {
    const id = await testApp.addRole('Clerks', [13, 17])
    const menus = await admin.send('GET', `/v1/rights-management/role/${id}/menus?${service}`)
    expect(menus.body).toMatchObject({
      success: true,
      totalCount: 2,
      records: [
        { id: 13, name: 'Reports', description: 'All reports' },
        { id: 17, name: 'Daily Report - Minutes' },
      ],
    })
    const rights = await admin.send('GET', `/v1/rights-management/role/${id}/rights`)
    expect(rights.body['records']).toEqual([
      { id: 13, name: 'Reports' },
      { id: 17, name: 'Daily Report - Minutes' },
    ])
    const person = await testApp.addUser('ada', id)
    await testApp.setOwnPermissions(person.id, [11])
    for (const list of ['menus', 'rights']) {
      const url = `/v1/rights-management/system-user/${person.id}/${list}?${service}`
      expect(column((await admin.send('GET', url)).body, 'id')).toEqual([11])
    }
  })

  test('extend to the fourth level (spec 3.4)', async () => {
    const node = { id: 100, parentId: 16, name: 'Details', description: 'x', position: 1, reportId: null }
    await storeMenuNode(testApp.engine.database, node)
    const id = await testApp.addRole('Clerks', [])
    const superadmin = await testApp.as('superadmin')
    const deeper = readTree((await roleTree(id)).body)
    expect((await saveRole(id, enableOnly(deeper, [100]))).status).toBe(403)
    expect((await saveRole(id, enableOnly(deeper, [1, 13, 16, 100]), superadmin)).status).toBe(200)
    expect(enabledIds(readTree((await roleTree(id)).body))).toEqual([1, 13, 16, 100])
  })

  test('keep those of reports that are temporarily missing (spec 6.6)', async () => {
    const id = await testApp.addRole('Clerks', [13, 16, 20])
    const reports = loadShippedReports()
    await syncMenu(
      testApp.engine.database,
      reports.filter(({ menu: { permission } }) => permission !== 20),
    )
    const fewer = readTree((await admin.send('GET', '/v1/menu-hierarchy')).body)
    expect((await saveRole(id, enableOnly(menu, [13]))).status).toBe(400)
    expect((await saveRole(id, enableOnly(fewer, [13]))).status).toBe(200)
    await syncMenu(testApp.engine.database, reports)
    expect(enabledIds(readTree((await roleTree(id)).body))).toEqual([13, 20])
  })
})

describe('permissions of a user (spec 6.6)', () => {
  test('follow the role until they are saved, then replace those of the role', async () => {
    const person = await testApp.addUserWithRole('ada', [11])
    expect(enabledIds(readTree((await userTree(person.id)).body))).toEqual([11])
    expect((await saveUser(person.id, enableOnly(menu, [13, 18]))).body['message']).toBe(
      'Right saved successfully!',
    )
    expect(await readPermissionIds(person)).toEqual([13, 18])
    await saveRole(person.roleId, enableOnly(menu, [11, 20]))
    expect(await readPermissionIds(person)).toEqual([13, 18])
    expect(enabledIds(readTree((await userTree(person.id)).body))).toEqual([13, 18])
  })
})

describe('saved trees', () => {
  test('never mix when they are saved concurrently', async () => {
    const id = await testApp.addRole('Clerks', [])
    const one = enableOnly(menu, [1, 13, 16, 17])
    const other = enableOnly(menu, [2, 11, 18, 19, 20])
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => saveRole(id, index % 2 === 0 ? one : other)),
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect([
      [1, 13, 16, 17],
      [2, 11, 18, 19, 20],
    ]).toContainEqual(enabledIds(readTree((await roleTree(id)).body)))
  })
})
