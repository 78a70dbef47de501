import type { InternationalExchangeRecord } from '../../../schemas/international-exchange.ts'
import { datesWithin, slashedDate } from '../calendar-month.ts'
import { chunksOf } from '../database/chunks.ts'
import type { Connection } from '../database/engine.ts'

const REPORT_TYPE = 'INTERNATIONAL_EXCHANGE'

/** One day: its date (`YYYY-MM-DD`) and the minutes of each direction in their order. */
export interface ExchangeDay {
  readonly date: string
  readonly directions: readonly {
    readonly source: string
    readonly destination: string
    readonly minutes: number
  }[]
}

/** The days of a month (`2025-03`) that have a record, in order; each direction of the month is a field of its own (spec §3). */
export async function listInternationalExchange(
  db: Connection,
  month: string,
): Promise<InternationalExchangeRecord[]> {
  const { first, last } = datesWithin(month)
  const days = await db
    .selectFrom('international_exchange')
    .selectAll()
    .where('report_date', '>=', first)
    .where('report_date', '<=', last)
    .orderBy('report_date')
    .execute()
  const minutes = await listExchangeMinutes(db, first, last)
  // Readers take the directions from the first record, so that every one of the month stands in each (R20, R60).
  const none: ReadonlyMap<string, number> = new Map(
    minutes.map(({ source, destination }) => [`${source}_to_${destination}`, 0]),
  )
  const fields = new Map(days.map(({ id }) => [id, new Map(none)]))
  for (const { exchange_id, source, destination, minutes: value } of minutes) {
    fields.get(exchange_id)?.set(`${source}_to_${destination}`, value)
  }
  return days.map((day) => ({
    id: day.id,
    reportYear: Number(day.report_date.slice(0, 4)),
    reportMonth: Number(day.report_date.slice(5, 7)),
    reportDate: slashedDate(day.report_date),
    reportType: REPORT_TYPE,
    created_at: day.created_at,
    updated_at: day.updated_at,
    ...Object.fromEntries(fields.get(day.id) ?? []),
  }))
}

/** What was exchanged from one date to another, by date and within a day in its order. */
export function listExchangeMinutes(db: Connection, first: string, last: string) {
  return db
    .selectFrom('international_exchange_minutes')
    .innerJoin('international_exchange', 'id', 'exchange_id')
    .select(['exchange_id', 'source', 'destination', 'minutes'])
    .where('report_date', '>=', first)
    .where('report_date', '<=', last)
    .orderBy('report_date')
    .orderBy('position')
    .execute()
}

/** Adds the days that have no record yet. */
export async function addInternationalExchange(
  db: Connection,
  days: readonly ExchangeDay[],
  now: Date,
): Promise<void> {
  const moment = now.toISOString()
  const ids = new Map<string, number>()
  const rows = days.map(({ date }) => ({
    report_date: date,
    report_type: REPORT_TYPE,
    created_at: moment,
    updated_at: moment,
  }))
  for (const part of chunksOf(rows)) {
    const stored = await db
      .insertInto('international_exchange')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'report_date'])
      .execute()
    for (const { id, report_date } of stored) ids.set(report_date, id)
  }
  const minutes = days.flatMap(({ date, directions }) => {
    const id = ids.get(date)
    if (id === undefined) return []
    return directions.map((direction, position) => ({ exchange_id: id, position, ...direction }))
  })
  for (const part of chunksOf(minutes)) {
    await db.insertInto('international_exchange_minutes').values(part).execute()
  }
}

/** The years with records, latest first. */
export async function listExchangeYears(db: Connection): Promise<number[]> {
  const rows = await db.selectFrom('international_exchange').select('report_date').distinct().execute()
  return [...new Set(rows.map(({ report_date }) => Number(report_date.slice(0, 4))))].toSorted(
    (a, b) => b - a,
  )
}
