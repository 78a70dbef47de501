import type { InternationalDirection } from '../../../schemas/international-minutes.ts'
import type { ReportType } from '../../../schemas/report-type.ts'
import { list } from '../answer.ts'
import { monthText } from '../calendar-month.ts'
import type { Connection } from '../database/engine.ts'
import { internationalRows } from '../international-rows.ts'
import { listDailyRows, toDailyRecord } from '../repositories/daily-records.ts'
import { listInternationalExchange } from '../repositories/international-exchange.ts'
import { findInternationalMonth } from '../repositories/international-minutes.ts'
import { listLocalExchange } from '../repositories/local-exchange.ts'
import { listMonthlyRecords } from '../repositories/monthly-records.ts'

interface Month {
  readonly year: number
  readonly month: number
}
interface YearOfType {
  readonly year: number
  readonly type: ReportType
}
interface MonthOfDirection {
  readonly direction: InternationalDirection
  /** `2025-03`. */
  readonly month: string
}

export async function readMonthlyMinutes(db: Connection, { year, type }: YearOfType) {
  return list(await listMonthlyRecords(db, year, type))
}

export async function readDailyMinutes(db: Connection, { year, month, type }: YearOfType & Month) {
  const rows = await listDailyRows(db, monthText(year, month), type)
  return list(rows.map(toDailyRecord))
}

export async function readInternationalMinutes(db: Connection, { direction, month }: MonthOfDirection) {
  const { carriers, ...stored } = await findInternationalMonth(db, direction, month)
  const data = internationalRows({ carriers, ...stored })
  return { ...list(data), records: { data, carriers: [...carriers] } }
}

export async function readLocalExchange(db: Connection, { year, month }: Month) {
  const records = await listLocalExchange(db, monthText(year, month))
  const message = records.length === 0 ? 'No data available for the selected period.' : ''
  return list(records, records.length, message)
}

export async function readInternationalExchange(db: Connection, { year, month }: Month) {
  return list(await listInternationalExchange(db, monthText(year, month)))
}

/** A read of a report's answer as data, so that another thread can do it. */
export type ReportRead =
  | { readonly name: 'monthly-minutes'; readonly params: YearOfType }
  | { readonly name: 'daily-minutes'; readonly params: YearOfType & Month }
  | { readonly name: 'international-minutes'; readonly params: MonthOfDirection }
  | { readonly name: 'local-exchange'; readonly params: Month }
  | { readonly name: 'international-exchange'; readonly params: Month }

/** The answer that the read names, as its call gives it. */
export function readReport(db: Connection, read: ReportRead): Promise<unknown> {
  switch (read.name) {
    case 'monthly-minutes':
      return readMonthlyMinutes(db, read.params)
    case 'daily-minutes':
      return readDailyMinutes(db, read.params)
    case 'international-minutes':
      return readInternationalMinutes(db, read.params)
    case 'local-exchange':
      return readLocalExchange(db, read.params)
    case 'international-exchange':
      return readInternationalExchange(db, read.params)
  }
}
