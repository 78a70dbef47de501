import { beforeEach, describe, expect, test } from 'vitest'
import { insertImport, markUndone } from '../../../../src/server/data/imports/stored-imports.ts'
import { measuresOf, storeRecords } from '../../../support/stored-records.ts'
import { createTestUsers } from '../../../support/test-users.ts'

const LOCAL = 'daily-local-exchange-traffic'
const dataset = 'local-exchange-traffic'
const MONTHLY = 'monthly-report/mno-to-routelink'

const testApp = await createTestUsers()
const { database } = testApp.engine
/** May open the local exchange report only. */
const ada = await testApp.addUserWithRole('ada', [13, 19])
const bob = await testApp.addUserWithRole('bob', [13, 16])
const read = (screen: string, { send } = ada) => send('GET', `/v1/coverage?screen=${screen}`)
const find = async () => (await read(LOCAL)).body['records']

beforeEach(async () => {
  await database.deleteFrom('imports').execute()
  await database.deleteFrom('dataset_records').execute()
})

const store = (days: readonly string[], at: string) =>
  storeRecords(
    database,
    dataset,
    '',
    Object.fromEntries(days.map((day) => [day, measuresOf(['airtelToMtn'], 1)])),
    new Date(at),
  )
const importFile = (file: string, at: string) =>
  insertImport(database, { dataset, file, hash: '', rows: 1, options: {}, author: 'carla', at })

describe('what the records of a report cover (spec 7.30)', () => {
  test('is its fixed years without records', async () => {
    expect(await find()).toEqual({ years: [2025, 2024], upTo: null, changedAt: null, imported: null })
  })

  test('are also the years that have records, their last day, and the last change', async () => {
    await store(['2026-01-30', '2026-01-02'], '2026-02-01T08:00:00.000Z')
    await store(['2023-05-01'], '2026-02-03T09:30:00.000Z')
    expect(await find()).toEqual({
      years: [2026, 2025, 2024, 2023],
      upTo: '2026-01-30',
      changedAt: '2026-02-03T09:30:00.000Z',
      imported: null,
    })
  })

  test('names the last import that was not undone', async () => {
    const last = { at: '2026-02-01T08:00:00.000Z', by: 'carla', file: 'january.csv' }
    await importFile('december.csv', '2026-01-01T08:00:00.000Z')
    await importFile(last.file, last.at)
    const undone = await importFile('wrong.csv', '2026-02-02T08:00:00.000Z')
    await markUndone(database, undone, 'carla', '2026-02-02T09:00:00.000Z')
    expect(await find()).toMatchObject({ imported: last })
  })

  test('has the last month of a report of months', async () => {
    const december = { '2024-12': measuresOf(['airtelDailyAvg'], 1) }
    await storeRecords(database, 'monthly-reports', 'MNO_TO_ROUTELINK', december)
    expect((await read(MONTHLY, bob)).body['records']).toMatchObject({ years: [2024], upTo: '2024-12' })
  })

  test('is not that of a report that does not exist', async () => {
    expect((await read('no-such-report')).status).toBe(404)
  })
})
