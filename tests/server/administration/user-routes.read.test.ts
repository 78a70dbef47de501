import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { column, createTestUsers, type TestUser, type TestUsers } from '../../support/test-users.ts'
import { userBody } from '../../support/user-body.ts'

let testApp: TestUsers
let admin: TestUser
let plain: number
beforeEach(async () => {
  testApp = await createTestUsers()
  admin = await testApp.addUserWithRole('chief', [1, 2, 11, 13, 16, 17, 18, 19, 20])
  plain = await testApp.addRole('Clerks', [11])
})
afterEach(() => testApp.close())

const create = (change: object = {}) =>
  admin.send('POST', '/v1/system-users', { ...userBody(plain), ...change })
const list = async (query: string) => (await admin.send('GET', `/v1/system-users?${query}`)).body

describe('reading and listing users (spec 6.8, 4.8, 7.3)', () => {
  test('returns one user by number', async () => {
    const { status, body } = await admin.send('GET', `/v1/system-users/${admin.id}`)
    expect(status).toBe(200)
    expect(body['records']).toMatchObject({ id: admin.id, userId: 'chief', role: 'chief role' })
    expect(Object.keys(body['records'] as object)).toEqual([
      'id',
      'userId',
      'owner',
      'role',
      'roleId',
      'loginIP',
      'emailId',
      'status',
    ])
  })

  test('hides users of role 1 from lists, totals, searches and reads (spec 6.8, S21)', async () => {
    const superadmin = await testApp.as('superadmin')
    for (const send of [admin.send, superadmin]) {
      const { body } = await send('GET', '/v1/system-users?size=100')
      expect(column(body, 'userId')).toEqual(['administrator', 'analyst', 'chief'])
      expect(body['totalCount']).toBe(3)
      expect((await send('GET', '/v1/system-users?search=superadmin')).body).toMatchObject({
        records: [],
        totalCount: 0,
      })
      expect((await send('GET', '/v1/system-users/1')).status).toBe(404)
    }
  })

  test('returns pages of ten by default, in a fixed order', async () => {
    for (let index = 0; index < 24; index += 1) await testApp.addUser(`user${index}`, plain)
    const first = await list('')
    expect([column(first, 'id').length, first['totalCount']]).toEqual([10, 27])
    const pages = await Promise.all([0, 1, 2, 3].map((page) => list(`page=${page}&size=10&search=`)))
    expect(pages.map((page) => column(page, 'id').length)).toEqual([10, 10, 7, 0])
    const ids = pages.flatMap((page) => column(page, 'id'))
    expect(ids).toEqual(ids.toSorted((one, other) => Number(one) - Number(other)))
    expect(new Set(ids).size).toBe(27)
    for (const size of [25, 50, 100]) {
      expect(column(await list(`size=${size}`), 'id')).toHaveLength(Math.min(size, 27))
    }
  })

  test('searches literal text, in any case, in the displayed columns (S30)', async () => {
    const rows: [string, string, string, string][] = [
      ['per%cent', 'Owner_1', '10.0.0.1', 'one@example.com'],
      ['percent', 'OwnerX1', '10.0.0.2', 'two@example.com'],
      ["o'hara", 'back\\slash', 'gate.example.net', 'three@example.com'],
      ['Élodie!', 'admin', '', 'four@example.com'],
    ]
    for (const [userId, owner, loginIP, emailId] of rows) {
      expect((await create({ userId, owner, loginIP, emailId })).status).toBe(201)
    }
    const found = async (search: string) =>
      column(await list(`size=100&search=${encodeURIComponent(search)}`), 'userId')
    expect(await found('%')).toEqual(['per%cent'])
    expect(await found('R_1')).toEqual(['per%cent'])
    expect(await found('\\')).toEqual(["o'hara"])
    expect(await found('!')).toEqual(['Élodie!'])
    expect(await found('élodie')).toEqual(['Élodie!'])
    expect(await found("'")).toEqual(["o'hara"])
    expect(await found("' OR 1=1 --")).toEqual([])
    expect(await found('PERCENT')).toEqual(['percent'])
    expect(await found('gate.EXAMPLE')).toEqual(["o'hara"])
    expect(await found('two@')).toEqual(['percent'])
    expect(await found('clerks')).toEqual(['per%cent', 'percent', "o'hara", 'Élodie!'])
    expect(await found('  percent ')).toEqual(['percent'])
    expect(testApp.log()).not.toContain('"level":50')
  })
})
