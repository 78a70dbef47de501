import { monthText } from '../../calendar-month.ts'
import type { Ledger } from './ledger.ts'

const FIGURES = ['airtel', 'mtn', 'nine_mobile', 'glo', 'ida'] as const

const partsOf = (key: string) => ({ year: Number(key.slice(0, 4)), report_month: Number(key.slice(5)) })

/** Monthly records by report type and month. */
export const monthlyLedger: Ledger = {
  list: async (db, scope, first, last) => {
    const rows = await db
      .selectFrom('monthly_records')
      .selectAll()
      .where('report_type', '=', scope)
      .where('year', '>=', partsOf(first).year)
      .where('year', '<=', partsOf(last).year)
      .execute()
    return new Map(
      rows
        .map((row) => [monthText(row.year, row.report_month), row] as const)
        .filter(([key]) => key >= first && key <= last)
        .map(([key, row]) => [key, new Map(FIGURES.map((name) => [name, row[name]]))]),
    )
  },
  put: async (db, scope, entries) => {
    if (entries.length === 0) return
    await db
      .insertInto('monthly_records')
      .values(
        entries.map(({ key, figures }) => ({
          ...partsOf(key),
          report_type: scope,
          airtel: figures.get('airtel') ?? 0,
          mtn: figures.get('mtn') ?? 0,
          nine_mobile: figures.get('nine_mobile') ?? 0,
          glo: figures.get('glo') ?? 0,
          ida: figures.get('ida') ?? 0,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['report_type', 'year', 'report_month']).doUpdateSet((row) => ({
          airtel: row.ref('excluded.airtel'),
          mtn: row.ref('excluded.mtn'),
          nine_mobile: row.ref('excluded.nine_mobile'),
          glo: row.ref('excluded.glo'),
          ida: row.ref('excluded.ida'),
        })),
      )
      .execute()
  },
  remove: async (db, scope, keys) => {
    for (const { year, report_month } of keys.map(partsOf)) {
      await db
        .deleteFrom('monthly_records')
        .where('report_type', '=', scope)
        .where('year', '=', year)
        .where('report_month', '=', report_month)
        .execute()
    }
  },
}
