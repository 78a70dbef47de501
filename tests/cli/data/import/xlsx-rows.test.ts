import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../support/test-app.ts'
import { addAllDemo } from '../../../support/stored-records.ts'
import { clearRecords, data, put } from '../../../support/run-data.ts'

let full: TestApp
let empty: TestApp
let folder = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'workbooks-'))
  full = await createTestApp()
  empty = await createTestApp()
  await addAllDemo(full.engine.database, full.now())
})
afterAll(async () => {
  await full.close()
  await empty.close()
  rmSync(folder, { recursive: true })
})

beforeEach(() => clearRecords(empty.engine))

const reads: readonly { readonly kind: string; readonly read: string; readonly download: string }[] = [
  ...['MNO_TO_ROUTELINK', 'ROUTELINK_TO_MNO'].flatMap((type) => [
    {
      kind: 'monthly-reports',
      read: `/v1/monthly-reports/2025/${type}`,
      download: `/v1/monthly-reports/download/2025/${type}`,
    },
    ...[3, 11].map((month) => ({
      kind: 'daily-reports',
      read: `/v1/monthly-reports/2025/${month}/${type}`,
      download: `/v1/monthly-reports/download/2025/${month}/${type}`,
    })),
  ]),
  ...['ida-to-routelink', 'routelink-to-mno'].map((way) => ({
    kind: 'international-minutes',
    read: `/v1/international-minutes/${way}/2024-02`,
    download: `/v1/international-minutes/download/${way}/2024-02`,
  })),
  {
    kind: 'local-exchange-traffic',
    read: '/v1/local-exchange-traffic/2025/5',
    download: '/v1/local-exchange-traffic/download/2025/5',
  },
  {
    kind: 'international-exchange',
    read: '/api/international-exchange/data?year=2025&month=8',
    download: '/api/international-exchange/download?year=2025&month=8',
  },
]

/** Without what belongs to a record's place in its database. */
function figures(records: unknown): unknown {
  const own = new Set(['id', 'created_at', 'updated_at'])
  const text = JSON.stringify(records, (key, value: unknown) => (own.has(key) ? undefined : value))
  return JSON.parse(text)
}

describe('workbooks of the portal can be imported unchanged, for every report, tab and variant', () => {
  test.each(reads)('$kind: $read', async ({ kind, read, download }) => {
    const [source, target] = [await full.as('analyst'), await empty.as('analyst')]
    const { status, raw } = await source('GET', download)
    expect(status).toBe(200)
    const path = put(folder, 'report.xlsx', raw)
    const expected = figures((await source('GET', read)).body)
    expect(expected).toMatchObject({ success: true })

    const ran = await data(empty.location, 'import', kind, path)
    expect(ran).toMatchObject({ code: 0, err: '' })
    expect(figures((await target('GET', read)).body)).toEqual(expected)
    // The workbook that the copy gives is the same sheet once more.
    const again = await data(
      full.location,
      'import',
      kind,
      put(folder, 'again.xlsx', (await target('GET', download)).raw),
    )
    expect(again.out).toMatch(/ 0 added, \d+ unchanged, 0 replaced.*; nothing changed \(/)
  })
})
