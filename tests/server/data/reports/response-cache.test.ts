import { describe, expect, test } from 'vitest'
import { createTestUsers } from '../../../support/test-users.ts'
import { storeRecords } from '../../../support/stored-records.ts'

const YEAR = '/v1/monthly-reports/2025/MNO_TO_ROUTELINK'
const YEARS = '/v1/monthly-reports/years'

const testApp = await createTestUsers()
const reader = await testApp.addUserWithRole('reader', [1, 11, 13, 16, 17])

const store = async (value: number) => {
  await testApp.engine.database.deleteFrom('dataset_records').execute()

  const fields = ['airtelDailyAvg', 'mtnDailyAvg', 'nineMobileDailyAvg', 'gloDailyAvg', 'idaDailyAvg']
  const figures = Object.fromEntries(fields.map((field) => [field, value]))
  return storeRecords(testApp.engine.database, 'monthly-reports', 'MNO_TO_ROUTELINK', { '2025-03': figures })
}
await store(1)

const read = (url: string, etag?: string, token = reader.token) =>
  testApp.bearing(token, etag === undefined ? {} : { 'if-none-match': etag })('GET', url)

describe('a report call', () => {
  test.each([YEAR, YEARS])('%s answers 304 without a body to its ETag, cached or not', async (url) => {
    await store(2)
    const fresh = await read(url)
    const etag = String(fresh.headers['etag'])
    expect(etag).toMatch(/^"[\w-]{27}"$/)
    expect((await read(url)).headers['etag']).toBe(etag)
    const cached = await read(url, etag)
    // A write that leaves this response as it is.
    await testApp.engine.database.updateTable('roles').set({ description: url }).execute()
    for (const { status, headers, raw } of [
      cached,
      await read(url, `"other", W/${etag}`),
      await read(url, '*'),
    ]) {
      expect({ status, length: raw.length }).toEqual({ status: 304, length: 0 })
      expect(headers).toMatchObject({ etag, 'cache-control': 'no-store' })
      expect(headers).not.toHaveProperty('content-type')
    }
    expect((await read(url)).raw.equals(fresh.raw)).toBe(true)
  })

  test('answers the new data to the ETag of former data', async () => {
    await store(3)
    const etag = String((await read(YEAR)).headers['etag'])
    await store(4)
    const { status, headers, body } = await read(YEAR, etag)
    expect(status).toBe(200)
    expect(headers['etag']).not.toBe(etag)
    expect(JSON.stringify(body)).toContain('"mtnDailyAvg":4')
    expect((await read(YEAR, 'not a tag')).status).toBe(200)
  })

  test('is authorized before its ETag is compared', async () => {
    const other = await testApp.addUserWithRole('other', [1, 11])
    const etag = String((await read(YEAR)).headers['etag'])
    expect((await read(YEAR, etag, other.token)).status).toBe(403)
    expect((await read(YEAR, etag, 'x'.repeat(43))).status).toBe(401)
  })
})

test('an error has no ETag', async () => {
  const { status, headers } = await read('/v1/monthly-reports/12/MNO_TO_ROUTELINK')
  expect(status).toBe(400)
  expect(headers).not.toHaveProperty('etag')
})
