import { once } from 'node:events'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { syncMenu } from '../../../src/server/permissions/menu-sync.ts'
import { deleteReportNodesExcept, storeMenuNode } from '../../../src/server/permissions/menu-items.ts'
import { loadShippedReports } from '../../support/shipped-reports.ts'
import {
  column,
  createTestUsers,
  enabledIds,
  enableOnly,
  type TestUser,
  readTree,
  type TreeNode,
  type TestUsers,
} from '../../support/test-users.ts'

const ALL = [1, 2, 11, 13, 16, 17, 18, 19, 20]

let testApp: TestUsers
let admin: TestUser
let menu: TreeNode[]
beforeEach(async () => {
  testApp = await createTestUsers({ reports: loadShippedReports() })
  admin = await testApp.addUserWithRole('chief', ALL)
  menu = readTree((await admin.send('GET', '/v1/menu-hierarchy')).body)
})
afterEach(() => testApp.close())

const service = 'service=bidashboard'
const roleTree = (id: number) => admin.send('GET', `/v1/menu-hierarchy/role/${id}?${service}`)
const userTree = (id: number) => admin.send('GET', `/v1/menu-hierarchy/user/${id}?${service}`)
const saveRole = (id: number, records: unknown, send = admin.send) =>
  send('POST', `/v1/rights-management/save-role-rights?roleId=${id}&${service}`, { records })
const saveUser = (id: number, records: unknown, send = admin.send) =>
  send('POST', `/v1/rights-management/save-system-user-rights?userId=${id}&${service}`, { records })
const idsOf = async (person: TestUser) => {
  const { body } = await person.send('GET', '/auth/permissions')
  return (body['Assignedrecords'] as { AssignedGrpRightId: number }[]).map(
    (right) => right.AssignedGrpRightId,
  )
}

describe('the menu (spec 3.4, 7.9, 6.5)', () => {
  test('is one tree with leaves that have no children', () => {
    expect(menu).toHaveLength(1)
    expect(menu[0]).toMatchObject({ id: 1, name: 'BI Dashboard' })
    expect(
      menu[0]?.child?.map(({ id, name, child }) => [id, name, child?.map((leaf) => leaf.id) ?? null]),
    ).toEqual([
      [11, 'Dashboard', null],
      [2, 'Roles', null],
      [13, 'Reports', [16, 17, 18, 19, 20]],
    ])
  })

  test('gives its root and the children of a record', async () => {
    const root = readTree((await admin.send('GET', '/v1/menu-hierarchy/root')).body)
    expect(root.map(({ id, child }) => [id, child])).toEqual([[1, null]])
    const reports = readTree((await admin.send('GET', '/v1/menu-hierarchy/children/13')).body)
    expect(reports.map(({ id }) => id)).toEqual([16, 17, 18, 19, 20])
    expect((await admin.send('GET', '/v1/menu-hierarchy/children/11')).body['records']).toEqual([])
    expect((await admin.send('GET', '/v1/menu-hierarchy/children/99')).status).toBe(404)
  })
})

