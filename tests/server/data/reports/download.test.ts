import { strFromU8, unzipSync } from 'fflate'
import readXlsx from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { formatContentDisposition } from '../../../../src/server/data/reports/download.ts'
import { compile, small } from '../../../support/definitions.ts'
import { createTestApp } from '../../../support/test-app.ts'
import { addAllDemo, measuresOf, storeRecords } from '../../../support/stored-records.ts'

const testApp = await createTestApp()
await testApp.engine.database.transaction().execute((trx) => addAllDemo(trx, testApp.now()))
const analyst = await testApp.as('analyst')

async function sheetOf(file: Buffer): Promise<unknown[][]> {
  const [sheet] = await readXlsx(file)
  return (sheet as { data: unknown[][] }).data
}

describe('downloads (spec 7.15, 9.3)', () => {
  test('are compared with an earlier period on a third sheet if the request says so (spec 4.23)', async () => {
    const url = '/v1/monthly-reports/download/2025/3/MNO_TO_ROUTELINK'
    const [march, february] = await Promise.all(
      ['3', '2'].map(async (month) => {
        const { body } = await analyst('GET', `/v1/monthly-reports/2025/${month}/MNO_TO_ROUTELINK`)
        const records = body['records'] as Record<string, number>[]
        return records.reduce((sum, record) => sum + (record['airtelMinutes'] ?? 0), 0)
      }),
    )
    const sheets = await readXlsx((await analyst('GET', `${url}?compare=previous`)).raw)
    expect(sheets.map(({ sheet }) => sheet).slice(1)).toEqual(['About', 'Comparison'])
    const [title, , header, airtel] = sheets[2]?.data ?? []
    expect(title?.[0]).toBe('Totals of March 2025, compared with February 2025')
    expect(header).toEqual([
      'Column',
      'March 2025',
      'February 2025',
      'Difference',
      'Difference %',
      'Difference per day %',
      'Difference by weekday %',
    ])
    expect(airtel?.[0]).toBe('Airtel')
    const [now = 0, before = 0] = [march, february]
    for (const [index, figure] of [now, before, now - before, (now - before) / before].entries()) {
      expect(airtel?.[index + 1]).toBeCloseTo(figure, 4)
    }
    const plain = await readXlsx((await analyst('GET', url)).raw)
    expect(plain.map(({ sheet }) => sheet)).toEqual(sheets.map(({ sheet }) => sheet).slice(0, 2))
    expect(sheets[0]?.data.slice(0, plain[0]?.data.length)).toEqual(plain[0]?.data)
  })

  test('say why they are not compared, and refuse another word', async () => {
    const url = '/v1/monthly-reports/download/2015/1/MNO_TO_ROUTELINK'
    await storeRecords(testApp.engine.database, 'daily-reports', 'MNO_TO_ROUTELINK', {
      '2015-01-01': { airtelMinutes: 1, totalMinutes: 1, grandTotal: 1 },
    })
    const sheets = await readXlsx((await analyst('GET', `${url}?compare=year`)).raw)
    expect(sheets).toHaveLength(2)
    expect(sheets[0]?.data.flat()).toContain('No data for January 2014.')
    expect(await analyst('GET', `${url}?compare=decade`)).toMatchObject({ status: 400 })
  })

  test('say in the sheet About and the properties who exported them, from where and when', async () => {
    const url = '/v1/local-exchange-traffic/download/2025/3'
    const aboutOf = async ({ raw }: { readonly raw: Buffer }) => {
      const [, about] = await readXlsx(raw)
      const core = strFromU8(unzipSync(raw)['docProps/core.xml'] ?? new Uint8Array())
      return { facts: Object.fromEntries(about?.data ?? []) as object, core }
    }
    const first = await aboutOf(await analyst('GET', url))
    expect(first.facts).toMatchObject({
      Report: 'Daily Local Exchange Traffic',
      Source: 'API call /v1/local-exchange-traffic/2025/3',
      'Data as of': '2 June 2025, 08:00:00 UTC (2025-06-02T08:00:00Z)',
      'Exported by': 'analyst',
      'Exported at': '2 June 2025, 08:00:00 UTC (2025-06-02T08:00:00Z)',
      'Exported from': 'BI Dashboard',
    })
    testApp.pass(60_000)
    const second = await aboutOf(await (await testApp.as('administrator'))('GET', url))
    expect(second.facts).toMatchObject({
      'Data as of': '2 June 2025, 08:00:00 UTC (2025-06-02T08:00:00Z)',
      'Exported by': 'administrator',
      'Exported at': '2 June 2025, 08:01:00 UTC (2025-06-02T08:01:00Z)',
    })
    expect(second.core).toContain('<dc:creator>administrator (BI Dashboard)</dc:creator>')
  })
})

