import { datesWithin } from '../../calendar-month.ts'
import { chunksOf } from '../../database/chunks.ts'
import type { Connection } from '../../database/engine.ts'
import { listInternationalCarriers } from '../international-minutes.ts'
import type { Ledger } from './ledger.ts'

/** The operators' figures; every other figure of a day is a carrier's. */
const OPERATORS = ['airtel', 'mtn', 'nine_mobile', 'glo'] as const

/** International minutes by direction and date: the operators' where the direction has them, and the carriers'. */
export const internationalMinutesLedger: Ledger = {
  list: async (db, scope, first, last) => {
    const days = await db
      .selectFrom('international_days')
      .selectAll()
      .where('direction', '=', scope)
      .where('report_date', '>=', first)
      .where('report_date', '<=', last)
      .execute()
    const minutes = await db
      .selectFrom('international_minutes')
      .selectAll()
      .where('direction', '=', scope)
      .where('report_date', '>=', first)
      .where('report_date', '<=', last)
      .execute()
    const byDate = new Map<string, Map<string, number>>()
    for (const day of days) {
      const named = OPERATORS.flatMap((name) => {
        const value = day[name]
        return value === null ? [] : [[name, value] as const]
      })
      byDate.set(day.report_date, new Map<string, number>(named))
    }
    for (const { report_date, carrier, minutes: value } of minutes) {
      byDate.get(report_date)?.set(carrier, value)
    }
    return byDate
  },
  put: async (db, scope, entries) => {
    if (entries.length === 0) return
    const days = entries.map(({ key, figures }) => ({
      report_date: key,
      direction: scope,
      airtel: figures.get('airtel') ?? null,
      mtn: figures.get('mtn') ?? null,
      nine_mobile: figures.get('nine_mobile') ?? null,
      glo: figures.get('glo') ?? null,
    }))
    await removeMinutes(
      db,
      scope,
      entries.map(({ key }) => key),
    )
    await db
      .insertInto('international_days')
      .values(days)
      .onConflict((conflict) =>
        conflict.columns(['direction', 'report_date']).doUpdateSet((row) => ({
          airtel: row.ref('excluded.airtel'),
          mtn: row.ref('excluded.mtn'),
          nine_mobile: row.ref('excluded.nine_mobile'),
          glo: row.ref('excluded.glo'),
        })),
      )
      .execute()
    const minutes = entries.flatMap(({ key, figures }) =>
      [...figures]
        .filter(([name]) => !OPERATORS.some((operator) => operator === name))
        .map(([carrier, value]) => ({ report_date: key, direction: scope, carrier, minutes: value })),
    )
    for (const part of chunksOf(minutes)) await db.insertInto('international_minutes').values(part).execute()
  },
  remove: async (db, scope, keys) => {
    if (keys.length === 0) return
    await removeMinutes(db, scope, keys)
    await db
      .deleteFrom('international_days')
      .where('direction', '=', scope)
      .where('report_date', 'in', keys)
      .execute()
  },
  monthNames: {
    noun: 'carriers',
    count: async (db, scope, month) => {
      const { count } = await db
        .selectFrom('international_carriers')
        .select((query) => query.fn.countAll().as('count'))
        .where('direction', '=', scope)
        .where('month', '=', month)
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    list: async (db, scope, month, names, replaced) => {
      const carriers = names.filter((name) => !OPERATORS.some((operator) => operator === name))
      const before = await listInternationalCarriers(db, scope, month)
      const used = replaced === 'day' ? await carriersWithMinutes(db, scope, month) : null
      const kept = replaced === 'month' ? [] : before.filter((carrier) => used?.has(carrier) ?? true)
      const after = [...new Set([...kept, ...carriers])]
      const isExtended = before.every((carrier, index) => carrier === after[index])
      if (!isExtended) {
        await db
          .deleteFrom('international_carriers')
          .where('direction', '=', scope)
          .where('month', '=', month)
          .execute()
      }
      const rows = after
        .map((carrier, position) => ({ month, direction: scope, position, carrier }))
        .slice(isExtended ? before.length : 0)
      for (const part of chunksOf(rows)) await db.insertInto('international_carriers').values(part).execute()
    },
  },
}

async function carriersWithMinutes(
  db: Connection,
  direction: string,
  month: string,
): Promise<ReadonlySet<string>> {
  const { first, last } = datesWithin(month)
  const rows = await db
    .selectFrom('international_minutes')
    .select('carrier')
    .distinct()
    .where('direction', '=', direction)
    .where('report_date', '>=', first)
    .where('report_date', '<=', last)
    .execute()
  return new Set(rows.map(({ carrier }) => carrier))
}

async function removeMinutes(db: Connection, direction: string, dates: readonly string[]): Promise<void> {
  await db
    .deleteFrom('international_minutes')
    .where('direction', '=', direction)
    .where('report_date', 'in', dates)
    .execute()
}
