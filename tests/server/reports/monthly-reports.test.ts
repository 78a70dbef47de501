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
  test('have one record per month, year and type (S62)', async () => {
    const body = { ...march, year: 2022 }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => administrator('POST', '/v1/monthly-reports', body)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4)
  })

  test.each([
    '/v1/monthly-reports/2025%00/MNO_TO_ROUTELINK',
    '/v1/monthly-reports/..%2f2025/MNO_TO_ROUTELINK',
    "/v1/monthly-reports/2025'--/MNO_TO_ROUTELINK",
    '/v1/monthly-reports/0x1',
  ])('reject %s (S30, S31)', async (url) => {
    const { status, body } = await analyst('GET', url)
    expect({ url, status, records: body['records'] }).toEqual({ url, status: 400, records: [] })
  })
})

test('dummy data is not available in production (spec 7.14, S27)', async () => {
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
