import { once } from 'node:events'
import { Readable } from 'node:stream'
import { beforeEach, describe, expect, test } from 'vitest'
import { deleteReportNodesExcept, syncMenu } from '../../../../src/server/identity/accounts/menu-tree.ts'
import { permissionRequests, readPermissionIds } from '../../../support/permission-requests.ts'
import { loadShippedReports } from '../../../support/shipped-reports.ts'
import { PASSWORD, userBody } from '../../../support/user-body.ts'
import {
  createTestUsers,
  enableOnly,
  readTree,
  type TestUser,
  type TestUsers,
  type TreeNode,
} from '../../../support/test-users.ts'

const form = { owner: 'admin', loginIP: '', emailId: 'x@example.com' }
const ALL = [1, 2, 11, 13, 16, 17, 18, 19, 20]
let testApp: TestUsers
let admin: TestUser
let menu: TreeNode[]
beforeEach(async () => {
  testApp = await createTestUsers({ reports: loadShippedReports() })
  admin = await testApp.addUserWithRole('chief', ALL)
  menu = readTree((await admin.send('GET', '/v1/menu-hierarchy')).body)
})

const { saveRole, saveUser, service, userTree } = permissionRequests(() => admin)

describe('a caller cannot grant a permission that the caller lacks (spec 6.7)', () => {
  const message = expect.stringMatching(
    /^You cannot grant a right that you do not have yourself: .+\. Who can give it: administrator, chief, a super administrator\.$/,
  )
  let weak: TestUser
  beforeEach(async () => {
    weak = await testApp.addUserWithRole('weak', [2, 11, 16])
  })

  test('to another role, the own role, another user or oneself', async () => {
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

  test('by assigning a more powerful role to oneself, another user or a new user', async () => {
    const strong = await testApp.addRole('Strong', [2, 11, 16, 17])
    const other = await testApp.addUserWithRole('ada', [])
    const change = { ...form, roleId: strong }
    const before = await testApp.dumpTables()
    for (const answer of [
      await weak.send('PUT', `/v1/system-users/${weak.id}`, change),
      await weak.send('PUT', `/v1/system-users/${other.id}`, change),
      await weak.send('POST', '/v1/system-users', userBody(strong, 'new')),
    ]) {
      expect([answer.status, answer.body['message']]).toEqual([403, message])
    }
    expect(await testApp.dumpTables()).toBe(before)
  })

  test('but may keep, revoke and grant own permissions', async () => {
    const other = await testApp.addUserWithRole('ada', [2, 16])
    expect((await saveRole(other.roleId, enableOnly(menu, [11, 16]), weak.send)).status).toBe(200)
    expect(await readPermissionIds(other)).toEqual([11, 16])
    expect((await saveRole(other.roleId, enableOnly(menu, [11, 16, 18]), weak.send)).status).toBe(403)
    const lesser = await testApp.addRole('Lesser', [11])
    for (const roleId of [lesser, lesser, other.roleId]) {
      const { status } = await weak.send('PUT', `/v1/system-users/${other.id}`, { ...form, roleId })
      expect(status).toBe(200)
    }
  })

  test('or has lost while the request ran', async () => {
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

describe('a user or role with a permission that the caller lacks (spec 6.7)', () => {
  interface Subject {
    readonly id: number
    readonly roleId: number
    /** A role that nobody has. */
    readonly vacantRole: number
    readonly lesserRole: number
  }
  type Call = readonly ['POST' | 'PUT' | 'DELETE', string, unknown?]
  const operations: readonly (readonly [string, (subject: Subject) => Call])[] = [
    ['activation', ({ id }) => ['PUT', `/v1/system-users/${id}/status?status=Active`]],
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

  test.each(operations)('rejects a change of %s', async (_name, callOf) => {
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
      /^You cannot change a (?:user|role) with a right that you do not have yourself: Daily Report - Minutes\. Who can give it: administrator, chief, a super administrator\.$/,
    )
    expect(await testApp.dumpTables()).toBe(before)
    expect(testApp.log()).toMatch(/"event":"denied","caller":"weak",.*"menuIds":\[17\]/)
    expect((await weak.send(...callOf(await subject('bob', [11])))).status).toBe(200)
  })
})

describe('administrators who lack a right that a role gets (spec 6.7)', () => {
  test('can still deactivate its users and end their sessions, and nothing else', async () => {
    const weak = await testApp.addUserWithRole('weak', [2, 11])
    const [one, other] = [
      await testApp.addUserWithRole('ada', [11, 17]),
      await testApp.addUserWithRole('bob', [17]),
    ]
    expect((await weak.send('DELETE', `/v1/sessions/${other.sessionId}`)).status).toBe(200)
    expect((await other.send('GET', '/auth/permissions')).status).toBe(401)
    const status = `/v1/system-users/${one.id}/status?status=`
    expect((await weak.send('PUT', `${status}Inactive`)).status).toBe(200)
    expect((await one.send('GET', '/auth/permissions')).status).toBe(401)
    expect((await weak.send('PUT', `${status}Active`)).status).toBe(403)
    const superadmin = await testApp.findUser('superadmin')
    expect((await weak.send('PUT', `/v1/system-users/${superadmin}/status?status=Inactive`)).status).toBe(404)
  })

  test('are named to who gives the right, after the save', async () => {
    const clerk = await testApp.addUserWithRole('clerk', [11])
    const warn = async (rights: readonly number[]) => {
      const { status, body } = await saveRole(clerk.roleId, enableOnly(menu, rights))
      return [status, body['message'], body['warning']]
    }
    await testApp.addUserWithRole('weak', [2, 11])
    await testApp
      .addUserWithRole('dormant', [2])
      .then(({ id }) => admin.send('PUT', `/v1/system-users/${id}/status?status=Inactive`))
    expect(await warn([11, 17])).toEqual([
      200,
      'Right saved successfully!',
      'Administrators without the right Daily Report - Minutes: weak. They can still deactivate users who have it and end their sessions, but change nothing else of them.',
    ])
    expect(await warn([11])).toEqual([200, 'Right saved successfully!', undefined])
  })
})

describe('permissions of a report whose definition is missing still count (spec 6.7)', () => {
  let lesser: TestUser
  let greater: number
  beforeEach(async () => {
    lesser = await testApp.addUserWithRole('lesser', [1, 2, 13])
    greater = await testApp.addRole('prices', [1, 13, 20])
    await deleteReportNodesExcept(testApp.engine.database, [16, 17, 18, 19])
  })
  const restored = async (person: TestUser) => {
    await syncMenu(testApp.engine.database, loadShippedReports())
    return readPermissionIds(person)
  }

  test('so that a lesser administrator cannot change a more powerful account or role', async () => {
    const ivy = await testApp.addUser('ivy', greater)
    const tree = readTree((await lesser.send('GET', `/v1/menu-hierarchy/role/${greater}?${service}`)).body)
    const refused = [
      await lesser.send('POST', '/v1/system-users', userBody(greater, 'accomplice')),
      await lesser.send('POST', `/v1/system-users/${ivy.id}/reset-password`, {
        newPassword: 'Traffic-2025-x',
      }),
      await lesser.send('DELETE', `/v1/system-users/${ivy.id}`),
      await saveRole(greater, enableOnly(tree, [1, 2, 13]), lesser.send),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    expect(await restored(ivy)).toEqual([1, 13, 20])
  })

  test('and saving the tree of a user neither grants those of the role nor revokes own ones', async () => {
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
