import { beforeEach, describe, expect, test } from 'vitest'
import type { SavedView } from '../../../../schemas/api/view.ts'
import { createTestUsers } from '../../../support/test-users.ts'

const testApp = await createTestUsers()
const ada = await testApp.addUserWithRole('ada', [13, 17, 19])
const bob = await testApp.addUserWithRole('bob', [13, 19])
beforeEach(() => testApp.engine.database.deleteFrom('views').execute())

const DAILY = '/report/daily-report-minutes/mno-to-routelink?year=2025&month=3&view=chart'
const LOCAL = '/report/daily-local-exchange-traffic?year=2025&month=3&view=table'
const march = { name: 'March', address: DAILY, isDefault: false }
const add = (change: object = {}, { send } = ada) => send('POST', '/v1/views', { ...march, ...change })
const idOf = ({ body }: Awaited<ReturnType<typeof add>>) => (body['records'] as SavedView).id
const list = async ({ send } = ada) => (await send('GET', '/v1/views')).body['records'] as SavedView[]
const listDefaults = async () => (await list()).flatMap(({ name, isDefault }) => (isDefault ? [name] : []))

describe('views (spec 7.31)', () => {
  test('are listed by name for their user only', async () => {
    const { status, body } = await add()
    expect([status, body['message']]).toEqual([201, 'View saved successfully!'])
    await add({ name: ' April\n ', address: LOCAL }, bob)
    await add({ name: 'Local', address: LOCAL })
    expect((await list()).map(({ name, report }) => [name, report])).toEqual([
      ['Local', 'daily-local-exchange-traffic'],
      ['March', 'daily-report-minutes'],
    ])
    expect((await list(bob)).map(({ name }) => name)).toEqual(['April'])
  })

  test.each([
    ['a report that the caller may not open', { address: DAILY }, 400],
    ['no report', { address: '/roles' }, 400],
    ['another site', { address: '//example.com/report/daily-local-exchange-traffic' }, 400],
    ['no name', { address: LOCAL, name: ' \n ' }, 400],
    ['a name with a change of direction', { address: LOCAL, name: 'a\u202Eb' }, 400],
    ['a report of the caller', { address: LOCAL }, 201],
  ])('of %s are accepted or refused', async (_, change, status) => {
    expect((await add(change, bob)).status).toBe(status)
  })

  test('have names of their own', async () => {
    const first = idOf(await add())
    expect((await add()).status).toBe(409)
    const other = idOf(await add({ name: 'Other' }))
    const put = async (id: number, body: object) =>
      (await ada.send('PUT', `/v1/views/${id}`, { ...march, ...body })).status
    expect([await put(other, {}), await put(first, { address: LOCAL }), await put(999, {})]).toEqual([
      409, 200, 404,
    ])
    expect((await list()).map(({ name, address }) => [name, address])).toEqual([
      ['March', LOCAL],
      ['Other', DAILY],
    ])
  })

  test('are the default of their report one at a time', async () => {
    await add({ isDefault: true })
    await add({ name: 'Local', address: LOCAL, isDefault: true })
    expect(await listDefaults()).toEqual(['Local', 'March'])
    await add({ name: 'Newer', isDefault: true })
    expect(await listDefaults()).toEqual(['Local', 'Newer'])
  })

  test('are changed and removed by their user only', async () => {
    const id = idOf(await add({ address: LOCAL }))
    const remove = async ({ send } = ada) => (await send('DELETE', `/v1/views/${id}`)).status
    const change = { ...march, address: LOCAL }
    expect((await bob.send('PUT', `/v1/views/${id}`, change)).status).toBe(404)
    expect([await remove(bob), await remove(), await remove()]).toEqual([404, 200, 404])
  })

  test('of a report that may no longer be opened are not listed', async () => {
    await add()
    await testApp.setOwnPermissions(ada.id, [13, 19])
    expect(await list()).toEqual([])
    await testApp.setOwnPermissions(ada.id, [13, 17, 19])
    expect(await list()).toHaveLength(1)
  })

  test('are at most 100', async () => {
    const rows = Array.from({ length: 100 }, (_, index) => ({
      user_id: ada.id,
      report: 'daily-local-exchange-traffic',
      name: `View ${index}`,
      address: LOCAL,
      is_default: 0,
    }))
    await testApp.engine.database.insertInto('views').values(rows).execute()
    expect((await add()).status).toBe(409)
  })
})
