import type { Selectable } from 'kysely'
import { LocalExchangeRecord } from '../../../schemas/local-exchange.ts'
import { datesWithin } from '../calendar-month.ts'
import { chunksOf } from '../database/chunks.ts'
import type { Connection } from '../database/engine.ts'
import type { LocalExchangeTable } from '../database/tables.ts'

/** The days of a month (`2025-03`) that have a record, in order. */
export async function listLocalExchange(db: Connection, month: string): Promise<LocalExchangeRecord[]> {
  const { first, last } = datesWithin(month)
  const rows = await db
    .selectFrom('local_exchange')
    .selectAll()
    .where('report_date', '>=', first)
    .where('report_date', '<=', last)
    .orderBy('report_date')
    .execute()
  return rows.map(toRecord)
}

/** Adds the days that have no record yet and returns how many those were. */
export async function addLocalExchange(
  db: Connection,
  rows: readonly Selectable<LocalExchangeTable>[],
): Promise<number> {
  let added = 0
  for (const part of chunksOf(rows)) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('local_exchange')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    added += Number(numInsertedOrUpdatedRows ?? 0)
  }
  return added
}

function toRecord(row: Selectable<LocalExchangeTable>): LocalExchangeRecord {
  const fields = Object.entries(row).map(([column, value]) => [camelCase(column), value])
  return LocalExchangeRecord.parse(Object.fromEntries(fields))
}

function camelCase(column: string): string {
  return column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
