import { describe, expect, test } from 'vitest'
import { permissionRequests } from '../../../support/permission-requests.ts'
import { loadShippedReports } from '../../../support/shipped-reports.ts'
import { createTestUsers, readTree, type TreeNode } from '../../../support/test-users.ts'

const testApp = await createTestUsers({ reports: loadShippedReports() })
/** Whose rights every call below tries to save, in vain. */
const person = await testApp.addUserWithRole('ada', [11])
const admin = await testApp.addUserWithRole('chief', [1, 2, 11, 13, 16, 17, 18, 19, 20])
const menu = readTree((await admin.send('GET', '/v1/menu-hierarchy')).body)

const { saveRole, saveUser, service } = permissionRequests(() => admin)

describe('a tree that differs from the menu (spec 7.9)', () => {
  const root = () => menu[0] ?? expect.fail('no menu')
  const change = (id: number, edit: (node: TreeNode) => object) => {
    const walk = (nodes: readonly TreeNode[]): object[] =>
      nodes.map((node) => (node.id === id ? edit(node) : { ...node, child: node.child && walk(node.child) }))
    return walk(menu)
  }

  test.each<[string, () => unknown, string]>([
    ['nothing', () => [], 'Menu item 1 is missing.'],
    ['a part of it', () => change(13, (node) => ({ ...node, child: null })), 'Menu item 16 is missing.'],
    ['an unknown id', () => change(20, (node) => ({ ...node, id: 99 })), 'There is no menu item 99.'],
    ['an id twice', () => change(20, (node) => ({ ...node, id: 19 })), 'Menu item 19 stands there twice.'],
    ['the tree twice', () => [...menu, ...menu], 'Menu item 1 stands there twice.'],
    [
      'another name',
      () => change(20, (node) => ({ ...node, name: 'x' })),
      'Menu item 20 is not as the menu has it; only its right can be changed.',
    ],
    [
      'another description',
      () => change(13, (node) => ({ ...node, description: '' })),
      'Menu item 13 is not as the menu has it; only its right can be changed.',
    ],
    [
      'another place',
      () => [{ ...root(), child: null }, ...(root().child ?? [])],
      'Menu item 11 is not as the menu has it; only its right can be changed.',
    ],
    [
      'a cycle',
      () => change(16, (node) => ({ ...node, child: [{ ...root(), child: null }] })),
      'Menu item 1 stands there twice.',
    ],
  ])('is rejected if it contains %s', async (_, records, message) => {
    const before = await testApp.dumpTables()
    for (const answer of [await saveRole(person.roleId, records()), await saveUser(person.id, records())]) {
      expect([answer.status, answer.body['message']]).toEqual([400, message])
    }
    expect(await testApp.dumpTables()).toBe(before)
  })

  test('is rejected with ten thousand levels', async () => {
    const url = `/v1/rights-management/save-role-rights?roleId=${admin.roleId}&${service}`
    const send = testApp.bearing(admin.token, { 'content-type': 'application/json' })
    const deep = `{"records":${'[{"child":'.repeat(10_000)}null${'}]'.repeat(10_000)}}`
    expect((await send('POST', url, deep)).status).toBe(400)
  })
})
