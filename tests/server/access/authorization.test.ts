import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AppDeps } from '../../../src/server/app-deps.ts'
import { registerAuthorization } from '../../../src/server/access/authorization.ts'
import Fastify from 'fastify'
import { createTestApp, type TestApp, type Send } from '../../support/test-app.ts'

let testApp: TestApp
let nobody: Send
let everything: Send
beforeAll(async () => {
  testApp = await createTestApp()
  everything = await testApp.as('superadmin')
  nobody = await testApp.as('analyst')
  await testApp.engine.database
    .updateTable('users')
    .set({ own_rights: 1 })
    .where('user_id', '=', 'analyst')
    .execute()
})
afterAll(() => testApp.close())

const address = (url: string) =>
  url
    .replace(':year', '2025')
    .replace(/^(.*international-minutes.*):month/, '$12025-03')
    .replace(':month', '3')
    .replace(':type', 'MNO_TO_ROUTELINK')
    .replace(':id', '1')

describe('every route', () => {
  test('declares who may call it, or is not registered (S18)', () => {
    const app = Fastify()
    registerAuthorization(app, {} as AppDeps)
    expect(() => app.get('/v1/forgotten', () => 'data')).toThrow('GET /v1/forgotten declares no permission')
  })

  test('of the reports returns 401 without a session and 403 to an account without the id (spec 6.4, S28)', async () => {
    const closed = testApp.app.routeEntries.filter(({ permission }) => permission !== 'public')
    expect(closed.length).toBeGreaterThan(20)
    for (const { method, url, permission } of closed) {
      if (permission === 'session') continue
      const call = { method: method as 'GET', url: address(url) }
      expect({ url, ...(await testApp.send(call)) }).toMatchObject({ url, status: 401 })
      const { status, body } = await nobody(call.method, call.url)
      expect({ url, status, body }).toMatchObject({ url, status: 403, body: { success: false, records: [] } })
      expect({ url, status: (await everything(call.method, call.url)).status }).not.toMatchObject({
        status: 403,
      })
    }
  })

  test('returns 404 in the envelope if it is unknown (spec 7.1)', async () => {
    for (const url of [
      '/v1',
      '/v1/',
      '/v1/nothing',
      '/auth',
      '/auth/x',
      '/api/x',
      '/dashboards',
      '/dashboards/1/x',
    ]) {
      const { status, body } = await everything('GET', url)
      expect({ url, status, body }).toMatchObject({
        status: 404,
        body: { success: false, message: 'There is nothing at this address.', records: [], totalCount: 0 },
      })
    }
  })

  test('accepts only its own methods (S38)', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'] as const) {
      expect((await everything(method, '/auth/permissions')).status).toBe(404)
    }
  })
})

describe('the id that opens a call', () => {
  const grant = async (...ids: number[]) => {
    const db = testApp.engine.database
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('user_id', '=', 'analyst')
      .executeTakeFirstOrThrow()
    await db.deleteFrom('user_rights').where('user_id', '=', id).execute()
    for (const menuId of ids) {
      await db.insertInto('user_rights').values({ user_id: id, menu_id: menuId }).execute()
    }
  }
  const calls = {
    years: '/v1/monthly-reports/years',
    year: '/v1/monthly-reports/2025/MNO_TO_ROUTELINK',
    month: '/v1/monthly-reports/2025/3/MNO_TO_ROUTELINK',
    record: '/v1/monthly-reports/1',
    yearFile: '/v1/monthly-reports/download/2025/MNO_TO_ROUTELINK',
    monthFile: '/v1/monthly-reports/download/2025/3/MNO_TO_ROUTELINK',
    international: '/v1/international-minutes/ida-to-routelink/2025-03',
    internationalFile: '/v1/international-minutes/download/routelink-to-mno/2025-03',
    internationalMonths: '/v1/international-minutes/available-months',
    local: '/v1/local-exchange-traffic/2025/3',
    localFile: '/v1/local-exchange-traffic/download/2025/3',
    exchange: '/api/international-exchange/data?year=2025&month=3',
    exchangeYears: '/api/international-exchange/years',
    exchangeFile: '/api/international-exchange/download?year=2025&month=3',
    dashboard: '/dashboards/1',
    menu: '/v1/menu-hierarchy',
  }
  type Name = keyof typeof calls

  test.each<[number[], Name[]]>([
    [[2], ['menu']],
    [[11], ['dashboard']],
    [[13], []],
    [[1, 16, 17, 18, 19, 20], []],
    [
      [13, 16],
      ['years', 'year', 'record', 'yearFile'],
    ],
    [
      [13, 17],
      ['years', 'year', 'month', 'record', 'yearFile', 'monthFile'],
    ],
    [
      [13, 18],
      ['international', 'internationalFile', 'internationalMonths'],
    ],
    [
      [13, 19],
      ['local', 'localFile'],
    ],
    [
      [13, 20],
      ['exchange', 'exchangeYears', 'exchangeFile'],
    ],
  ])('with the ids %j opens its own calls and no other (spec 6.4, L5)', async (ids, opened) => {
    await grant(...ids)
    const open: string[] = []
    for (const [name, url] of Object.entries(calls)) {
      if ((await nobody('GET', url)).status !== 403) open.push(name)
    }
    expect(open.toSorted()).toEqual(opened.toSorted())
  })

  test('is not enough to write report data, which needs id 2 as well (spec 6.4, B7)', async () => {
    const writes = [
      ['POST', '/v1/monthly-reports', 16],
      ['PUT', '/v1/monthly-reports/1', 17],
      ['DELETE', '/v1/monthly-reports/1', 16],
      ['POST', '/v1/monthly-reports/generate-dummy-data', 16],
      ['POST', '/v1/international-minutes/generate-dummy-data', 18],
      ['POST', '/v1/local-exchange-traffic/generate-dummy-data', 19],
    ] as const
    for (const [method, url, id] of writes) {
      for (const ids of [
        [13, id],
        [2, 13],
        [2, id],
      ]) {
        await grant(...ids)
        expect({ url, ids, status: (await nobody(method, url)).status }).toEqual({ url, ids, status: 403 })
      }
      await grant(2, 13, id)
      expect([400, 404]).toContain((await nobody(method, url)).status)
    }
  })

  test('is required however the URL is spelled (S31)', async () => {
    await grant(11)
    for (const url of [
      '/v1/monthly-reports/2025/../2025/MNO_TO_ROUTELINK',
      '/v1/monthly-reports/2025/MNO_TO_ROUTELINK/',
      '/v1//monthly-reports/years',
      '//v1/monthly-reports/years',
      '/V1/monthly-reports/years',
      '/v1/monthly-reports/years;x=1',
      '/v1/monthly-reports/%79ears',
      '/v1/monthly-reports/years%00',
      '/v1/monthly-reports/years?token=1',
    ]) {
      const { status } = await nobody('GET', url)
      expect({ url, refused: status === 403 || status === 404 }).toEqual({ url, refused: true })
    }
  })
})
