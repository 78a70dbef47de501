import { sql } from 'kysely'
import type { Database } from '../../../src/server/database/engine.ts'
import { migrate } from '../../../src/server/database/migrate.ts'
import { snapshot } from '../../../src/server/database/transact.ts'
import { dailyLedger } from '../../../src/server/repositories/ledgers/daily.ts'
import { internationalMinutesLedger } from '../../../src/server/repositories/ledgers/international-minutes.ts'
import type { Asked, Form, ReadRecord } from './form.ts'

/** The columns of a daily record. */
export const FIXED_NAMES = ['airtel', 'mtn', 'nine_mobile', 'glo', 'total', 'ida', 'grand_total'] as const

/** A table for each kind: a column for every fixed measure, a row for every figure of the others. */
export const tablesOfToday: Form = {
  name: 'T',
  create: (engine) => migrate(engine, '0005-name-keys'),
  ledger: (dataset) => (dataset === 'fixed' ? dailyLedger : internationalMinutesLedger),
  read: (db, asked) => (asked.dataset === 'fixed' ? readFixed(db, asked) : readFree(db, asked)),
  sum: (dataset, scope, figure) =>
    dataset === 'fixed'
      ? sql`select substr(report_date, 1, 7) as month, sum(${sql.ref(figure)}) as total
          from daily_records where report_type = ${scope} group by 1 order by 1`
      : sql`select substr(report_date, 1, 7) as month, sum(minutes) as total
          from international_minutes where direction = ${scope} and carrier = ${figure} group by 1 order by 1`,
  months: {
    distinct: sql`select distinct substr(report_date, 1, 7) as month from daily_records order by 1`,
  },
  addGrid: (grid) => sql`insert into daily_records
    (report_type, report_date, airtel, mtn, nine_mobile, glo, total, ida, grand_total)
    select scope, key, 1.5, 1.5, 1.5, 1.5, 6, 1.5, 7.5 from ${grid}`,
}

async function readFixed(database: Database, { scope, first, last }: Asked): Promise<ReadRecord[]> {
  const rows = await snapshot(database, (db) =>
    db
      .selectFrom('daily_records')
      .selectAll()
      .where('report_type', '=', scope)
      .where('report_date', '>=', first)
      .where('report_date', '<=', last)
      .orderBy('report_date')
      .execute(),
  )
  return rows.map((row) => ({
    key: row.report_date,
    figures: Object.fromEntries(FIXED_NAMES.map((name) => [name, row[name]])),
  }))
}

async function readFree(database: Database, { scope, first, last }: Asked): Promise<ReadRecord[]> {
  const [days, minutes] = await snapshot(database, async (db) => [
    await db
      .selectFrom('international_days')
      .selectAll()
      .where('direction', '=', scope)
      .where('report_date', '>=', first)
      .where('report_date', '<=', last)
      .orderBy('report_date')
      .execute(),
    await db
      .selectFrom('international_minutes')
      .selectAll()
      .where('direction', '=', scope)
      .where('report_date', '>=', first)
      .where('report_date', '<=', last)
      .execute(),
    await db
      .selectFrom('international_carriers')
      .select('carrier')
      .where('direction', '=', scope)
      .where('month', '>=', first.slice(0, 7))
      .where('month', '<=', last)
      .orderBy('position')
      .execute(),
  ])
  const byDate = new Map(days.map(({ report_date }) => [report_date, new Map<string, number>()]))
  for (const { report_date, carrier, minutes: value } of minutes) byDate.get(report_date)?.set(carrier, value)
  return [...byDate].map(([key, figures]) => ({ key, figures: Object.fromEntries(figures) }))
}
