import type { DatasetPlan } from '../../../src/definition/datasets/dataset-plan.ts'
import { getSentList } from '../../../src/definition/datasets/measures.ts'
import type { DatabaseHandle } from '../../../src/server/database/handle.ts'
import { withTransaction } from '../../../src/server/database/transaction.ts'
import { storeAuditEvents } from '../../../src/server/audit/repository.ts'
import { storeNames } from '../../../src/server/datasets/names.ts'
import { insertRecords } from '../../../src/server/datasets/store.ts'
import { buildAmounts, buildScope, listPeriods, listScopeValues } from './records.ts'

/** How much to fill. */
export interface Growth {
  readonly carriers: number
  readonly firstYear: number
  readonly lastYear: number
}

/** Fills the years of a dataset by the store's own functions, a transaction for each scope and year. */
export async function fillDataset(
  { database }: DatabaseHandle,
  dataset: DatasetPlan,
  { carriers, firstYear, lastYear }: Growth,
): Promise<number> {
  let records = 0
  for (const values of listScopeValues(dataset)) {
    const scope = buildScope(values)
    const known = new Set<string>()
    for (let year = firstYear; year <= lastYear; year += 1) {
      const now = new Date(Date.UTC(year, 11, 31))
      await withTransaction(database, async (trx) => {
        for (const { period, keys, names } of listPeriods(dataset, year, carriers)) {
          // Names without a period are the same every year.
          if (known.has(period)) continue
          known.add(period)
          const entries = keys.map((key, index) => ({
            ...key,
            amounts: buildAmounts(dataset, values, names, records + index),
          }))
          await insertRecords(trx, dataset, scope, entries, now)
          if (getSentList(dataset.group) !== null) await storeNames(trx, dataset, scope, period, names)
          records += entries.length
        }
      })
    }
  }
  return records
}

const EVENTS_PER_BATCH = 5_000

/** Fills the history with events of 200 people, evenly over the days before a time. */
export async function fillHistory(
  { database }: DatabaseHandle,
  { events, days, until }: { readonly events: number; readonly days: number; readonly until: Date },
): Promise<void> {
  const stepMs = (days * 86_400_000) / Math.max(1, events)
  for (let start = 0; start < events; start += EVENTS_PER_BATCH) {
    const count = Math.min(EVENTS_PER_BATCH, events - start)
    const batch = Array.from({ length: count }, (_, offset) => {
      const index = start + offset
      const person = `person-${index % 200}`
      return {
        at: new Date(until.getTime() - (events - index) * stepMs),
        actor: person,
        event: index % 3 === 0 ? ('report exported' as const) : ('signed in' as const),
        subjectKind: index % 3 === 0 ? ('report' as const) : ('user' as const),
        subject: index % 3 === 0 ? 'A report with a name of some length' : person,
        details: index % 3 === 0 ? { period: '2025-03', file: 'a-report-of-a-month.xlsx' } : {},
        address: `192.0.2.${index % 250}`,
        requestId: `request-${index}-0123456789abcdef`,
      }
    })
    await withTransaction(database, (trx) => storeAuditEvents(trx, batch))
  }
}
