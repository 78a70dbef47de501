import { describe, expect, test } from 'vitest'
import { measuresOf, storeRecords } from '../../../support/stored-records.ts'
import { createTestUsers } from '../../../support/test-users.ts'

const MINUTES = 'daily-report-minutes/mno-to-routelink/daily'
const testApp = await createTestUsers()
const { database } = testApp.engine
const ada = await testApp.addUserWithRole('ada', [13, 17])
const bob = await testApp.addUserWithRole('bob', [13, 16])
const read = (days: string, screen = MINUTES, { send } = ada) =>
  send('GET', `/v1/days?screen=${screen}&days=${days}`)

const days = ['2025-01-31', '2025-02-01', '2025-02-28', '2025-03-01', '2025-03-15', '2025-03-16']
await storeRecords(
  database,
  'daily-reports',
  'MNO_TO_ROUTELINK',
  Object.fromEntries(days.map((day, index) => [day, measuresOf(['mtnMinutes'], index)])),
)

describe("the records of a report in days of one's own (spec 7.30)", () => {
  test('are those of its own calls, from the first day to the last, over months', async () => {
    const { status, body } = await read('2025-02-01..2025-03-15')
    expect(status).toBe(200)
    const [february, march] = await Promise.all(
      [2, 3].map((month) => ada.send('GET', `/v1/monthly-reports/2025/${month}/MNO_TO_ROUTELINK`)),
    )
    const all = [february, march].flatMap((answer) => answer?.body['records'] as object[])
    expect(body['records']).toEqual(all.slice(0, 4))
    expect(body['totalCount']).toBe(4)
  })

  test.each([
    ['2025-03-15..2025-02-01', 'from must not be after to.'],
    ['2025-02-01..2025-02-30', 'to must be a day of the calendar.'],
    ['2024-01-01..2025-06-01', 'At most 366 days can be requested; these are 518.'],
  ])('are not those of %s', async (wrong, message) => {
    expect(await read(wrong)).toMatchObject({ status: 400, body: { message } })
  })

  test('are whole months of a report whose rows are months, of two years', async () => {
    const screen = 'monthly-report/mno-to-routelink'
    const average = measuresOf(['mtnDailyAvg'], 5)
    await storeRecords(database, 'monthly-reports', 'MNO_TO_ROUTELINK', {
      '2024-11': average,
      '2024-12': average,
      '2025-02': average,
    })
    const { body } = await read('2024-12-01..2025-03-31', screen, bob)
    expect(body['records']).toMatchObject([
      { year: 2024, reportMonth: 12 },
      { year: 2025, reportMonth: 2 },
    ])
    const message = 'The records are about whole months, such as those from 2024-12-01 to 2025-03-31.'
    expect(await read('2024-12-01..2025-03-15', screen, bob)).toMatchObject({
      status: 400,
      body: { message },
    })
  })

  test('are asked for by no parameter that the report lacks', async () => {
    const message = "There is no parameter 'way'; known parameters: screen, days."
    expect(await read('2025-02-01..2025-02-28&way=IN')).toMatchObject({ status: 400, body: { message } })
  })

  test('are not those of a report that does not exist', async () => {
    expect((await read('2025-02-01..2025-03-15', 'no-such-report')).status).toBe(404)
  })
})
