import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type Send } from '../../support/test-app.ts'

let testApp: TestApp
let administrator: Send
beforeAll(async () => {
  testApp = await createTestApp()
  administrator = await testApp.as('administrator')
})
afterAll(() => testApp.close())

const march = {
  year: 2022,
  reportType: 'MNO_TO_ROUTELINK',
  reportMonth: 3,
  airtelDailyAvg: 1234.5,
  mtnDailyAvg: 0,
  nineMobileDailyAvg: 0.01,
  gloDailyAvg: 99_999_999.99,
  idaDailyAvg: 7,
}

describe('monthly reports (spec 7.10)', () => {
  test('have one record per month, year and type (S62)', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => administrator('POST', '/v1/monthly-reports', march)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4)
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
