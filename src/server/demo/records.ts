import type { InternationalDirection } from '../../../schemas/international-minutes.ts'
import type { ReportType } from '../../../schemas/report-type.ts'
import type { Connection } from '../database/engine.ts'
import { addDailyRows, listDailyRows } from '../repositories/daily-records.ts'
import { addInternationalExchange } from '../repositories/international-exchange.ts'
import { addInternationalMonth, listInternationalCarriers } from '../repositories/international-minutes.ts'
import { addLocalExchange } from '../repositories/local-exchange.ts'
import { addMonthlyRecords } from '../repositories/monthly-records.ts'
import { demoDailyRows } from './daily-rows.ts'
import { demoExchangeDays } from './exchange-days.ts'
import { demoInternationalMonth } from './international-month.ts'
import { demoLocalExchange } from './local-exchange-rows.ts'
import { monthlyAverages } from './monthly-averages.ts'
import { type ChooseDates, demoDates, months, monthsOf } from './noise.ts'

const YEARS = [2024, 2025]

/**
 * Adds the daily records that a year lacks, of the chosen dates, and the monthly ones that follow from what is then
 * stored (R68). Resolves to the number of days added, as the functions below do.
 */
export async function addDemoMinutes(
  db: Connection,
  year: number,
  type: ReportType,
  choose: ChooseDates = demoDates,
): Promise<number> {
  const added = await addDailyRows(db, demoDailyRows(year, type, choose))
  const days = await listDailyRows(db, String(year), type)
  await addMonthlyRecords(db, monthlyAverages(year, type, days))
  return added
}

/** Adds the days of international minutes that a month lacks, with the carriers that it has already. */
export async function addDemoInternational(
  db: Connection,
  direction: InternationalDirection,
  month: string,
  choose: ChooseDates = demoDates,
): Promise<number> {
  const carriers = await listInternationalCarriers(db, direction, month)
  const days = demoInternationalMonth(direction, month, choose, carriers)
  return addInternationalMonth(db, direction, month, days)
}

/** Adds the days of local exchange traffic that a month lacks. */
export function addDemoLocalExchange(
  db: Connection,
  year: number,
  month: number,
  choose: ChooseDates = demoDates,
): Promise<number> {
  return addLocalExchange(db, demoLocalExchange(year, month, choose))
}

/** Adds the demo's records of every kind. */
export async function addDemoRecords(db: Connection, now: Date): Promise<void> {
  for (const year of YEARS) {
    await addDemoMinutes(db, year, 'MNO_TO_ROUTELINK')
    await addDemoMinutes(db, year, 'ROUTELINK_TO_MNO')
    await addLocalExchange(
      db,
      months.flatMap((month) => demoLocalExchange(year, month)),
    )
    await addInternationalExchange(
      db,
      months.flatMap((month) => demoExchangeDays(year, month)),
      now,
    )
  }
  for (const month of monthsOf(YEARS)) {
    await addDemoInternational(db, 'IDA_TO_ROUTELINK', month)
    await addDemoInternational(db, 'ROUTELINK_TO_MNO', month)
  }
}
