import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type Send } from '../../support/test-app.ts'
import { storeList, storeRecords } from '../../support/stored-records.ts'

let testApp: TestApp
let analyst: Send
beforeAll(async () => {
  testApp = await createTestApp()
  analyst = await testApp.as('analyst')
})
afterAll(() => testApp.close())

const empty = { success: true, message: '', records: [], totalCount: 0 }

describe('international minutes (spec 3.6, 7.11)', () => {
  beforeAll(async () => {
    const { database } = testApp.engine
    const ida = 'IDA_TO_ROUTELINK'
    await storeRecords(database, 'international-minutes', ida, {
      '2023-03-02': { Alpha: 0 },
      '2023-03-01': { Zeta: 10.5, ['__proto__']: 3 },
    })
    await storeList(database, 'international-minutes', ida, '2023-03', ['Zeta', 'Alpha', '__proto__'])
    await storeRecords(database, 'international-minutes', 'ROUTELINK_TO_MNO', {
      '2023-04-30': { airtel: 1, mtn: 2, nineMobile: 3, glo: 4, Zeta: 5 },
    })
  })

  test('from IDA to Routelink have one field per carrier, whatever its name (S46)', async () => {
    const { body, raw } = await analyst('GET', '/v1/international-minutes/ida-to-routelink/2023-03')
    expect(body).toMatchObject({ success: true, message: '', totalCount: 2 })
    expect(raw.toString()).toContain(
      '"records":{"data":[{"reportDate":"3/1/2023","Zeta":10.5,"__proto__":3},{"reportDate":"3/2/2023","Alpha":0}],"carriers":["Zeta","Alpha","__proto__"]}',
    )
  })

  test('from Routelink to MNO have the operators and the carriers', async () => {
    const { body } = await analyst('GET', '/v1/international-minutes/routelink-to-mno/2023-04')
    expect(body['records']).toEqual({
      data: [{ reportDate: '4/30/2023', airtel: 1, mtn: 2, nineMobile: 3, glo: 4, Zeta: 5 }],
      carriers: ['Zeta'],
    })
  })

  test('of a month without records are a successful response', async () => {
    const { status, body } = await analyst('GET', '/v1/international-minutes/routelink-to-mno/2023-03')
    expect(status).toBe(200)
    expect(body).toEqual({ success: true, message: '', records: { data: [], carriers: [] }, totalCount: 0 })
  })

  test('list the months with records, latest first', async () => {
    const { body } = await analyst('GET', '/v1/international-minutes/available-months')
    expect(body).toEqual({ success: true, message: '', records: ['2023-04', '2023-03'], totalCount: 2 })
  })

  test.each(['2025-13', '2025-00', '0000-00', '2025-3', '2025', '2025-03-01', '2025-03%00', '202503'])(
    'reject the month %s (spec 7.11, S31)',
    async (month) => {
      const { status } = await analyst('GET', `/v1/international-minutes/ida-to-routelink/${month}`)
      expect(status).toBe(400)
    },
  )
})

describe('local exchange traffic (spec 3.6, 7.12)', () => {
  beforeAll(async () => {
    await storeRecords(testApp.engine.database, 'local-exchange-traffic', '', {
      '2023-02-28': {
        airtelToMtn: 1,
        airtelToNineMobile: 2,
        airtelToGlo: 3,
        mtnToAirtel: 4,
        mtnToNineMobile: 5,
        mtnToGlo: 6,
        nineMobileToMtn: 7,
        nineMobileToAirtel: 8,
        nineMobileToGlo: 9,
        gloToMtn: 10,
        gloToAirtel: 11,
        gloToNineMobile: 12.75,
      },
    })
  })

  test('has one record per day with the twelve directions', async () => {
    for (const month of ['2', '02']) {
      const { body } = await analyst('GET', `/v1/local-exchange-traffic/2023/${month}`)
      expect(body['records']).toEqual([
        {
          reportDate: '2023-02-28',
          airtelToMtn: 1,
          airtelToNineMobile: 2,
          airtelToGlo: 3,
          mtnToAirtel: 4,
          mtnToNineMobile: 5,
          mtnToGlo: 6,
          nineMobileToMtn: 7,
          nineMobileToAirtel: 8,
          nineMobileToGlo: 9,
          gloToMtn: 10,
          gloToAirtel: 11,
          gloToNineMobile: 12.75,
        },
      ])
    }
  })

  test('returns a message for an empty month (spec 7.12)', async () => {
    const { body } = await analyst('GET', '/v1/local-exchange-traffic/2023/3')
    expect(body).toEqual({ ...empty, message: 'No data available for the selected period.' })
  })
})

describe('international exchange traffic (spec 3.6, 7.13)', () => {
  beforeAll(async () => {
    await storeRecords(
      testApp.engine.database,
      'international-exchange',
      'INTERNATIONAL_EXCHANGE',
      {
        '2023-03-09': { mtn_to_airtel: 1.25, '9mobile_to_glo': 2 },
        '2023-03-01': { '9mobile_to_glo': 2 },
      },
      new Date('2023-04-01T06:00:00.000Z'),
    )
  })

  test('has one record per day with a field per direction of the month, so that the first record names them all', async () => {
    const { body } = await analyst('GET', '/api/international-exchange/data?year=2023&month=3')
    expect(body['records']).toEqual([
      expect.objectContaining({ reportDate: '3/1/2023', '9mobile_to_glo': 2, mtn_to_airtel: 0 }),
      {
        id: expect.any(Number),
        reportYear: 2023,
        reportMonth: 3,
        reportDate: '3/9/2023',
        reportType: 'INTERNATIONAL_EXCHANGE',
        created_at: '2023-04-01T06:00:00.000Z',
        updated_at: '2023-04-01T06:00:00.000Z',
        mtn_to_airtel: 1.25,
        '9mobile_to_glo': 2,
      },
    ])
  })

  test('lists its years and returns a message for an empty month', async () => {
    expect((await analyst('GET', '/api/international-exchange/years')).body).toEqual({
      success: true,
      message: '',
      records: [2023],
      totalCount: 1,
    })
    expect((await analyst('GET', '/api/international-exchange/data?year=2023&month=4')).body).toEqual(empty)
  })

  test.each([
    '',
    '?year=2023',
    '?month=3',
    '?year=2023&month=13',
    '?year=2023&month=3&month=4',
    '?year=x&month=1',
  ])('rejects the query %s (S31, S32)', async (query) => {
    expect((await analyst('GET', `/api/international-exchange/data${query}`)).status).toBe(400)
  })
})
