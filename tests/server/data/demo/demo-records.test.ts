import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestApp } from '../../../support/test-app.ts'
import { addAllDemo, recordsOf } from '../../../support/stored-records.ts'
import { addAllDemoRecords } from '../../../../src/server/data/demo/demo-records.ts'
import { getDimensionValues } from '../../../../src/dataset/record-keys.ts'
import { serve } from '../../../support/serve-datasets.ts'

const testApp = await createTestApp()
await testApp.engine.database.transaction().execute((trx) => addAllDemo(trx, testApp.now()))
const analyst = await testApp.as('analyst')

const Minutes = z.object({
  airtelMinutes: z.number(),
  mtnMinutes: z.number(),
  nineMobileMinutes: z.number(),
  gloMinutes: z.number(),
  totalMinutes: z.number(),
  idaMinutes: z.number(),
  grandTotal: z.number(),
})

const months = [2024, 2025].flatMap((year) =>
  Array.from({ length: 12 }, (_, index) => ({ year, month: index + 1 })),
)

describe('demo records (spec 3.9)', () => {
  test.each(['MNO_TO_ROUTELINK', 'ROUTELINK_TO_MNO'])(
    'contain twelve months in both years of %s',
    async (type) => {
      for (const year of [2024, 2025]) {
        const { body } = await analyst('GET', `/v1/monthly-reports/${year}/${type}`)
        expect(body['totalCount']).toBe(12)
      }
    },
  )

  test.each(months)('contain every daily report for $year/$month', async ({ year, month }) => {
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
      airtelMinutes: 426_534.32,
      mtnMinutes: 648_497.99,
      nineMobileMinutes: 57_856.98,
      gloMinutes: 248_889.1,
      totalMinutes: 1_381_778.39,
      idaMinutes: 123_198.79,
      grandTotal: 1_504_977.18,
    })
  })

  test('have a few missing days', async () => {
    const days = await recordsOf(testApp.engine.database, 'daily-reports', 'MNO_TO_ROUTELINK', 2025)
    expect(days.length).toBeGreaterThan(350)
    expect(days.length).toBeLessThan(365)
  })

  test('have consistent sums', async () => {
    const days = await recordsOf(testApp.engine.database, 'daily-reports', 'ROUTELINK_TO_MNO', 2024)
    expect(days.length).toBeGreaterThan(350)
    for (const { measures } of days) {
      const { airtelMinutes, mtnMinutes, nineMobileMinutes, gloMinutes, totalMinutes } =
        Minutes.parse(measures)
      expect(airtelMinutes + mtnMinutes + nineMobileMinutes + gloMinutes).toBeCloseTo(totalMinutes, 2)
      const { idaMinutes, grandTotal } = Minutes.parse(measures)
      expect(totalMinutes + idaMinutes).toBeCloseTo(grandTotal, 2)
    }
  })

  test('contain eight or nine carriers a month, not always the same', async () => {
    const named: string[] = []
    for (const { year, month } of months) {
      const url = `/v1/international-minutes/ida-to-routelink/${year}-${String(month).padStart(2, '0')}`
      const { records } = (await analyst('GET', url)).body as { records: { carriers: string[] } }
      named.push(records.carriers.join())
    }
    expect(new Set(named.map((names) => names.split(',').length))).toEqual(new Set([8, 9]))
    expect(new Set(named).size).toBeGreaterThan(5)
  })

  test('contain monthly records that are the averages of the daily ones', async () => {
    const { body: year } = await analyst('GET', '/v1/monthly-reports/2025/MNO_TO_ROUTELINK')
    const { body: month } = await analyst('GET', '/v1/monthly-reports/2025/3/MNO_TO_ROUTELINK')
    const days = month['records'] as { mtnMinutes: number }[]
    const average = days.reduce((sum, { mtnMinutes }) => sum + mtnMinutes, 0) / days.length
    const march = (year['records'] as { reportMonth: number; mtnDailyAvg: number }[])[2]
    expect(march?.reportMonth).toBe(3)
    expect(march?.mtnDailyAvg).toBeCloseTo(average, 2)
  })

  test('do not replace existing records, such as records imported before the first start', async () => {
    const everything = async () => {
      const tables = ['dataset_records', 'dataset_names', 'dataset_counters'] as const
      return Promise.all(
        tables.map((table) => testApp.engine.database.selectFrom(table).selectAll().execute()),
      )
    }
    const before = await everything()
    await testApp.engine.database.transaction().execute((trx) => addAllDemo(trx, testApp.now()))
    expect(await everything()).toEqual(before)
  })
})

