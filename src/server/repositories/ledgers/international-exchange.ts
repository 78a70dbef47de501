import { datesWithin } from '../../calendar-month.ts'
import { chunksOf } from '../../database/chunks.ts'
import { listExchangeMinutes } from '../international-exchange.ts'
import type { Ledger } from './ledger.ts'

const REPORT_TYPE = 'INTERNATIONAL_EXCHANGE'
const BETWEEN = '_to_'

/** International exchange traffic by date; a figure's name is `{source}_to_{destination}`. */
export const internationalExchangeLedger: Ledger = {
  list: async (db, _scope, first, last) => {
    const days = await db
      .selectFrom('international_exchange')
      .select(['id', 'report_date'])
      .where('report_date', '>=', first)
      .where('report_date', '<=', last)
      .execute()
    const minutes = await listExchangeMinutes(db, first, last)
    const byId = new Map(days.map(({ id }) => [id, new Map<string, number>()]))
    for (const { exchange_id, source, destination, minutes: value } of minutes) {
      byId.get(exchange_id)?.set(`${source}${BETWEEN}${destination}`, value)
    }
    return new Map(
      days.map(({ id, report_date }) => [report_date, byId.get(id) ?? new Map<string, number>()]),
    )
  },
  put: async (db, _scope, entries, now) => {
    if (entries.length === 0) return
    const moment = now.toISOString()
    const stored = await db
      .insertInto('international_exchange')
      .values(
        entries.map(({ key }) => ({
          report_date: key,
          report_type: REPORT_TYPE,
          created_at: moment,
          updated_at: moment,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['report_type', 'report_date'])
          .doUpdateSet((row) => ({ updated_at: row.ref('excluded.updated_at') })),
      )
      .returning(['id', 'report_date'])
      .execute()
    const ids = new Map(stored.map(({ id, report_date }) => [report_date, id]))
    await db
      .deleteFrom('international_exchange_minutes')
      .where('exchange_id', 'in', [...ids.values()])
      .execute()
    const minutes = entries.flatMap(({ key, figures }) => {
      const exchange_id = ids.get(key)
      if (exchange_id === undefined) throw new Error(`the day ${key} was stored without an id`)
      return [...figures].map(([name, value], position) => {
        const [source = '', destination = ''] = name.split(BETWEEN)
        return { exchange_id, position, source, destination, minutes: value }
      })
    })
    for (const part of chunksOf(minutes)) {
      await db.insertInto('international_exchange_minutes').values(part).execute()
    }
  },
  remove: async (db, _scope, keys) => {
    if (keys.length === 0) return
    await db
      .deleteFrom('international_exchange_minutes')
      .where('exchange_id', 'in', (query) =>
        query.selectFrom('international_exchange').select('id').where('report_date', 'in', keys),
      )
      .execute()
    await db.deleteFrom('international_exchange').where('report_date', 'in', keys).execute()
  },
  monthNames: {
    noun: 'directions',
    count: async (db, _scope, month) => {
      const { first, last } = datesWithin(month)
      const { count } = await db
        .selectFrom((query) =>
          query
            .selectFrom('international_exchange_minutes')
            .innerJoin('international_exchange', 'id', 'exchange_id')
            .select(['source', 'destination'])
            .distinct()
            .where('report_date', '>=', first)
            .where('report_date', '<=', last)
            .as('directions'),
        )
        .select((query) => query.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },
  },
}
