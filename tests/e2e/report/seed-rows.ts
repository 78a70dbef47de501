import { openSqlite } from '../../../src/server/platform/database/sqlite.ts'
import type { Connection } from '../../../src/server/platform/database/handle.ts'
import type { Measures } from '../../../src/dataset/measures.ts'
import { datasetOf, storeList, storeRecords } from '../../support/stored-records.ts'

/*
 * Rows whose figures the browser tests name. Minutes: a year of their
 * own, 2023. International minutes and local exchange offer 2024 and 2025 only: there they replace the demo's.
 */

/** Figures by the names in their order; null where there is none. */
const named = (names: readonly string[], figures: readonly (number | null)[]): Measures =>
  Object.fromEntries(
    names.flatMap((name, index) => {
      const figure = figures[index] ?? null
      return figure === null ? [] : [[name, figure]]
    }),
  )

/** Figures of a shipped dataset, in the order of its measures. */
const measured = (id: string, figures: readonly number[]) =>
  named(
    datasetOf(id).measures.map(({ field }) => field),
    figures,
  )

const month = (figures: readonly number[]) => measured('monthly-reports', figures)
const day = (figures: readonly number[]) => measured('daily-reports', figures)
const local = (times: number) =>
  measured(
    'local-exchange-traffic',
    Array.from({ length: 12 }, (_, index) => (index + 1) * times),
  )

const OPERATORS = ['airtel', 'mtn', 'nineMobile', 'glo']

/** A month of international minutes: per date the four operators (or none) and the minutes of each carrier. */
async function putInternational(
  db: Connection,
  direction: 'IDA_TO_ROUTELINK' | 'ROUTELINK_TO_MNO',
  yearMonth: string,
  carriers: readonly string[],
  days: readonly (readonly [
    date: string,
    operators: readonly number[] | null,
    minutes: readonly (number | null)[],
  ])[],
): Promise<void> {
  const records = days.map(([date, operators, minutes]): [string, Measures] => [
    date,
    named([...(operators === null ? [] : OPERATORS), ...carriers], [...(operators ?? []), ...minutes]),
  ])
  await storeRecords(db, 'international-minutes', direction, Object.fromEntries(records))
  await storeList(db, 'international-minutes', direction, yearMonth, carriers)
}

async function forget(db: Connection, yearMonth: string): Promise<void> {
  const replaced = ['international-minutes', 'local-exchange-traffic']
  for (const table of ['dataset_records', 'dataset_names'] as const) {
    await db.deleteFrom(table).where('dataset', 'in', replaced).where('period', '=', yearMonth).execute()
  }
}

/** Puts the known rows into the data folder of a server, which may be running. */
export async function putKnownRows(dataDir: string): Promise<void> {
  const engine = openSqlite(dataDir)
  try {
    await engine.database.transaction().execute(async (db) => {
      await storeRecords(db, 'monthly-reports', 'MNO_TO_ROUTELINK', {
        '2023-01': month([400_000, 300_000.5, 50_000.25, 100_000, 1_234_567.891]),
        '2023-03': month([100_000, 100_000, 0, 99_999.999, 0.125]),
      })
      await storeRecords(db, 'daily-reports', 'MNO_TO_ROUTELINK', {
        '2023-02-01': day([100.5, 200.25, 300, 400, 1_000.75, 50, 1_050.75]),
        // Totals that are not the sums: what the server gives is shown as given (spec 2.20).
        '2023-02-14': day([1_000, 2_000, 0, 4_000.111, 9_999.99, 1, 12_345.67]),
        '2023-02-28': day([0, 0, 0, 0, 0, 0, 0]),
      })
      await storeRecords(db, 'daily-reports', 'ROUTELINK_TO_MNO', {
        // A year on offer without any monthly record.
        '2021-01-01': day([1, 2, 3, 4, 10, 5, 15]),
      })
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
      await storeRecords(db, 'local-exchange-traffic', '', {
        '2024-02-01': local(1.5),
        '2024-02-29': local(1_000),
      })
    })
  } finally {
    await engine.close()
  }
}
