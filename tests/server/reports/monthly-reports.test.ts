import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type Send } from '../../support/test-app.ts'
import { storeRecords } from '../../support/stored-records.ts'

let testApp: TestApp
let analyst: Send
let administrator: Send
beforeAll(async () => {
  testApp = await createTestApp()
  analyst = await testApp.as('analyst')
  administrator = await testApp.as('administrator')
})
afterAll(() => testApp.close())

const march = {
  year: 2023,
  reportType: 'MNO_TO_ROUTELINK',
  reportMonth: 3,
  airtelDailyAvg: 1234.5,
  mtnDailyAvg: 0,
  nineMobileDailyAvg: 0.01,
  gloDailyAvg: 99_999_999.99,
  idaDailyAvg: 7,
}

async function storeDay(date: string, airtelMinutes: number) {
  await storeRecords(testApp.engine.database, 'daily-reports', 'ROUTELINK_TO_MNO', {
    [date]: {
      airtelMinutes,
      mtnMinutes: 2.25,
      nineMobileMinutes: 3,
      gloMinutes: 4,
      totalMinutes: airtelMinutes + 9.25,
      idaMinutes: 5.5,
      grandTotal: airtelMinutes + 14.75,
    },
  })
}

test.each([
  '/v1/monthly-reports/2019/7/ROUTELINK_TO_MNO',
  '/v1/monthly-reports/download/2019/7/ROUTELINK_TO_MNO',
  '/v1/monthly-reports/years',
])('%s ignores unknown parameters, also repeated ones', async (path) => {
  await storeDay('2019-07-01', 1)
  const plain = await analyst('GET', path)
  const strange = await analyst('GET', `${path}?isAdmin=1&isAdmin=2&year=&type=x`)
  expect({ status: strange.status, body: strange.body }).toEqual({ status: 200, body: plain.body })
})

