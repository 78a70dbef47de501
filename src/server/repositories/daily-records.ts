import { type Selectable, sql } from 'kysely'
import type { DailyRecord } from '../../../schemas/daily-record.ts'
import { ReportType } from '../../../schemas/report-type.ts'
import { datesWithin, slashedDate } from '../calendar-month.ts'
import { chunksOf } from '../database/chunks.ts'
import type { Connection } from '../database/engine.ts'
import type { DailyRecordTable } from '../database/tables.ts'

/** One day as it is stored; the date is `YYYY-MM-DD`. */
export type DailyRow = Omit<Selectable<DailyRecordTable>, 'id'>

/** The days of a period (`2025` or `2025-03`) that have a record, in order. */
export async function listDailyRows(
  db: Connection,
  period: string,
  type: ReportType,
): Promise<Selectable<DailyRecordTable>[]> {
  const { first, last } = datesWithin(period)
  return db
    .selectFrom('daily_records')
    .selectAll()
    .where('report_type', '=', type)
    .where('report_date', '>=', first)
    .where('report_date', '<=', last)
    .orderBy('report_date')
    .execute()
}

/** A stored day as it is answered (spec §3). */
export function toDailyRecord(row: Selectable<DailyRecordTable>): DailyRecord {
  return {
    id: row.id,
    reportDate: slashedDate(row.report_date),
    reportType: ReportType.parse(row.report_type),
    airtelMinutes: row.airtel,
    mtnMinutes: row.mtn,
    nineMobileMinutes: row.nine_mobile,
    gloMinutes: row.glo,
    totalMinutes: row.total,
    idaMinutes: row.ida,
    grandTotal: row.grand_total,
  }
}

/** Adds the days that have no record yet and returns how many those were. */
export async function addDailyRows(db: Connection, rows: readonly DailyRow[]): Promise<number> {
  let added = 0
  for (const part of chunksOf(rows)) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('daily_records')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    added += Number(numInsertedOrUpdatedRows ?? 0)
  }
  return added
}

/** The years with monthly or daily records, latest first. */
export async function listMinutesYears(db: Connection): Promise<number[]> {
  const daily = await db
    .selectFrom('daily_records')
    .select(sql<string>`substr(report_date, 1, 4)`.as('year'))
    .distinct()
    .execute()
  const monthly = await db.selectFrom('monthly_records').select('year').distinct().execute()
  return [...new Set([...daily, ...monthly].map(({ year }) => Number(year)))].toSorted((a, b) => b - a)
}
