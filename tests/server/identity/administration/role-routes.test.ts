import { beforeEach, describe, expect, test } from 'vitest'
import { column, createTestUsers, type TestUser, type TestUsers } from '../../../support/test-users.ts'

let testApp: TestUsers
let admin: TestUser
beforeEach(async () => {
  testApp = await createTestUsers()
  admin = await testApp.addUserWithRole('chief', [1, 2, 11, 13, 16, 17, 18, 19, 20])
})

const create = (body: object) => admin.send('POST', '/v1/role-master', body)

describe('roles (spec 3.3, 7.8)', () => {
  test('are created with the given name and description, without permissions', async () => {
    const { status, body } = await create({ name: ' Clerks ', description: ' Keep the books ' })
    expect(status).toBe(201)
    expect(body).toEqual({
      success: true,
      message: 'Role saved successfully!',
      records: { id: expect.any(Number), name: 'Clerks', description: 'Keep the books' },
      totalCount: 1,
    })
    const { id } = body['records'] as { id: number }
    expect((await admin.send('GET', `/v1/rights-management/role/${id}/rights`)).body['records']).toEqual([])
  })

  test('have names that are unique in any case, also compared with role 1', async () => {
    await create({ name: 'Clerks', description: 'x' })
    for (const name of ['Clerks', 'CLERKS', ' clerks ', 'SuperAdmin']) {
      const { status, body } = await create({ name, description: 'y' })
      expect([name, status, body['message']]).toEqual([name, 409, 'A role with this name already exists.'])
    }
    const atOnce = await Promise.all(
      Array.from({ length: 10 }, () => create({ name: 'Auditors', description: 'z' })),
    )
    expect(atOnce.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(atOnce.filter(({ status }) => status === 409)).toHaveLength(9)
  })

  test('keep their name when they are changed', async () => {
    const id = await testApp.addRole('Clerks')
    const answer = await admin.send('PUT', `/v1/role-master/${id}`, { name: 'Clerks', description: 'New' })
    expect([answer.status, answer.body['message']]).toEqual([200, 'Role saved successfully!'])
    expect(answer.body['records']).toEqual({ id, name: 'Clerks', description: 'New' })
    const renamed = await admin.send('PUT', `/v1/role-master/${id}`, { name: 'Clerk', description: 'New' })
    expect([renamed.status, renamed.body['message']]).toEqual([400, 'The Role Name cannot be changed.'])
    const blank = await admin.send('PUT', `/v1/role-master/${id}`, { description: '' })
    expect([blank.status, blank.body['message']]).toEqual([400, '[Description] is required'])
    expect((await admin.send('GET', `/v1/role-master/${id}`)).body['records']).toMatchObject({
      name: 'Clerks',
      description: 'New',
    })
  })

  test('say that they require a second factor, and keep it with a change that leaves it out (spec 7.8)', async () => {
    const { body } = await create({ name: 'Clerks', description: 'x', requiresSecondFactor: true })
    const { id } = body['records'] as { id: number }
    const change = (form: object) => admin.send('PUT', `/v1/role-master/${id}`, form)
    expect(body['records']).toEqual({ id, name: 'Clerks', description: 'x', requiresSecondFactor: true })
    const kept = await change({ description: 'y' })
    expect(kept.body['records']).toMatchObject({ description: 'y', requiresSecondFactor: true })
    const lifted = await change({ description: 'y', requiresSecondFactor: false })
    expect(lifted.body['records']).toEqual({ id, name: 'Clerks', description: 'y' })
    expect(column((await admin.send('GET', '/v1/role-master?search=clerks')).body, 'description')).toEqual([
      'y',
    ])
  })

  test('cannot be deleted while users have them, and the message says so (spec 7.8)', async () => {
    const id = await testApp.addRole('Clerks', [11])
    await testApp.addUser('ada', id)
    const one = await admin.send('DELETE', `/v1/role-master/${id}`)
    expect([one.status, one.body['message']]).toEqual([
      409,
      'This role cannot be deleted because 1 user has it.',
    ])
    const bob = await testApp.addUser('bob', id)
    await admin.send('PUT', `/v1/system-users/${bob.id}/status?status=Inactive`)
    expect((await admin.send('DELETE', `/v1/role-master/${id}`)).body['message']).toBe(
      'This role cannot be deleted because 2 users have it.',
    )
    expect((await admin.send('GET', `/v1/role-master/${id}`)).status).toBe(200)
    expect((await admin.send('DELETE', `/v1/role-master/${admin.roleId}`)).status).toBe(409)
  })

  test('are deleted with their permissions', async () => {
    const id = await testApp.addRole('Clerks', [11, 13])
    const { status, body } = await admin.send('DELETE', `/v1/role-master/${id}`)
    expect([status, body]).toEqual([
      200,
      { success: true, message: 'Role deleted successfully!', records: [], totalCount: 0 },
    ])
    const again = await admin.send('DELETE', `/v1/role-master/${id}`)
    expect([again.status, again.body['message']]).toEqual([404, 'There is no such role.'])
    const rights = await testApp.engine.database
      .selectFrom('role_rights')
      .selectAll()
      .where('role_id', '=', id)
      .execute()
    expect(rights).toEqual([])
  })

  test('are listed in pages and found by name and description (spec 7.8)', async () => {
    for (let index = 0; index < 30; index += 1) await testApp.addRole(`Team ${index}`)
    await create({ name: '100%', description: 'all_of it' })
    const list = async (query: string) => (await admin.send('GET', `/v1/role-master?${query}`)).body
    expect(column(await list(''), 'id')).toHaveLength(10)
    expect(await list('page=3&size=10')).toMatchObject({ totalCount: 34, records: { length: 4 } })
    expect(column(await list('page=0&size=100&search='), 'id')).toHaveLength(34)
    expect(column(await list(`search=${encodeURIComponent('%')}`), 'name')).toEqual(['100%'])
    expect(column(await list('search=ALL_OF'), 'name')).toEqual(['100%'])
    expect(await list('search=team%201&size=25')).toMatchObject({ totalCount: 11 })
    for (const query of ['size=101', 'size=0', 'page=-1', 'page=2147483648000', 'search=%00', 'sort=id']) {
      expect([query, (await admin.send('GET', `/v1/role-master?${query}`)).status]).toEqual([query, 400])
    }
  })
})