describe('monthly reports (spec 7.10)', () => {
  test('create, read, change and delete a record (spec 7.3)', async () => {
    const created = await administrator('POST', '/v1/monthly-reports', march)
    expect(created.status).toBe(201)
    const { id } = created.body['records'] as { id: number }
    expect(created.body).toEqual({
      success: true,
      message: 'Monthly report created successfully!',
      records: { id, ...march },
      totalCount: 1,
    })
    expect((await analyst('GET', '/v1/monthly-reports/2023/MNO_TO_ROUTELINK')).body).toEqual({
      success: true,
      message: '',
      records: [{ id, ...march }],
      totalCount: 1,
    })
    const changed = { ...march, reportMonth: 4, airtelDailyAvg: 2 }
    const answer = await administrator('PUT', `/v1/monthly-reports/${id}`, changed)
    expect(answer.body['records']).toEqual({ id, ...changed })
    expect((await analyst('GET', `/v1/monthly-reports/${id}`)).body['records']).toEqual({ id, ...changed })
    expect((await administrator('DELETE', `/v1/monthly-reports/${id}`)).body).toEqual({
      success: true,
      message: 'Monthly report deleted successfully!',
      records: [],
      totalCount: 0,
    })
    expect((await analyst('GET', `/v1/monthly-reports/${id}`)).status).toBe(404)
    expect((await administrator('PUT', `/v1/monthly-reports/${id}`, changed)).status).toBe(404)
    expect((await administrator('DELETE', `/v1/monthly-reports/${id}`)).status).toBe(404)
  })

  test('have one record per month, year and type (S62)', async () => {
    const body = { ...march, year: 2022 }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => administrator('POST', '/v1/monthly-reports', body)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4)
  })

  test('reject a stale If-Match and accept a current one (spec 4.11)', async () => {
    const { body } = await administrator('POST', '/v1/monthly-reports', { ...march, year: 2021 })
    const { id } = body['records'] as { id: number }
    const { headers } = await administrator('GET', `/v1/monthly-reports/${id}`)
    const token = await testApp.token('administrator')
    const put = (etag: string, airtelDailyAvg: number) =>
      testApp.send({
        method: 'PUT',
        url: `/v1/monthly-reports/${id}`,
        headers: { authorization: `Bearer ${token}`, 'if-match': etag },
        payload: { ...march, year: 2021, airtelDailyAvg },
      })
    expect((await put(String(headers['etag']), 1)).status).toBe(200)
    const stale = await put(String(headers['etag']), 2)
    expect(stale.status).toBe(412)
    expect(stale.body['message']).toBe('This record was changed by someone else.')
  })

  test.each([
    ['a field missing', { idaDailyAvg: undefined }],
    ['a text for a number', { airtelDailyAvg: '1' }],
    ['null', { airtelDailyAvg: null }],
    ['a list', { airtelDailyAvg: [1] }],
    ['a negative number', { airtelDailyAvg: -1 }],
    ['month 13', { reportMonth: 13 }],
    ['month 0', { reportMonth: 0 }],
    ['half a month', { reportMonth: 1.5 }],
    ['a year as text', { year: '2023' }],
    ['an unknown type', { reportType: 'X' }],
    ['a type in lower case', { reportType: 'mno_to_routelink' }],
    ['an id', { id: 7 }],
    ['a field of another kind', { isAdmin: true }],
  ])('reject a record with %s (S25, S29)', async (_name, change) => {
    const { status, body } = await administrator('POST', '/v1/monthly-reports', {
      ...march,
      year: 2019,
      ...change,
    })
    expect({ status, success: body['success'] }).toEqual({ status: 400, success: false })
    expect(body['message']).toContain(Object.keys(change)[0] === 'id' ? 'id' : Object.keys(change)[0])
  })

  test('return the daily records of a month in order, dated as specified (spec 3.6)', async () => {
    await storeDay('2023-03-07', 1.5)
    await storeDay('2023-03-01', 1000)
    await storeDay('2023-04-01', 7)
    const { body } = await analyst('GET', '/v1/monthly-reports/2023/3/ROUTELINK_TO_MNO')
    expect(body).toMatchObject({ success: true, totalCount: 2 })
    expect(body['records']).toEqual([
      expect.objectContaining({ reportDate: '3/1/2023', airtelMinutes: 1000 }),
      {
        id: expect.any(Number),
        reportDate: '3/7/2023',
        reportType: 'ROUTELINK_TO_MNO',
        airtelMinutes: 1.5,
        mtnMinutes: 2.25,
        nineMobileMinutes: 3,
        gloMinutes: 4,
        totalMinutes: 10.75,
        idaMinutes: 5.5,
        grandTotal: 16.25,
      },
    ])
    expect((await analyst('GET', '/v1/monthly-reports/2023/3/MNO_TO_ROUTELINK')).body).toEqual({
      success: true,
      message: '',
      records: [],
      totalCount: 0,
    })
  })

  test('return the years with records, latest first', async () => {
    await storeDay('2017-12-31', 1)
    await administrator('POST', '/v1/monthly-reports', { ...march, year: 2026 })
    const { body } = await analyst('GET', '/v1/monthly-reports/years')
    const years = body['records'] as number[]
    expect(years[0]).toBe(2026)
    expect(years.at(-1)).toBe(2017)
    expect(body['totalCount']).toBe(years.length)
  })

  test.each([
    '/v1/monthly-reports/0000/MNO_TO_ROUTELINK',
    '/v1/monthly-reports/99999/MNO_TO_ROUTELINK',
    '/v1/monthly-reports/2025/mno_to_routelink',
    '/v1/monthly-reports/2025/13/MNO_TO_ROUTELINK',
    '/v1/monthly-reports/2025/0/MNO_TO_ROUTELINK',
    '/v1/monthly-reports/2025/1e1/MNO_TO_ROUTELINK',
    '/v1/monthly-reports/2025%00/MNO_TO_ROUTELINK',
    '/v1/monthly-reports/..%2f2025/MNO_TO_ROUTELINK',
    "/v1/monthly-reports/2025'--/MNO_TO_ROUTELINK",
    '/v1/monthly-reports/0x1',
    '/v1/monthly-reports/-1',
    '/v1/monthly-reports/9999999999',
    '/v1/monthly-reports/1.0',
  ])('reject %s (S30, S31)', async (url) => {
    const { status, body } = await analyst('GET', url)
    expect({ url, status, records: body['records'] }).toEqual({ url, status: 400, records: [] })
  })
})

describe('dummy data (spec 7.14, 7.10)', () => {
  test('validates its query', async () => {
    for (const query of [
      '',
      '?year=2016',
      '?year=16&reportType=MNO_TO_ROUTELINK',
      '?year=2016&reportType=X',
    ]) {
      expect((await administrator('POST', `/v1/monthly-reports/generate-dummy-data${query}`)).status).toBe(
        400,
      )
    }
    const twice = '?year=2016&year=2017&reportType=MNO_TO_ROUTELINK'
    expect((await administrator('POST', `/v1/monthly-reports/generate-dummy-data${twice}`)).status).toBe(400)
  })

  test('is not available in production (S27)', async () => {
    const production = await createTestApp({ production: true })
    const superadmin = await production.as('superadmin')
    for (const path of [
      '/v1/monthly-reports/generate-dummy-data?year=2016&reportType=MNO_TO_ROUTELINK',
      '/v1/international-minutes/generate-dummy-data?month=2016-01&direction=IDA_TO_ROUTELINK',
      '/v1/local-exchange-traffic/generate-dummy-data?year=2016&month=1',
    ]) {
      expect((await superadmin('POST', path)).status).toBe(404)
    }
    await production.close()
  })
})
