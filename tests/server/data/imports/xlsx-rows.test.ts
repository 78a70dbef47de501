import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createFolder } from '../../../support/folder.ts'
import { createTestApp } from '../../../support/test-app.ts'
import { addAllDemo } from '../../../support/stored-records.ts'
import { clearRecords, data, put } from '../../../support/run-data.ts'

const folder = createFolder()
const full = await createTestApp()
const empty = await createTestApp()
await addAllDemo(full.engine.database, full.now())
afterAll(() => Promise.all([full.close(), empty.close()]))
beforeEach(() => clearRecords(empty.engine))

/** By dataset, what is after the path of its reads and of its workbooks. */
const reads: readonly (readonly [kind: string, path: string, selection: string])[] = [
  ...['MNO_TO_ROUTELINK', 'ROUTELINK_TO_MNO'].flatMap((type): [string, string, string][] => [
    ['monthly-reports', '/v1/monthly-reports', `/2025/${type}`],
    ['daily-reports', '/v1/monthly-reports', `/2025/3/${type}`],
    ['daily-reports', '/v1/monthly-reports', `/2025/11/${type}`],
  ]),
  ['international-minutes', '/v1/international-minutes', '/ida-to-routelink/2024-02'],
  ['international-minutes', '/v1/international-minutes', '/routelink-to-mno/2024-02'],
  ['local-exchange-traffic', '/v1/local-exchange-traffic', '/2025/5'],
  ['international-exchange', '/api/international-exchange', '?year=2025&month=8'],
]

/** Without what belongs to a record's place in its database. */
function figures(records: unknown): unknown {
  const own = new Set(['id', 'created_at', 'updated_at'])
  const text = JSON.stringify(records, (key, value: unknown) => (own.has(key) ? undefined : value))
  return JSON.parse(text)
}

describe('workbooks of the portal can be imported unchanged, for every report, tab and variant', () => {
  test.each(reads)('%s: %s%s', async (kind, path, selection) => {
    const read = `${path}${selection.startsWith('?') ? '/data' : ''}${selection}`
    const download = `${path}/download${selection}`
    const [source, target] = [await full.as('analyst'), await empty.as('analyst')]
    const { status, raw } = await source('GET', download)
    expect(status).toBe(200)
    const file = put(folder, 'report.xlsx', raw)
    const expected = figures((await source('GET', read)).body)
    expect(expected).toMatchObject({ success: true })

    const ran = await data(empty.location, 'import', kind, file)
    expect(ran).toMatchObject({ code: 0, err: '' })
    expect(figures((await target('GET', read)).body)).toEqual(expected)
    // The workbook that the copy gives is the same sheet once more.
    const copy = put(folder, 'again.xlsx', (await target('GET', download)).raw)
    const again = await data(full.location, 'import', kind, copy)
    expect(again.out).toMatch(/ 0 added, \d+ unchanged, 0 replaced.*; nothing changed \(/)
  })
})
