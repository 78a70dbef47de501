import { openSqlite } from '../../../src/server/database/sqlite.ts'
import type { Connection } from '../../../src/server/database/engine.ts'
import { addDailyRows } from '../../../src/server/repositories/daily-records.ts'
import { addInternationalExchange } from '../../../src/server/repositories/international-exchange.ts'
import { addInternationalMonth } from '../../../src/server/repositories/international-minutes.ts'
import { addLocalExchange } from '../../../src/server/repositories/local-exchange.ts'
import { addMonthlyRecords } from '../../../src/server/repositories/monthly-records.ts'
import { HOSTILE_NAMES } from './hostile-names.ts'

/*
 * Rows whose figures `screens.ts` gives as they must appear. Minutes and international exchange: a year of their
 * own, 2023. International minutes and local exchange offer 2024 and 2025 only: there they replace the demo's.
 */

type MinutesType = 'MNO_TO_ROUTELINK' | 'ROUTELINK_TO_MNO'

const month = (year: number, type: MinutesType, reportMonth: number, figures: readonly number[]) => {
  const [airtel = 0, mtn = 0, nineMobile = 0, glo = 0, ida = 0] = figures
  return {
    year,
    reportType: type,
    reportMonth,
    airtelDailyAvg: airtel,
    mtnDailyAvg: mtn,
    nineMobileDailyAvg: nineMobile,
    gloDailyAvg: glo,
    idaDailyAvg: ida,
  }
}

const day = (date: string, type: MinutesType, figures: readonly number[]) => {
  const [airtel = 0, mtn = 0, nine = 0, glo = 0, total = 0, ida = 0, grand = 0] = figures
  return {
    report_date: date,
    report_type: type,
    airtel,
    mtn,
    nine_mobile: nine,
    glo,
    total,
    ida,
    grand_total: grand,
  }
}

const operators = (figures: readonly number[] | null) => {
  const [airtel, mtn, nine, glo] = figures ?? []
  return { airtel: airtel ?? null, mtn: mtn ?? null, nine_mobile: nine ?? null, glo: glo ?? null }
}

type Direction = 'IDA_TO_ROUTELINK' | 'ROUTELINK_TO_MNO'

/** A month of international minutes: per date the four operators (or none) and the minutes of each carrier. */
async function putInternational(
  db: Connection,
  direction: Direction,
  yearMonth: string,
  carriers: readonly string[],
  days: readonly (readonly [
    date: string,
    operators: readonly number[] | null,
    minutes: readonly (number | null)[],
  ])[],
): Promise<void> {
  await addInternationalMonth(db, direction, yearMonth, {
    carriers,
    days: days.map(([date, figures]) => ({ report_date: date, direction, ...operators(figures) })),
    minutes: days.flatMap(([date, , minutes]) =>
      carriers.flatMap((carrier, index) => {
        const value = minutes[index] ?? null
        return value === null ? [] : [{ report_date: date, direction, carrier, minutes: value }]
      }),
    ),
  })
}

async function forget(db: Connection, yearMonth: string): Promise<void> {
  const isOfMonth = `${yearMonth}-%`
  await db.deleteFrom('international_minutes').where('report_date', 'like', isOfMonth).execute()
  await db.deleteFrom('international_days').where('report_date', 'like', isOfMonth).execute()
  await db.deleteFrom('international_carriers').where('month', '=', yearMonth).execute()
  await db.deleteFrom('local_exchange').where('report_date', 'like', isOfMonth).execute()
}

const local = (date: string, times: number) => ({
  report_date: date,
  airtel_to_mtn: times,
  airtel_to_nine_mobile: 2 * times,
  airtel_to_glo: 3 * times,
  mtn_to_airtel: 4 * times,
  mtn_to_nine_mobile: 5 * times,
  mtn_to_glo: 6 * times,
  nine_mobile_to_mtn: 7 * times,
  nine_mobile_to_airtel: 8 * times,
  nine_mobile_to_glo: 9 * times,
  glo_to_mtn: 10 * times,
  glo_to_airtel: 11 * times,
  glo_to_nine_mobile: 12 * times,
})

