import type { DatasetPlan } from '../../src/dataset/dataset-plan.ts'
import type { Connection } from '../../src/server/platform/database/handle.ts'
import { addAllDemoRecords, addDemoRecords } from '../../src/server/data/demo/demo-records.ts'
import { loadShippedDatasets } from './shipped-reports.ts'
import { storeNames, updateNames } from '../../src/server/data/tables/names.ts'
import { buildRecordKey, getPeriodRange, wantScope } from '../../src/dataset/record-keys.ts'
import { type Measures } from '../../src/dataset/measures.ts'
import { addRecords, listRecords, type StoredRecord } from '../../src/server/data/tables/stored-records.ts'

/** The shipped datasets. */
export const datasets = loadShippedDatasets()

/** A shipped dataset by its id. */
export function datasetOf(id: string): DatasetPlan {
  const dataset = datasets.find((one) => one.id === id)
  if (dataset === undefined) throw new Error(`there is no dataset ${id}`)
  return dataset
}

/** Stores figures by date or month, and brings the lists of names up to date; what is stored already stays. */
export async function storeRecords(
  db: Connection,
  id: string,
  scope: string,
  records: Readonly<Record<string, Measures>>,
  now = new Date('2025-06-02T08:00:00.000Z'),
): Promise<StoredRecord[]> {
  const dataset = datasetOf(id)
  const entries = Object.entries(records).map(([key, measures]) => ({
    ...buildRecordKey(dataset, key),
    measures,
  }))
  const stored = await addRecords(db, dataset, scope, entries, now)
  for (const period of new Set(entries.map((entry) => entry.period))) {
    const names = entries
      .filter((entry) => entry.period === period)
      .flatMap(({ measures }) => Object.keys(measures))
    await updateNames(db, dataset, scope, period, [...new Set(names)], null)
  }
  return stored
}

/** Stores the list of names of a period in its order, whatever its records name. */
export const storeList = (
  db: Connection,
  id: string,
  scope: string,
  period: string,
  names: readonly string[],
): Promise<void> => storeNames(db, datasetOf(id), scope, period, names)

/** Figures with any names as their own, `__proto__` too. */
export const measuresOf = (names: readonly string[], value: number): Measures =>
  Object.fromEntries(names.map((name) => [name, value]))

/** What is stored of a year, or a month of it. */
export function recordsOf(
  db: Connection,
  id: string,
  scope: string,
  year: number,
  month?: number,
): Promise<StoredRecord[]> {
  const dataset = datasetOf(id)
  return listRecords(db, dataset, wantScope(scope), getPeriodRange(dataset, { year, month }))
}

/** Adds the demo's records of a period of one dataset, as many days as it has. */
export const addDemo = (db: Connection, id: string, scope: string, year: number, month?: number) =>
  addDemoRecords(
    db,
    datasets,
    { dataset: datasetOf(id), scope, year, month },
    { now: new Date('2025-06-02T08:00:00.000Z') },
  )

/** Adds the demo's records of every dataset. */
export const addAllDemo = (db: Connection, now: Date) => addAllDemoRecords(db, datasets, { now })
