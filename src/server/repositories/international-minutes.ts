import type { Selectable } from 'kysely'
import type { InternationalDirection } from '../../../schemas/international-minutes.ts'
import { datesWithin } from '../calendar-month.ts'
import { chunksOf } from '../database/chunks.ts'
import type { Connection } from '../database/engine.ts'
import type { InternationalDayTable, InternationalMinutesTable } from '../database/tables.ts'

/** A month as it is stored: `days` by date, `minutes` by date and carrier, `carriers` in their order. */
export interface InternationalMonth {
  readonly carriers: readonly string[]
  readonly days: readonly Selectable<InternationalDayTable>[]
  readonly minutes: readonly Selectable<InternationalMinutesTable>[]
}

export async function findInternationalMonth(
  db: Connection,
  direction: InternationalDirection,
  month: string,
): Promise<InternationalMonth> {
  const { first, last } = datesWithin(month)
  const carriers = await listInternationalCarriers(db, direction, month)
  const days = await db
    .selectFrom('international_days')
    .selectAll()
    .where('direction', '=', direction)
    .where('report_date', '>=', first)
    .where('report_date', '<=', last)
    .orderBy('report_date')
    .execute()
  const minutes = await db
    .selectFrom('international_minutes')
    .selectAll()
    .where('direction', '=', direction)
    .where('report_date', '>=', first)
    .where('report_date', '<=', last)
    .execute()
  return { carriers, days, minutes }
}

/** The carriers that a month names, in their order. */
export async function listInternationalCarriers(
  db: Connection,
  direction: string,
  month: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('international_carriers')
    .select('carrier')
    .where('direction', '=', direction)
    .where('month', '=', month)
    .orderBy('position')
    .execute()
  return rows.map(({ carrier }) => carrier)
}

/** Adds the days that a month does not have yet, and their carriers behind its own; returns how many days those were. */
export async function addInternationalMonth(
  db: Connection,
  direction: InternationalDirection,
  month: string,
  { carriers, days, minutes }: InternationalMonth,
): Promise<number> {
  const present = await findInternationalMonth(db, direction, month)
  const dates = new Set(present.days.map(({ report_date }) => report_date))
  const isNew = ({ report_date }: { readonly report_date: string }) => !dates.has(report_date)
  const newDays = days.filter(isNew)
  if (newDays.length === 0) return 0
  const known = new Set(present.carriers)
  const named = carriers
    .filter((carrier) => !known.has(carrier))
    .map((carrier, index) => ({ month, direction, position: known.size + index, carrier }))
  for (const part of chunksOf(named)) await db.insertInto('international_carriers').values(part).execute()
  for (const part of chunksOf(newDays)) await db.insertInto('international_days').values(part).execute()
  for (const part of chunksOf(minutes.filter(isNew))) {
    await db.insertInto('international_minutes').values(part).execute()
  }
  return newDays.length
}

/** The months with records of either direction, latest first, as `2025-03`. */
export async function listInternationalMonths(db: Connection): Promise<string[]> {
  const rows = await db.selectFrom('international_days').select('report_date').distinct().execute()
  return [...new Set(rows.map(({ report_date }) => report_date.slice(0, 7)))].toSorted().toReversed()
}
