import { z } from 'zod'
import { type DatasetPlan, getSentList } from '../../../dataset/dataset-plan.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { getFixedNames, listGroupNames } from '../../../dataset/measures.ts'
import { type PeriodRange, wantScope } from '../../../dataset/record-keys.ts'
import { listRecords } from './stored-records.ts'

const Names = z.array(z.string())

/** Returns the lists of names in a range of periods, each in its order; a period without a list is left out. */
export async function findNames(
  db: Connection,
  dataset: DatasetPlan,
  scope: string,
  { first, last }: PeriodRange,
): Promise<string[][]> {
  const rows = await db
    .selectFrom('dataset_names')
    .select('names')
    .where('dataset', '=', dataset.id)
    .where('scope', '=', scope)
    .where('period', '>=', first)
    .where('period', '<=', last)
    .orderBy('period')
    .execute()
  return rows.map(({ names }) => Names.parse(JSON.parse(names)))
}

export interface NameList {
  readonly period: string
  readonly names: readonly string[]
}

/** Restores a list of names; names that came later stay behind it if they have a value. */
export async function restoreNames(
  db: Connection,
  dataset: DatasetPlan,
  scope: string,
  { period, names }: NameList,
): Promise<void> {
  const used = new Set(await findNamesWithMeasure(db, dataset, scope, period))
  const later = (await listNamesOfPeriod(db, dataset, scope, period)).filter((name) => used.has(name))
  await storeNames(db, dataset, scope, period, [...new Set([...names, ...later])])
}

/** Replaces the names of the list of a period. */
export async function storeNames(
  db: Connection,
  dataset: DatasetPlan,
  scope: string,
  period: string,
  names: readonly string[],
): Promise<void> {
  await db
    .insertInto('dataset_names')
    .values({ dataset: dataset.id, scope, period, names: JSON.stringify(names) })
    .onConflict((conflict) =>
      conflict
        .columns(['dataset', 'scope', 'period'])
        .doUpdateSet((row) => ({ names: row.ref('excluded.names') })),
    )
    .execute()
}

/** Returns the names of the list or pattern in a period: the listed ones, or those with a value. */
export async function listNamesOfPeriod(db: Connection, dataset: DatasetPlan, scope: string, period: string) {
  if (getSentList(dataset.group) === null) return findNamesWithMeasure(db, dataset, scope, period)
  const [found] = await findNames(db, dataset, scope, { first: period, last: period })
  return found ?? []
}

/**
 * Updates the stored list of a period's names after its records were written. `names` are those with a value in the
 * written records, in their order. They replace the list if the whole period was replaced, and are appended to it
 * otherwise; if a part of the period was replaced, listed names without any value are removed.
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
  const used = replaced === 'part' ? new Set(await findNamesWithMeasure(db, dataset, scope, period)) : null
  const kept = replaced === 'period' ? [] : before.filter((name) => used?.has(name) ?? true)
  await storeNames(db, dataset, scope, period, [...new Set([...kept, ...added])])
}

/** Returns the names of the list or pattern with a value in a period, in the order of its records. */
async function findNamesWithMeasure(db: Connection, dataset: DatasetPlan, scope: string, period: string) {
  if (dataset.group === null) return []
  return listGroupNames(
    dataset,
    await listRecords(db, dataset, wantScope(scope), { first: period, last: period }),
  )
}
