import type { DatasetPlan } from '../../definition/datasets/dataset-plan.ts'
import { getDatasetKeyKind } from '../../definition/datasets/keys.ts'
import { getSentList } from '../../definition/datasets/measures.ts'
import type { Connection } from '../database/handle.ts'
import { getFixedNames } from './amounts.ts'
import { listNamesOfPeriod, findNamesWithAmount, storeNames } from './names.ts'
import { joinKey, type PeriodRange, type RecordKey } from './record-key.ts'
import { listRecords } from './store.ts'

/** The stored records of a day, a month, a year, or the period of names, by the joined key. */
export async function listKeys(
  db: Connection,
  dataset: DatasetPlan,
  scope: string,
  replaced: string,
): Promise<Map<string, RecordKey>> {
  const { isNamed } = getDatasetKeyKind(dataset.key)
  const records = await listRecords(db, dataset, scope, getReplacedRange(dataset, replaced))
  return new Map(
    records
      .filter(({ key }) => isNamed || key.startsWith(replaced))
      .map(({ period, key }) => [joinKey({ period, key }), { period, key }]),
  )
}

/** The periods that contain a day, a month or a year. */
function getReplacedRange({ key }: DatasetPlan, replaced: string): PeriodRange {
  if (getDatasetKeyKind(key).period(key) === 'year')
    return { first: replaced.slice(0, 4), last: replaced.slice(0, 4) }
  if (replaced.length === 4) return { first: `${replaced}-01`, last: `${replaced}-12` }
  return { first: replaced.slice(0, 7), last: replaced.slice(0, 7) }
}

/** The number of names of the list or pattern in a period. */
export async function countNames(
  db: Connection,
  dataset: DatasetPlan,
  scope: string,
  period: string,
): Promise<number> {
  return (await listNamesOfPeriod(db, dataset, scope, period)).length
}

/**
 * Updates the stored list of a period's names after its records were written. `names` are those with an amount in the
 * written records, in their order. They replace the list if the whole period was replaced, and are appended to it
 * otherwise; if a part of the period was replaced, listed names without any amount are removed.
 */
export async function updateNames(
  db: Connection,
  dataset: DatasetPlan,
  scope: string,
  period: string,
  names: readonly string[],
  replaced: 'period' | 'part' | null,
): Promise<void> {
  if (getSentList(dataset.group) === null) return
  const fixed = getFixedNames(dataset)
  const added = names.filter((name) => !fixed.has(name))
  const before = await listNamesOfPeriod(db, dataset, scope, period)
  const used = replaced === 'part' ? new Set(await findNamesWithAmount(db, dataset, scope, period)) : null
  const kept = replaced === 'period' ? [] : before.filter((name) => used?.has(name) ?? true)
  await storeNames(db, dataset, scope, period, [...new Set([...kept, ...added])])
}