describe('rights of a role', () => {
  test('are read, saved and in force from the next request on (S16)', async () => {
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
    expect(await idsOf(person)).toEqual([1, 13, 16, 17])
    expect((await person.send('GET', '/dashboards/1')).status).toBe(403)
    expect((await person.send('GET', '/v1/monthly-reports/years')).status).toBe(200)
    await saveRole(person.roleId, enableOnly(menu, []))
    expect(await idsOf(person)).toEqual([])
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

  test('reach down to the fourth level (spec 3.4)', async () => {
    const node = { id: 100, parentId: 16, name: 'Details', description: 'x', position: 1, reportId: null }
    await storeMenuNode(testApp.engine.database, node)
    const id = await testApp.addRole('Clerks', [])
    const superadmin = await testApp.as('superadmin')
    const deeper = readTree((await roleTree(id)).body)
    expect((await saveRole(id, enableOnly(deeper, [100]))).status).toBe(403)
    expect((await saveRole(id, enableOnly(deeper, [1, 13, 16, 100]), superadmin)).status).toBe(200)
    expect(enabledIds(readTree((await roleTree(id)).body))).toEqual([1, 13, 16, 100])
  })

  test('of a report that is away for now are kept (spec 6.6)', async () => {
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

describe('rights of a user (spec 6.6)', () => {
  test("follow the role until they are saved, then stand in the role's place", async () => {
    const person = await testApp.addUserWithRole('ada', [11])
    expect(enabledIds(readTree((await userTree(person.id)).body))).toEqual([11])
    expect((await saveUser(person.id, enableOnly(menu, [13, 18]))).body['message']).toBe(
      'Right saved successfully!',
    )
    expect(await idsOf(person)).toEqual([13, 18])
    await saveRole(person.roleId, enableOnly(menu, [11, 20]))
    expect(await idsOf(person)).toEqual([13, 18])
    expect(enabledIds(readTree((await userTree(person.id)).body))).toEqual([13, 18])
  })

  test("a tree equal to the role's gives the user back to the role", async () => {
    const person = await testApp.addUserWithRole('ada', [11])
    await saveUser(person.id, enableOnly(menu, [13]))
    await saveUser(person.id, enableOnly(menu, [11]))
    await saveRole(person.roleId, enableOnly(menu, [11, 20]))
    expect(await idsOf(person)).toEqual([11, 20])
  })

  test('none at all are rights of the user too', async () => {
    const person = await testApp.addUserWithRole('ada', [11])
    await saveUser(person.id, enableOnly(menu, []))
    expect(await idsOf(person)).toEqual([])
    await saveRole(person.roleId, enableOnly(menu, [11, 13]))
    expect(await idsOf(person)).toEqual([])
  })
})

describe('nobody turns on a right that he does not hold (spec 6.7, S23)', () => {
  const message = 'You cannot give a right that you do not hold yourself.'
  let weak: TestUser
  beforeEach(async () => {
    weak = await testApp.addUserWithRole('weak', [2, 11, 16])
  })

  test('in another role, in his own, for another user, for himself', async () => {
    const other = await testApp.addUserWithRole('ada', [16])
    const before = await testApp.dumpTables()
    for (const attempt of [
      () => saveRole(other.roleId, enableOnly(menu, [16, 18]), weak.send),
      () => saveRole(weak.roleId, enableOnly(menu, [2, 11, 16, 19]), weak.send),
      () => saveUser(other.id, enableOnly(menu, [16, 18]), weak.send),
      () => saveUser(weak.id, enableOnly(menu, ALL), weak.send),
      () => saveUser(weak.id, enableOnly(menu, [2, 11, 13, 16]), weak.send),
    ]) {
      const { status, body } = await attempt()
      expect([status, body['message']]).toEqual([403, message])
    }
    expect(await testApp.dumpTables()).toBe(before)
    expect(testApp.log()).toMatch(/"event":"denied","caller":"weak",.*"menuIds":\[18\]/)
  })

  test('by a stronger role: for himself, for another, for a new user', async () => {
    const strong = await testApp.addRole('Strong', [2, 11, 16, 17])
    const other = await testApp.addUserWithRole('ada', [])
    const form = { owner: 'admin', roleId: strong, loginIP: '', emailId: 'x@example.com' }
    const before = await testApp.dumpTables()
    for (const answer of [
      await weak.send('PUT', `/v1/system-users/${weak.id}`, form),
      await weak.send('PUT', `/v1/system-users/${other.id}`, form),
      await weak.send('POST', '/v1/system-users', {
        ...form,
        userId: 'new',
        password: 'velvet tram 91 harbour',
      }),
    ]) {
      expect([answer.status, answer.body['message']]).toEqual([403, message])
    }
    expect(await testApp.dumpTables()).toBe(before)
  })

  test('but may leave, take away and give what he holds', async () => {
    const other = await testApp.addUserWithRole('ada', [2, 16])
    expect((await saveRole(other.roleId, enableOnly(menu, [11, 16]), weak.send)).status).toBe(200)
    expect(await idsOf(other)).toEqual([11, 16])
    expect((await saveRole(other.roleId, enableOnly(menu, [11, 16, 18]), weak.send)).status).toBe(403)
    const lesser = await testApp.addRole('Lesser', [11])
    const form = { owner: 'admin', loginIP: '', emailId: 'x@example.com' }
    for (const roleId of [lesser, lesser, other.roleId]) {
      const { status } = await weak.send('PUT', `/v1/system-users/${other.id}`, { ...form, roleId })
      expect(status).toBe(200)
    }
  })

  test('nor by rights that were taken from him while the request ran', async () => {
    const other = await testApp.addUserWithRole('ada', [])
    // The guard has let the request in when its body is asked for; the body comes once the right is gone.
    const payload = new Readable({ read: () => payload.emit('asked') })
    const letIn = once(payload, 'asked')
    const running = testApp.send({
      method: 'POST',
      url: `/v1/rights-management/save-role-rights?roleId=${other.roleId}&${service}`,
      headers: { authorization: `Bearer ${weak.token}`, 'content-type': 'application/json' },
      payload,
    })
    await letIn
    expect((await saveRole(weak.roleId, enableOnly(menu, [2]))).status).toBe(200)
    payload.push(JSON.stringify({ records: enableOnly(menu, [16]) }))
    payload.push(null)
    expect((await running).status).toBe(403)
  })
})

describe('a user or role with a right that the caller lacks (spec 6.7, M2, S23)', () => {
  const PASSWORD = 'velvet tram 91 harbour'
  const form = { owner: 'admin', loginIP: '', emailId: 'x@example.com' }
  interface Subject {
    readonly id: number
    readonly roleId: number
    /** A role that nobody has. */
    readonly vacantRole: number
    readonly lesserRole: number
  }
  type Call = readonly ['POST' | 'PUT' | 'DELETE', string, unknown?]
  const operations: readonly (readonly [string, (subject: Subject) => Call])[] = [
    ['status', ({ id }) => ['PUT', `/v1/system-users/${id}/status?status=Inactive`]],
    ['another role', ({ id, lesserRole: roleId }) => ['PUT', `/v1/system-users/${id}`, { ...form, roleId }]],
    ['an e-mail address', ({ id, roleId }) => ['PUT', `/v1/system-users/${id}`, { ...form, roleId }]],
    ['password', ({ id }) => ['POST', `/v1/system-users/${id}/reset-password`, { newPassword: PASSWORD }]],
    [
      'rights of the user',
      ({ id }) => [
        'POST',
        `/v1/rights-management/save-system-user-rights?userId=${id}&${service}`,
        { records: enableOnly(menu, [11]) },
      ],
    ],
    ['deletion of the user', ({ id }) => ['DELETE', `/v1/system-users/${id}`]],
    [
      'rights of the role',
      ({ roleId }) => [
        'POST',
        `/v1/rights-management/save-role-rights?roleId=${roleId}&${service}`,
        { records: enableOnly(menu, [11]) },
      ],
    ],
    [
      'description of the role',
      ({ vacantRole }) => ['PUT', `/v1/role-master/${vacantRole}`, { description: 'x' }],
    ],
    ['deletion of the role', ({ vacantRole }) => ['DELETE', `/v1/role-master/${vacantRole}`]],
  ]

  test.each(operations)('is not changed: %s', async (_name, callOf) => {
    const weak = await testApp.addUserWithRole('weak', [2, 11])
    const lesserRole = await testApp.addRole('Lesser', [11])
    const subject = async (name: string, rights: readonly number[]): Promise<Subject> => {
      const { id, roleId } = await testApp.addUserWithRole(name, rights)
      return { id, roleId, lesserRole, vacantRole: await testApp.addRole(`${name} vacant`, rights) }
    }
    const greater = callOf(await subject('ada', [11, 17]))
    const before = await testApp.dumpTables()
    const refused = await weak.send(...greater)
    expect(refused.status).toBe(403)
    expect(refused.body['message']).toMatch(
      /^You cannot change a (?:user|role) with a right that you do not hold yourself\.$/,
    )
    expect(await testApp.dumpTables()).toBe(before)
    expect(testApp.log()).toMatch(/"event":"denied","caller":"weak",.*"menuIds":\[17\]/)
    expect((await weak.send(...callOf(await subject('bob', [11])))).status).toBe(200)
  })

  test('counts by the rights in force: those of the user in place of those of the role (spec 6.6)', async () => {
    const weak = await testApp.addUserWithRole('weak', [2, 11])
    const [raised, lowered] = [
      await testApp.addUserWithRole('ada', [11]),
      await testApp.addUserWithRole('bob', [11, 17]),
    ]
    await testApp.setOwnPermissions(raised.id, [11, 17])
    await testApp.setOwnPermissions(lowered.id, [11])
    const statusOf = async ({ id }: TestUser) =>
      (await weak.send('PUT', `/v1/system-users/${id}/status?status=Inactive`)).status
    expect([await statusOf(raised), await statusOf(lowered)]).toEqual([403, 200])
  })
})

describe('a tree that is not the menu (spec 7.9, S24)', () => {
  const root = () => {
    const [node] = menu
    if (node === undefined) throw new Error('no menu')
    return node
  }
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
  ])('%s', async (_, records, message) => {
    const id = await testApp.addRole('Clerks', [11])
    const person = await testApp.addUserWithRole('ada', [11])
    const before = await testApp.dumpTables()
    for (const answer of [await saveRole(id, records()), await saveUser(person.id, records())]) {
      expect([answer.status, answer.body['message']]).toEqual([400, message])
    }
    expect(await testApp.dumpTables()).toBe(before)
  })

  const leaf = { id: 99, name: 'x', description: 'x', enabled: true }
  const nested = (levels: number): object =>
    levels === 1 ? { ...leaf, child: null } : { ...leaf, child: [nested(levels - 1)] }

  test.each<[string, () => unknown]>([
    ['five levels', () => [nested(5)]],
    ['isOpen', () => change(20, (node) => ({ ...node, isOpen: true }))],
    ['no list', () => root()],
    ['null', () => null],
    ['an enabled that is a word', () => change(20, (node) => ({ ...node, enabled: 'true' }))],
    ['an enabled that is 1', () => change(20, (node) => ({ ...node, enabled: 1 }))],
    ['an id that is text', () => change(20, (node) => ({ ...node, id: '20' }))],
    ['an id that is a fraction', () => change(20, (node) => ({ ...node, id: 20.5 }))],
    ['a child that is an object', () => change(20, (node) => ({ ...node, child: {} }))],
    ['no child', () => change(20, (node) => ({ ...node, child: undefined }))],
  ])('%s is refused', async (_, records) => {
    const before = await testApp.dumpTables()
    expect((await saveRole(admin.roleId, records())).status).toBe(400)
    expect(await testApp.dumpTables()).toBe(before)
  })

  test('ten thousand levels are refused (S33)', async () => {
    const { status } = await testApp.send({
      method: 'POST',
      url: `/v1/rights-management/save-role-rights?roleId=${admin.roleId}&${service}`,
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      payload: `{"records":${'[{"child":'.repeat(10_000)}null${'}]'.repeat(10_000)}}`,
    })
    expect(status).toBe(400)
  })

  test('a body too large is refused and the server goes on (S33)', async () => {
    const many = Array.from({ length: 100_000 }, (_, index) => ({ ...leaf, id: index + 1, child: null }))
    expect((await saveRole(admin.roleId, many)).status).toBe(413)
    expect((await roleTree(admin.roleId)).status).toBe(200)
  })

  test('unknown fields and other services are refused', async () => {
    const query = `roleId=${admin.roleId}&service=bidashboard`
    const url = '/v1/rights-management/save-role-rights'
    expect((await admin.send('POST', `${url}?${query}`, { records: menu, roleId: 1 })).status).toBe(400)
    for (const other of [
      `roleId=${admin.roleId}`,
      `roleId=${admin.roleId}&service=other`,
      `${query}&service=other`,
      `${query}&userId=1`,
      'roleId=0x1&service=bidashboard',
      'service=bidashboard',
    ]) {
      expect([other, (await admin.send('POST', `${url}?${other}`, { records: menu })).status]).toEqual([
        other,
        400,
      ])
    }
    for (const path of [`/v1/menu-hierarchy/role/${admin.roleId}`, `/v1/menu-hierarchy/user/${admin.id}`]) {
      for (const wrong of ['', '?service=', '?service=other']) {
        expect((await admin.send('GET', path + wrong)).status).toBe(400)
      }
    }
  })
})

describe('whose rights', () => {
  test('role 1 and its users are not there for anyone (spec 6.8, S21)', async () => {
    const before = await testApp.dumpTables()
    for (const send of [admin.send, await testApp.as('superadmin')]) {
      for (const answer of [
        await send('GET', `/v1/menu-hierarchy/role/1?${service}`),
        await send('GET', `/v1/menu-hierarchy/user/1?${service}`),
        await send('GET', `/v1/rights-management/role/1/menus?${service}`),
        await send('GET', '/v1/rights-management/role/1/rights'),
        await send('GET', `/v1/rights-management/system-user/1/menus?${service}`),
        await send('GET', `/v1/rights-management/system-user/1/rights?${service}`),
        await saveRole(1, menu, send),
        await saveUser(1, menu, send),
        await saveRole(4711, menu, send),
        await saveUser(4711, menu, send),
      ]) {
        expect(answer.status).toBe(404)
      }
    }
    expect(await testApp.dumpTables()).toBe(before)
  })

  test('a stale tree is refused whole (spec 4.11, S63)', async () => {
    const person = await testApp.addUserWithRole('ada', [11])
    const etag = String((await roleTree(person.roleId)).headers['etag'])
    const save = (ids: readonly number[], ifMatch: string) =>
      testApp.send({
        method: 'POST',
        url: `/v1/rights-management/save-role-rights?roleId=${person.roleId}&${service}`,
        headers: { authorization: `Bearer ${admin.token}`, 'if-match': ifMatch },
        payload: { records: enableOnly(menu, ids) },
      })
    const first = await save([13, 16], etag)
    expect(first.status).toBe(200)
    const second = await save([11, 20], etag)
    expect([second.status, second.body['message']]).toEqual([412, 'This record was changed by someone else.'])
    expect(await idsOf(person)).toEqual([13, 16])
    expect((await save([11, 20], String(first.headers['etag']))).status).toBe(200)
    const users = String((await userTree(person.id)).headers['etag'])
    await saveUser(person.id, enableOnly(menu, [2]))
    const stale = await testApp.send({
      method: 'POST',
      url: `/v1/rights-management/save-system-user-rights?userId=${person.id}&${service}`,
      headers: { authorization: `Bearer ${admin.token}`, 'if-match': users },
      payload: { records: enableOnly(menu, [11]) },
    })
    expect(stale.status).toBe(412)
  })

  test('trees saved at once never mix (S63)', async () => {
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

describe('while the definition of a report is missing, rights to it count as before (spec 6.7, C2)', () => {
  let lesser: TestUser
  let greater: number
  beforeEach(async () => {
    lesser = await testApp.addUserWithRole('lesser', [1, 2, 13])
    greater = await testApp.addRole('prices', [1, 13, 20])
    await deleteReportNodesExcept(testApp.engine.database, [16, 17, 18, 19])
  })
  const restored = async (person: TestUser) => {
    await syncMenu(testApp.engine.database, loadShippedReports())
    return idsOf(person)
  }

  test('a lesser administrator does not reach a greater account or role', async () => {
    const ivy = await testApp.addUser('ivy', greater)
    const tree = readTree((await lesser.send('GET', `/v1/menu-hierarchy/role/${greater}?${service}`)).body)
    const refused = [
      await lesser.send('POST', '/v1/system-users', {
        userId: 'accomplice',
        password: 'Traffic-2025-lines',
        owner: 'admin',
        roleId: greater,
        loginIP: '',
        emailId: 'accomplice@portal.example',
      }),
      await lesser.send('POST', `/v1/system-users/${ivy.id}/reset-password`, {
        newPassword: 'Traffic-2025-x',
      }),
      await lesser.send('DELETE', `/v1/system-users/${ivy.id}`),
      await saveRole(greater, enableOnly(tree, [1, 2, 13]), lesser.send),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    expect(await restored(ivy)).toEqual([1, 13, 20])
  })

  test('saving the tree of a user neither gives the role’s missing right nor takes the user’s own', async () => {
    const max = await testApp.addUser('max', greater)
    const eve = await testApp.addUser('eve', greater)
    await testApp.setOwnPermissions(max.id, [1, 13])
    await testApp.setOwnPermissions(eve.id, [1, 11, 13, 20])
    for (const { id } of [max, eve]) {
      const tree = readTree((await userTree(id)).body)
      const superadmin = await testApp.as('superadmin')
      expect((await saveUser(id, enableOnly(tree, [1, 13]), superadmin)).status).toBe(200)
    }
    expect(await restored(max)).toEqual([1, 13])
    expect(await restored(eve)).toEqual([1, 13, 20])
  })
})