test('a workbook compares with the records of the year before', async () => {
  const growth = { value: 'change(all, year)', id: 'growth', label: 'Growth' }
  const reports = compile({
    ...small,
    data: { url: '/v1/local-exchange-traffic/{year}/{month}' },
    rows: { key: { kind: 'date', field: 'reportDate', label: 'Date' }, total: 'Total' },
    columns: [
      { field: 'airtelToMtn', id: 'all', label: 'Airtel to MTN' },
      growth,
      { ...growth, id: 'more', label: 'More', hidden: true },
    ],
    download: { url: '/v1/local-exchange-traffic/download/{year}/{month}', fileName: 'a.xlsx' },
  })
  const one = await createTestApp({ reports })
  await storeRecords(one.engine.database, 'local-exchange-traffic', '', {
    '2023-03-07': { airtelToMtn: 4 },
    '2024-03-07': { airtelToMtn: 6 },
    '2024-03-08': { airtelToMtn: 1 },
  })
  const { raw } = await (await one.as('administrator'))('GET', '/v1/local-exchange-traffic/download/2024/3')
  const rows = await sheetOf(raw)
  expect(rows[2]).toEqual(['Date', 'Airtel to MTN', 'Growth'])
  expect(rows.slice(3, 6).map((row) => row.slice(1))).toEqual([
    [6, 0.5],
    [1, null],
    [7, 0.75],
  ])
})

test('a file name cannot break out of its header', () => {
  expect(formatContentDisposition('a"b\r\nX: y/../é%41.xlsx')).toBe(
    `attachment; filename="a'bX: y..__41.xlsx"; filename*=UTF-8''a%22bX%3A%20y..%C3%A9%2541.xlsx`,
  )
})

test('a download with more carriers than sheet columns is rejected with a message', async () => {
  const carriers = Array.from({ length: 16_400 }, (_, index) => `Carrier ${index}`)
  await storeRecords(testApp.engine.database, 'international-minutes', 'IDA_TO_ROUTELINK', {
    '2019-03-01': measuresOf(carriers, 1),
  })
  const { status, body } = await analyst('GET', '/v1/international-minutes/download/ida-to-routelink/2019-03')
  expect({ status, message: body['message'] }).toEqual({
    status: 400,
    message: 'A workbook can have at most 16384 columns, and this period has more.',
  })
})

test('a workbook is not sent to a caller who has signed out meanwhile', async () => {
  let whileBuilding: (() => Promise<unknown>) | undefined
  const one = await createTestApp({
    renderer: {
      width: 1,
      build: async () => {
        await whileBuilding?.()
        return 'empty'
      },
      renderMail: () => Promise.reject(new Error('no mail')),
      compileDraft: () => Promise.reject(new Error('no draft')),
      answerDraft: () => Promise.reject(new Error('no draft')),
      draftFile: () => Promise.reject(new Error('no draft')),
      loadDraftMail: () => Promise.reject(new Error('no draft')),
      readImport: () => Promise.reject(new Error('no import')),
      close: () => Promise.resolve(),
    },
  })
  const caller = await one.as('analyst')
  whileBuilding = () => caller('POST', '/auth/logout')
  const { status, body } = await caller('GET', '/v1/monthly-reports/download/2025/MNO_TO_ROUTELINK')
  expect({ status, message: body['message'] }).toEqual({ status: 401, message: 'Authentication required.' })
})