test('demo records without a time are made once, whatever years the others have', async () => {
  const countries = {
    id: 'countries',
    dimensions: [{ field: 'country' }],
    measures: [{ field: 'code', decimals: 0 }],
    endpoints: { list: '/v1/countries' },
    demo: { years: [2024, 2025], values: { code: 100 }, dimensions: { country: { Mali: 1, Togo: 2 } } },
  }
  const portal = await serve(countries)
  await portal.engine.database
    .transaction()
    .execute((trx) => addAllDemoRecords(trx, portal.datasets, { now: portal.now() }))
  const { body } = await portal.call('GET', '/v1/countries')
  expect(body['records']).toMatchObject([{ country: 'Mali' }, { country: 'Togo' }])
})

test('demo values can differ by the values of two dimensions, in their order', async () => {
  const networks = ['MTN', 'GLO']
  const flows = {
    id: 'flows',
    time: { kind: 'month' },
    dimensions: [
      { field: 'donor', values: networks, multiple: true },
      { field: 'recipient', values: networks, multiple: true },
    ],
    measures: [{ field: 'ported', decimals: 0 }],
    endpoints: { list: '/v1/flows/{year}/{month}' },
    demo: {
      years: [2025],
      values: { ported: { MTN: { MTN: 0, GLO: 1_000 }, GLO: { MTN: 50_000, GLO: 0 } } },
      week: 'even',
      growth: 0,
    },
  }
  const portal = await serve(flows)
  await portal.engine.database
    .transaction()
    .execute((trx) => addAllDemoRecords(trx, portal.datasets, { now: portal.now() }))
  const { body } = await portal.call('GET', '/v1/flows/2025/3')
  const Flows = z.array(z.object({ donor: z.string(), recipient: z.string(), ported: z.int() }))
  const sizes = Flows.parse(body['records']).map(({ donor, recipient, ported }) => [
    `${donor} ${recipient}`,
    Math.round(Math.log10(ported || 1)),
  ])
  expect(sizes).toEqual([
    ['MTN MTN', 0],
    ['MTN GLO', 3],
    ['GLO MTN', 5],
    ['GLO GLO', 0],
  ])
})

test('demo values of small amounts keep their size, unless the measure has fewer decimals', async () => {
  const rates = {
    id: 'rates',
    time: { kind: 'month' },
    measures: [{ field: 'rate' }, { field: 'cents', decimals: 2 }],
    endpoints: { list: '/v1/rates/{year}/{month}' },
    demo: { years: [2025], values: { rate: 0.0012, cents: 0.0012 }, week: 'even', growth: 0 },
  }
  const portal = await serve(rates)
  await portal.engine.database
    .transaction()
    .execute((trx) => addAllDemoRecords(trx, portal.datasets, { now: portal.now() }))
  const { body } = await portal.call('GET', '/v1/rates/2025/3')
  const [record] = z.array(z.object({ rate: z.number(), cents: z.number() })).parse(body['records'])
  expect(record?.cents).toBe(0)
  expect(record?.rate).toBeCloseTo(0.0012, 3)
  expect(record?.rate).toBeGreaterThan(0.001)
})

test('a demo that is limited has records of every value of each dimension', async () => {
  const values = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`v${index}`, 1]))
  const dimensions = { carrier: values(12), destination: values(6) }
  const portal = await serve({
    id: 'traffic',
    time: { kind: 'month' },
    dimensions: [{ field: 'carrier' }, { field: 'destination' }, { field: 'way', values: ['IN', 'OUT'] }],
    measures: [{ field: 'minutes' }],
    demo: { years: [2025], values: { minutes: 10 }, dimensions },
  })
  const { database } = portal.engine
  await database
    .transaction()
    .execute((trx) => addAllDemoRecords(trx, portal.datasets, { now: portal.now(), most: 12 * 40 }))
  const rows = await database.selectFrom('dataset_records').select('scope').distinct().execute()
  expect(rows).toHaveLength(40)
  for (const [index, count] of [12, 6, 2].entries())
    expect(new Set(rows.map(({ scope }) => getDimensionValues(scope)[index])).size).toBe(count)
})
