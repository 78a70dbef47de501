import type { Selectable } from 'kysely'
import type { LocalExchangeTable } from '../../database/tables.ts'
import type { Figures, Ledger } from './ledger.ts'

type Direction = Exclude<keyof LocalExchangeTable, 'report_date'>

/** The twelve directions as they are stored. */
export const LOCAL_DIRECTIONS: readonly Direction[] = [
  'airtel_to_mtn',
  'airtel_to_nine_mobile',
  'airtel_to_glo',
  'mtn_to_airtel',
  'mtn_to_nine_mobile',
  'mtn_to_glo',
  'nine_mobile_to_mtn',
  'nine_mobile_to_airtel',
  'nine_mobile_to_glo',
  'glo_to_mtn',
  'glo_to_airtel',
  'glo_to_nine_mobile',
]

/** Local exchange traffic by date. */
export const localExchangeLedger: Ledger = {
  list: async (db, _scope, first, last) => {
    const rows = await db
      .selectFrom('local_exchange')
      .selectAll()
      .where('report_date', '>=', first)
      .where('report_date', '<=', last)
      .execute()
    return new Map(
      rows.map(
        (row) => [row.report_date, new Map(LOCAL_DIRECTIONS.map((name) => [name, row[name]]))] as const,
      ),
    )
  },
  put: async (db, _scope, entries) => {
    if (entries.length === 0) return
    await db
      .insertInto('local_exchange')
      .values(entries.map(({ key, figures }) => toRow(key, figures)))
      .onConflict((conflict) =>
        conflict
          .column('report_date')
          .doUpdateSet((row) =>
            Object.fromEntries(LOCAL_DIRECTIONS.map((name) => [name, row.ref(`excluded.${name}`)])),
          ),
      )
      .execute()
  },
  remove: async (db, _scope, keys) => {
    if (keys.length === 0) return
    await db.deleteFrom('local_exchange').where('report_date', 'in', keys).execute()
  },
}

function toRow(date: string, figures: Figures): Selectable<LocalExchangeTable> {
  const minutes = (name: Direction) => figures.get(name) ?? 0
  return {
    report_date: date,
    airtel_to_mtn: minutes('airtel_to_mtn'),
    airtel_to_nine_mobile: minutes('airtel_to_nine_mobile'),
    airtel_to_glo: minutes('airtel_to_glo'),
    mtn_to_airtel: minutes('mtn_to_airtel'),
    mtn_to_nine_mobile: minutes('mtn_to_nine_mobile'),
    mtn_to_glo: minutes('mtn_to_glo'),
    nine_mobile_to_mtn: minutes('nine_mobile_to_mtn'),
    nine_mobile_to_airtel: minutes('nine_mobile_to_airtel'),
    nine_mobile_to_glo: minutes('nine_mobile_to_glo'),
    glo_to_mtn: minutes('glo_to_mtn'),
    glo_to_airtel: minutes('glo_to_airtel'),
    glo_to_nine_mobile: minutes('glo_to_nine_mobile'),
  }
}
