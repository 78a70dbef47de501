import type { Ledger } from './ledger.ts'

const FIGURES = ['airtel', 'mtn', 'nine_mobile', 'glo', 'total', 'ida', 'grand_total'] as const

/** Daily records by report type and date, their totals as they are stored. */
export const dailyLedger: Ledger = {
  list: async (db, scope, first, last) => {
    const rows = await db
      .selectFrom('daily_records')
      .selectAll()
      .where('report_type', '=', scope)
      .where('report_date', '>=', first)
      .where('report_date', '<=', last)
      .execute()
    return new Map(
      rows.map((row) => [row.report_date, new Map(FIGURES.map((name) => [name, row[name]]))] as const),
    )
  },
  put: async (db, scope, entries) => {
    if (entries.length === 0) return
    await db
      .insertInto('daily_records')
      .values(
        entries.map(({ key, figures }) => ({
          report_date: key,
          report_type: scope,
          airtel: figures.get('airtel') ?? 0,
          mtn: figures.get('mtn') ?? 0,
          nine_mobile: figures.get('nine_mobile') ?? 0,
          glo: figures.get('glo') ?? 0,
          total: figures.get('total') ?? 0,
          ida: figures.get('ida') ?? 0,
          grand_total: figures.get('grand_total') ?? 0,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['report_type', 'report_date']).doUpdateSet((row) => ({
          airtel: row.ref('excluded.airtel'),
          mtn: row.ref('excluded.mtn'),
          nine_mobile: row.ref('excluded.nine_mobile'),
          glo: row.ref('excluded.glo'),
          total: row.ref('excluded.total'),
          ida: row.ref('excluded.ida'),
          grand_total: row.ref('excluded.grand_total'),
        })),
      )
      .execute()
  },
  remove: async (db, scope, keys) => {
    if (keys.length === 0) return
    await db
      .deleteFrom('daily_records')
      .where('report_type', '=', scope)
      .where('report_date', 'in', keys)
      .execute()
  },
}
