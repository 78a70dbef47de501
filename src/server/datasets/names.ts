import { z } from 'zod'
import type { DatasetPlan } from '../../definition/datasets/dataset-plan.ts'
import { getSentList } from '../../definition/datasets/measures.ts'
import type { Connection } from '../database/handle.ts'
import { getFixedNames } from './amounts.ts'
import type { PeriodRange } from './record-key.ts'
import { listRecords } from './store.ts'

const Names = z.array(z.string())

/** The lists of names in a range of periods, each in its order; a period without a list is left out. */
export async function findNames(
  db: Connection,
  dataset: DatasetPlan,
  scope: string,
  { first, last }: PeriodRange,
): Promise<{ readonly period: string; readonly names: string[] }[]> {
  const rows = await db
    .selectFrom('dataset_names')
    .select(['period', 'names'])
    .where('dataset', '=', dataset.id)
    .where('scope', '=', scope)
    .where('period', '>=', first)
    .where('period', '<=', last)
    .orderBy('period')
    .execute()
  return rows.map(({ period, names }) => ({ period, names: Names.parse(JSON.parse(names)) }))
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

/** The names of the list or pattern in a period: the listed ones, or those with an amount. */
export async function listNamesOfPeriod(
  db: Connection,
  dataset: DatasetPlan,
  scope: string,
  period: string,
): Promise<string[]> {
  if (getSentList(dataset.group) === null) return findNamesWithAmount(db, dataset, scope, period)
  const [found] = await findNames(db, dataset, scope, { first: period, last: period })
  return found?.names ?? []
}

/** The names of the list or pattern with an amount in a period, in the order of its records. */
export async function findNamesWithAmount(
  db: Connection,
  dataset: DatasetPlan,
  scope: string,
  period: string,
): Promise<string[]> {
  if (dataset.group === null) return []
  const fixed = getFixedNames(dataset)
  const records = await listRecords(db, dataset, scope, { first: period, last: period })
  const names = new Set(records.flatMap(({ amounts }) => Object.keys(amounts)))
  return [...names].filter((name) => !fixed.has(name))
}
