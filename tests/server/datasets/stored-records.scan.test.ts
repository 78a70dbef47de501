import { afterAll, beforeAll, expect, test } from 'vitest'
import { scanRecords, scanScope } from '../../../src/server/datasets/stored-records.ts'
import { type DatabaseHandle, openPlace } from '../../support/open-database.ts'
import { datasetOf, measuresOf, storeRecords } from '../../support/stored-records.ts'

const WIDE = 'international-minutes'
const NARROW = 'daily-reports'
const SCOPE = 'IDA_TO_ROUTELINK'

let engine: DatabaseHandle
let remove: () => Promise<void>
beforeAll(async () => {
  ;({ engine, remove } = await openPlace())
  const days = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      new Date(Date.UTC(2025, 0, 1 + index)).toISOString().slice(0, 10),
    )
  const names = Array.from({ length: 1_000 }, (_, index) => `Carrier ${index}`)
  const wide = Object.fromEntries(days(60).map((day) => [day, measuresOf(names, 12_345.67)]))
  await storeRecords(engine.database, WIDE, SCOPE, wide)
  const fields = datasetOf(NARROW).measures.map(({ field }) => field)
  const narrow = Object.fromEntries(days(600).map((day) => [day, measuresOf(fields, 1)]))
  await storeRecords(engine.database, NARROW, 'MNO_TO_ROUTELINK', narrow)
})
afterAll(async () => {
  await engine.close()
  await remove()
})

/** The number of records of each page, and the most values of one. */
async function readSizes(pages: AsyncIterable<readonly { readonly measures: object }[]>) {
  const records: number[] = []
  let measures = 0
  for await (const page of pages) {
    records.push(page.length)
    measures = Math.max(
      measures,
      page.reduce((sum, record) => sum + Object.keys(record.measures).length, 0),
    )
  }
  return { records, measures, all: records.reduce((sum, count) => sum + count, 0) }
}

test('records with many amounts are read in small pages, so that requests between pages do not wait', async () => {
  const range = { scope: SCOPE, first: '2025-01', last: '2025-12' }
  for (const pages of [
    scanRecords(engine.database, WIDE),
    scanScope(engine.database, WIDE, range, 'key'),
    scanScope(engine.database, WIDE, range, 'id'),
  ]) {
    const { measures, all } = await readSizes(pages)
    expect(all).toBe(60)
    expect(measures).toBeLessThanOrEqual(10_000)
  }
})

test('records with few amounts are read in large pages', async () => {
  const { records, all } = await readSizes(scanRecords(engine.database, NARROW))
  expect(all).toBe(600)
  expect(Math.max(...records)).toBe(250)
})
