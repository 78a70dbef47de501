import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoDailyRows } from '../../src/server/demo/daily-rows.ts'
import { demoInternationalMonth } from '../../src/server/demo/international-month.ts'
import { addDemoRecords } from '../../src/server/demo/records.ts'
import { createHarness, type Harness, type Send } from './harness.ts'

let harness: Harness
let analyst: Send
beforeAll(async () => {
  harness = await createHarness()
  await harness.engine.database.transaction().execute((trx) => addDemoRecords(trx, harness.now()))
  analyst = await harness.as('analyst')
})
afterAll(() => harness.close())

const months = [2024, 2025].flatMap((year) =>
  Array.from({ length: 12 }, (_, index) => ({ year, month: index + 1 })),
)

describe('demo records (R68)', () => {
  test.each(['MNO_TO_ROUTELINK', 'ROUTELINK_TO_MNO'])('%s has twelve months in both years', async (type) => {
    for (const year of [2024, 2025]) {
      const { body } = await analyst('GET', `/v1/monthly-reports/${year}/${type}`)
      expect(body['totalCount']).toBe(12)
    }
  })

  test.each(months)('every daily report has $year/$month', async ({ year, month }) => {
    const padded = `${year}-${String(month).padStart(2, '0')}`
    for (const url of [
      `/v1/monthly-reports/${year}/${month}/MNO_TO_ROUTELINK`,
      `/v1/monthly-reports/${year}/${month}/ROUTELINK_TO_MNO`,
      `/v1/international-minutes/ida-to-routelink/${padded}`,
      `/v1/international-minutes/routelink-to-mno/${padded}`,
      `/v1/local-exchange-traffic/${year}/${month}`,
      `/api/international-exchange/data?year=${year}&month=${month}`,
    ]) {
      const { body } = await analyst('GET', url)
      expect({ url, full: Number(body['totalCount']) >= 25 }).toEqual({ url, full: true })
    }
  })

  test('are the same on every machine', async () => {
    const { body } = await analyst('GET', '/v1/monthly-reports/2025/3/MNO_TO_ROUTELINK')
    expect((body['records'] as object[])[0]).toMatchObject({
      reportDate: '3/1/2025',
      airtelMinutes: 388_177.4,
      mtnMinutes: 669_355.41,
      nineMobileMinutes: 54_890.43,
      gloMinutes: 234_690.9,
      totalMinutes: 1_347_114.14,
      idaMinutes: 126_494.89,
      grandTotal: 1_473_609.03,
    })
  })

  test('lack a few days', () => {
    const days = demoDailyRows(2025, 'MNO_TO_ROUTELINK')
    expect(days.length).toBeGreaterThan(350)
    expect(days.length).toBeLessThan(365)
  })

  test('add up', () => {
    for (const day of demoDailyRows(2024, 'ROUTELINK_TO_MNO')) {
      expect(day.airtel + day.mtn + day.nine_mobile + day.glo).toBeCloseTo(day.total, 2)
      expect(day.total + day.ida).toBeCloseTo(day.grand_total, 2)
    }
  })

  test('name eight or nine carriers a month, not always the same', () => {
    const named = months.map(({ year, month }) =>
      demoInternationalMonth('IDA_TO_ROUTELINK', `${year}-${String(month).padStart(2, '0')}`).carriers.join(),
    )
    expect(new Set(named.map((names) => names.split(',').length))).toEqual(new Set([8, 9]))
    expect(new Set(named).size).toBeGreaterThan(5)
  })

  test('have monthly records that are the averages of the daily ones', async () => {
    const { body: year } = await analyst('GET', '/v1/monthly-reports/2025/MNO_TO_ROUTELINK')
    const { body: month } = await analyst('GET', '/v1/monthly-reports/2025/3/MNO_TO_ROUTELINK')
    const days = month['records'] as { mtnMinutes: number }[]
    const average = days.reduce((sum, { mtnMinutes }) => sum + mtnMinutes, 0) / days.length
    const march = (year['records'] as { reportMonth: number; mtnDailyAvg: number }[])[2]
    expect(march?.reportMonth).toBe(3)
    expect(march?.mtnDailyAvg).toBeCloseTo(average, 2)
  })

  test('leave alone what is there, such as records imported before the first start', async () => {
    const everything = async () => {
      const tables = ['daily_records', 'local_exchange', 'international_exchange_minutes'] as const
      return Promise.all(
        tables.map((table) => harness.engine.database.selectFrom(table).selectAll().execute()),
      )
    }
    const before = await everything()
    await harness.engine.database.transaction().execute((trx) => addDemoRecords(trx, harness.now()))
    expect(await everything()).toEqual(before)
  })
})
