import readXlsx from 'read-excel-file/node'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseResponse } from '../../src/report/model/report-response.ts'
import { buildTable } from '../../src/report/table/build-table.ts'
import { loadShippedReports } from '../support/shipped-reports.ts'
import { matchRoute, readSelection } from '../../src/server/identity/access/route-match.ts'
import { createTestApp } from '../support/test-app.ts'
import { storeRecords } from '../support/stored-records.ts'

const testApp = await createTestApp()
const administrator = await testApp.as('administrator')

const record = {
  year: 2023,
  reportType: 'MNO_TO_ROUTELINK',
  reportMonth: 3,
  airtelDailyAvg: 10_000_000_000_000,
  mtnDailyAvg: 9_999_999_999_999.99,
  nineMobileDailyAvg: 0,
  gloDailyAvg: 0,
  idaDailyAvg: 0,
}

describe('an amount that cannot be shown exactly is rejected when it is written (spec 9.11)', () => {
  test.each(['10000000000000.01', '1e400'])('rejects %s with the field and the limit', async (figure) => {
    const send = testApp.bearing(await testApp.token('administrator'), { 'content-type': 'application/json' })
    const text = JSON.stringify({ ...record, year: 2019 }).replace('9999999999999.99', figure)
    const { status, body } = await send('POST', '/v1/monthly-reports', text)
    expect([status, body['message']]).toEqual([
      400,
      'mtnDailyAvg is too large; the largest allowed is 10,000,000,000,000.',
    ])
  })

  test('shows the largest amount as it was written', async () => {
    expect((await administrator('POST', '/v1/monthly-reports', record)).status).toBe(201)
    expect(await shown('/v1/monthly-reports/2023/MNO_TO_ROUTELINK')).toContainEqual([
      10_000_000_000_000, 9_999_999_999_999.99, 0, 0, 0,
    ])
  })
})

describe('a stored amount beyond the limit is shown; its period still has a response (spec 9.11)', () => {
  const LARGE = 999_999_999_999_999.9
  const day = '2022-03-07'

  beforeAll(async () => {
    const { database } = testApp.engine
    await storeRecords(database, 'monthly-reports', 'MNO_TO_ROUTELINK', {
      '2022-03': {
        airtelDailyAvg: LARGE,
        mtnDailyAvg: 4e12,
        nineMobileDailyAvg: 4e12,
        gloDailyAvg: 4e12,
        idaDailyAvg: 1.25,
      },
    })
    await storeRecords(database, 'daily-reports', 'MNO_TO_ROUTELINK', {
      [day]: {
        airtelMinutes: LARGE,
        mtnMinutes: 4e12,
        nineMobileMinutes: 4e12,
        gloMinutes: 4e12,
        totalMinutes: 1.6e13,
        idaMinutes: 1.25,
        grandTotal: 1.6e13,
      },
    })
    await storeRecords(database, 'international-minutes', 'ROUTELINK_TO_MNO', {
      [day]: { airtel: LARGE, mtn: 4e12, nineMobile: 4e12, glo: 4e12, 'Atlantic Voice': LARGE },
    })
    await storeRecords(database, 'international-exchange', 'INTERNATIONAL_EXCHANGE', {
      [day]: { mtn_to_glo: LARGE },
    })
  })

  test.each([
    ['/v1/monthly-reports/2022/MNO_TO_ROUTELINK', '/v1/monthly-reports/download/2022/MNO_TO_ROUTELINK'],
    ['/v1/monthly-reports/2022/3/MNO_TO_ROUTELINK', '/v1/monthly-reports/download/2022/3/MNO_TO_ROUTELINK'],
    [
      '/v1/international-minutes/routelink-to-mno/2022-03',
      '/v1/international-minutes/download/routelink-to-mno/2022-03',
    ],
    [
      '/api/international-exchange/data?year=2022&month=3',
      '/api/international-exchange/download?year=2022&month=3',
    ],
  ])('is shown by %s, on the screen and in the workbook', async (call, download) => {
    const rows = await shown(call)
    expect(rows.flat()).toContain(LARGE)
    const { status, raw } = await administrator('GET', download)
    expect(status).toBe(200)
    const [sheet] = await readXlsx(raw)
    const cells = (sheet as { data: unknown[][] }).data
    const figures = cells.slice(3, 3 + rows.length).map((row) => row.slice(1))
    expect(figures).toEqual(rows)
  })
})

/** The figures that the screen shows for a call, row by row. */
async function shown(call: string): Promise<(readonly (number | null)[])[]> {
  const { status, body } = await administrator('GET', call)
  expect(status).toBe(200)
  const [path = '', query = ''] = call.split('?')
  const parameters = { path: {}, query: Object.fromEntries(new URLSearchParams(query)) }
  for (const plan of loadShippedReports().flatMap(({ plans }) => plans)) {
    const match = matchRoute(plan.data.url, path)
    const selection = match && readSelection(match, plan, parameters)
    if (selection !== null) {
      const { rows, columns } = buildTable(plan, selection, parseResponse(plan, body))
      return rows.map(({ values }) => values.filter((_, index) => columns[index]?.hidden === false))
    }
  }
  throw new Error(`no report reads ${call}`)
}