const EXCHANGE: readonly (readonly [source: string, destination: string])[] = [
  ['mtn', 'airtel'],
  ['airtel', '9mobile'],
  ['9mobile', 'glo'],
  ['glo', 'ida'],
  ['mtn', 'glo'],
  ['airtel', 'mtn'],
]

const exchange = (date: string, figures: readonly number[]) => ({
  date,
  directions: EXCHANGE.map(([source, destination], index) => ({
    source,
    destination,
    minutes: figures[index] ?? 0,
  })),
})

/** Puts the known rows into the data folder of a server, which may be running. */
export async function putKnownRows(dataDir: string): Promise<void> {
  const engine = openSqlite(dataDir)
  try {
    await engine.database.transaction().execute(async (db) => {
      await addMonthlyRecords(db, [
        month(2023, 'MNO_TO_ROUTELINK', 1, [400_000, 300_000.5, 50_000.25, 100_000, 1_234_567.891]),
        month(2023, 'MNO_TO_ROUTELINK', 3, [100_000, 100_000, 0, 99_999.999, 0.125]),
        month(2023, 'ROUTELINK_TO_MNO', 2, [10, 20, 30, 40, 0]),
      ])
      await addDailyRows(db, [
        day('2023-02-01', 'MNO_TO_ROUTELINK', [100.5, 200.25, 300, 400, 1_000.75, 50, 1_050.75]),
        // Totals that are not the sums: what the server gives is shown as given (R13).
        day('2023-02-14', 'MNO_TO_ROUTELINK', [1_000, 2_000, 0, 4_000.111, 9_999.99, 1, 12_345.67]),
        day('2023-02-28', 'MNO_TO_ROUTELINK', [0, 0, 0, 0, 0, 0, 0]),
        day('2023-02-02', 'ROUTELINK_TO_MNO', [1, 2, 3, 4, 10, 5, 15]),
        // A year on offer without any monthly record.
        day('2021-01-01', 'ROUTELINK_TO_MNO', [1, 2, 3, 4, 10, 5, 15]),
      ])
      for (const yearMonth of ['2024-02', '2024-04', '2024-06']) await forget(db, yearMonth)
      await putInternational(
        db,
        'IDA_TO_ROUTELINK',
        '2024-02',
        ['Zeta Tel', 'Alpha', 'Beta', 'Gamma', 'Delta', 'Omega'],
        [
          ['2024-02-29', null, [1, 2.25, 0, null, 5, 6]],
          ['2024-02-01', null, [10.5, 20, 30, 40, 50, 60]],
        ],
      )
      await putInternational(
        db,
        'ROUTELINK_TO_MNO',
        '2024-02',
        ['Kappa', 'Lambda'],
        [
          ['2024-02-10', [100, 200, 300, 400], [50, 60]],
          ['2024-02-09', [1.5, 2.5, 3.5, 4.5], [5.5, 6.5]],
        ],
      )
      await putInternational(db, 'IDA_TO_ROUTELINK', '2024-06', HOSTILE_NAMES, [
        ['2024-06-15', null, HOSTILE_NAMES.map((_, index) => 1_000 * (index + 1))],
      ])
      await addLocalExchange(db, [local('2024-02-01', 1.5), local('2024-02-29', 1_000)])
      await addInternationalExchange(
        db,
        [
          exchange('2023-03-03', [111.11, 222.22, 333.33, 444.44, 555.55, 666.66]),
          exchange('2023-03-31', [0.1, 0.1, 0.1, 0.1, 0.1, 0.1]),
        ],
        new Date('2023-04-01T00:00:00Z'),
      )
    })
  } finally {
    await engine.close()
  }
}
