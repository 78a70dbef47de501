import type { DatasetPlan } from '../../definitions/datasets/dataset-plan.ts'
import type { Connection } from '../database/engine.ts'
import { namesOfPeriod, namesWithFigure, storeNames } from './names.ts'
import { joinKey, type RecordKey } from './record-key.ts'
import { type Entry, findFigures, type Figures, insertRecords, listRecords, replaceRecords } from './store.ts'

/** The stored records of a period: a year, a month, a day, or the period of names. */
export async function listFigures(
  db: Connection,
  dataset: DatasetPlan,
  scope: string,
  period: string,
): Promise<Map<string, { readonly key: RecordKey; readonly figures: Figures }>> {
  const range =
    period.length === 4 && dataset.key.kind === 'date'
      ? { first: `${period}-01`, last: `${period}-12` }
      : dataset.key.kind === 'month'
        ? { first: period.slice(0, 4), last: period.slice(0, 4) }
        : { first: period.slice(0, 7), last: period.slice(0, 7) }
  const records = await listRecords(db, dataset, scope, range)
  return new Map(
    records
      .filter(({ key }) => dataset.key.kind === 'text' || key.startsWith(period))
      .map(({ period: of, key, figures }) => [
        joinKey({ period: of, key }),
        { key: { period: of, key }, figures },
      ]),
  )
}

/** Stores records, each in the place of the one that has its key, which keeps its number. */
export async function putRecords(
  db: Connection,
  dataset: DatasetPlan,
  scope: string,
  entries: readonly Entry[],
  now: Date,
): Promise<void> {
  const stored = await findFigures(db, dataset, scope, entries)
  const isStored = (entry: Entry) => stored.has(joinKey(entry))
  await replaceRecords(db, dataset, scope, entries.filter(isStored), now)
  await insertRecords(
    db,
    dataset,
    scope,
    entries.filter((entry) => !isStored(entry)),
    now,
  )
}

/** How many names the list or pattern has in a period. */
export async function countNames(
  db: Connection,
  dataset: DatasetPlan,
  scope: string,
  period: string,
): Promise<number> {
  return (await namesOfPeriod(db, dataset, scope, period)).length
}

/**
 * Brings the stored list of a period's names up to date after its records were written. `names` are those with a
 * figure in the written records, in their order. They become the whole list where the period was replaced, and
 * otherwise follow the names that are listed; of these the ones without any figure are dropped where a part of the
 * period was replaced.
 */
export async function updateNames(
  db: Connection,
  dataset: DatasetPlan,
  scope: string,
  period: string,
  names: readonly string[],
  replaced: 'period' | 'part' | null,
): Promise<void> {
  if (dataset.group?.kind !== 'list') return
  const fixed = new Set(dataset.measures.map(({ field }) => field))
  const given = names.filter((name) => !fixed.has(name))
  const before = await namesOfPeriod(db, dataset, scope, period)
  const used = replaced === 'part' ? new Set(await namesWithFigure(db, dataset, scope, period)) : null
  const kept = replaced === 'period' ? [] : before.filter((name) => used?.has(name) ?? true)
  await storeNames(db, dataset, scope, period, [...new Set([...kept, ...given])])
}
