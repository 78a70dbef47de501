import { describe, expect, test } from 'vitest'
import { MAX_AMOUNT } from '../../../../schemas/dataset/primitives.ts'
import { daysInMonth, formatIsoDate } from '../../../../src/time/calendar.ts'
import { createTestApp } from '../../../support/test-app.ts'
import { measuresOf, recordsOf, storeList, storeRecords } from '../../../support/stored-records.ts'

const testApp = await createTestApp()
const administrator = await testApp.as('administrator')

const datesOf = (year: number, month: number) =>
  Array.from({ length: daysInMonth(year, month) }, (_, index) =>
    formatIsoDate({ year, month, day: index + 1 }),
  )
const monthsOf = Array.from({ length: 12 }, (_, index) => index + 1)
const generate = async (call: string) => {
  const { status, body } = await administrator('POST', call)
  expect({ call, status }).toEqual({ call, status: 200 })
  return body['totalCount']
}

describe('dummy data adds a record for every day of the period, future days included (spec 7.14)', () => {
  test.each([2024, 2025, 2061])(
    'fills each day and each month of daily minutes in %i, and changes no record',
    async (year) => {
      const { database } = testApp.engine
      const own = measuresOf(['airtelMinutes', 'mtnMinutes', 'nineMobileMinutes', 'gloMinutes'], 1)
      const day = `${year}-02-28`
      const [stored] = await storeRecords(database, 'daily-reports', 'MNO_TO_ROUTELINK', { [day]: own })
      const names = ['airtel', 'mtn', 'nineMobile', 'glo', 'ida'].map((name) => `${name}DailyAvg`)
      const monthly = { year, reportType: 'MNO_TO_ROUTELINK', reportMonth: 3, ...measuresOf(names, 1) }
      expect((await administrator('POST', '/v1/monthly-reports', monthly)).status).toBe(201)
      const call = `/v1/monthly-reports/generate-dummy-data?year=${year}&reportType=MNO_TO_ROUTELINK`
      const dates = monthsOf.flatMap((month) => datesOf(year, month))
      expect(await generate(call)).toBe(dates.length - 1)
      expect(await generate(call)).toBe(0)
      const records = await recordsOf(database, 'daily-reports', 'MNO_TO_ROUTELINK', year)
      expect(records.map(({ key }) => key)).toEqual(dates)
      expect(records.find(({ key }) => key === day)).toEqual(stored)
      expect(stored?.measures).toEqual(own)
      const months = await administrator('GET', `/v1/monthly-reports/${year}/MNO_TO_ROUTELINK`)
      expect(months.body['totalCount']).toBe(12)
      expect((months.body['records'] as object[])[2]).toMatchObject(monthly)
    },
  )

  test('fills the missing days of a partly filled month of international minutes, with its own carriers', async () => {
    const direction = 'ROUTELINK_TO_MNO'
    const own = { airtel: 1, mtn: 2, nineMobile: 3, glo: 4, Zeta: 7.5 }
    const { database } = testApp.engine
    await storeRecords(database, 'international-minutes', direction, { '2024-02-01': own, '2024-02-29': own })
    const carriers = ['Zeta', 'Atlantic Voice', '__proto__']
    await storeList(database, 'international-minutes', direction, '2024-02', carriers)
    const read = async () => {
      const { body } = await administrator('GET', '/v1/international-minutes/routelink-to-mno/2024-02')
      return body['records'] as { data: Record<string, unknown>[]; carriers: string[] }
    }
    const before = await read()
    const call = `/v1/international-minutes/generate-dummy-data?month=2024-02&direction=${direction}`
    expect(await generate(call)).toBe(27)
    expect(await generate(call)).toBe(0)
    const after = await read()
    expect(after.carriers).toEqual(['Zeta', 'Atlantic Voice', '__proto__'])
    expect(after.data).toHaveLength(29)
    expect([after.data[0], after.data[28]]).toEqual(before.data)
    expect(after.data[13]).toMatchObject({
      reportDate: '2/14/2024',
      airtel: expect.any(Number),
      Zeta: expect.any(Number),
      'Atlantic Voice': expect.any(Number),
    })
  })

  test('is not available in production', async () => {
    const production = await createTestApp({ production: true })
    const superadmin = await production.as('superadmin')
    for (const [dataset, query] of Object.entries({
      'monthly-reports': 'year=2016&reportType=MNO_TO_ROUTELINK',
      'international-minutes': 'month=2016-01&direction=IDA_TO_ROUTELINK',
      'local-exchange-traffic': 'year=2016&month=1',
    })) {
      expect((await superadmin('POST', `/v1/${dataset}/generate-dummy-data?${query}`)).status).toBe(404)
    }
  })

  test('stays below the largest amount in the last possible year (spec 9.11)', async () => {
    await generate('/v1/monthly-reports/generate-dummy-data?year=2199&reportType=ROUTELINK_TO_MNO')
    const rows = await recordsOf(testApp.engine.database, 'daily-reports', 'ROUTELINK_TO_MNO', 2199)
    expect(rows).toHaveLength(365)
    for (const { measures } of rows) expect(measures['grandTotal']).toBeLessThan(MAX_AMOUNT)
  })
})
