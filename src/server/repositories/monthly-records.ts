import type { Insertable, Selectable } from 'kysely'
import type { MonthlyRecord, MonthlyRecordBody } from '../../../schemas/monthly-record.ts'
import { ReportType } from '../../../schemas/report-type.ts'
import { chunksOf } from '../database/chunks.ts'
import type { Connection } from '../database/engine.ts'
import type { MonthlyRecordTable } from '../database/tables.ts'

/** The months of a year that have a record, in order. */
export async function listMonthlyRecords(
  db: Connection,
  year: number,
  type: ReportType,
): Promise<MonthlyRecord[]> {
  const rows = await db
    .selectFrom('monthly_records')
    .selectAll()
    .where('year', '=', year)
    .where('report_type', '=', type)
    .orderBy('report_month')
    .execute()
  return rows.map(toRecord)
}

export async function findMonthlyRecord(db: Connection, id: number): Promise<MonthlyRecord | undefined> {
  const row = await db.selectFrom('monthly_records').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : toRecord(row)
}

/** Adds a record; fails where year, type and month have one. */
export async function insertMonthlyRecord(db: Connection, body: MonthlyRecordBody): Promise<MonthlyRecord> {
  const row = await db
    .insertInto('monthly_records')
    .values(toRow(body))
    .returningAll()
    .executeTakeFirstOrThrow()
  return toRecord(row)
}

export async function updateMonthlyRecord(
  db: Connection,
  id: number,
  body: MonthlyRecordBody,
): Promise<MonthlyRecord | undefined> {
  const row = await db
    .updateTable('monthly_records')
    .set(toRow(body))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? undefined : toRecord(row)
}

export async function deleteMonthlyRecord(db: Connection, id: number): Promise<void> {
  await db.deleteFrom('monthly_records').where('id', '=', id).execute()
}

/** Adds the records whose month has none yet. */
export async function addMonthlyRecords(
  db: Connection,
  records: readonly MonthlyRecordBody[],
): Promise<void> {
  for (const rows of chunksOf(records.map(toRow))) {
    await db
      .insertInto('monthly_records')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

function toRow(body: MonthlyRecordBody): Insertable<MonthlyRecordTable> {
  return {
    year: body.year,
    report_type: body.reportType,
    report_month: body.reportMonth,
    airtel: body.airtelDailyAvg,
    mtn: body.mtnDailyAvg,
    nine_mobile: body.nineMobileDailyAvg,
    glo: body.gloDailyAvg,
    ida: body.idaDailyAvg,
  }
}

function toRecord(row: Selectable<MonthlyRecordTable>): MonthlyRecord {
  return {
    id: row.id,
    year: row.year,
    reportType: ReportType.parse(row.report_type),
    reportMonth: row.report_month,
    airtelDailyAvg: row.airtel,
    mtnDailyAvg: row.mtn,
    nineMobileDailyAvg: row.nine_mobile,
    gloDailyAvg: row.glo,
    idaDailyAvg: row.ida,
  }
}
