import type { DatasetPlan } from '../../../definition/datasets/dataset-plan.ts'
import { getSentList } from '../../../definition/datasets/measures.ts'
import type { Connection } from '../../../server/database/handle.ts'
import { countNames, updateNames } from '../../../server/datasets/names.ts'
import { getDimensionValues } from '../../../server/datasets/keys.ts'
import { FileError } from './errors.ts'
import { MAX_NAMES } from './dynamic-columns.ts'
import { getFileKeyKind } from './key-kinds.ts'
import type { ParsedFile, ParsedRecord } from './row-reader.ts'

/** Updates the lists of names of the periods whose records were written or removed. */
export async function updateNameLists(
  db: Connection,
  dataset: DatasetPlan,
  scope: string,
  { names }: Pick<ParsedFile, 'names'>,
  records: readonly ParsedRecord[],
  periods: ReadonlySet<string>,
  replaced: string | null,
): Promise<void> {
  if (getSentList(dataset.group) === null) return
  const columnsByPeriod = new Map([...periods].map((period) => [period, new Set<number>()]))
  for (const { period, amounts } of records) {
    const columns = columnsByPeriod.get(period)
    for (const [index, value] of amounts.entries()) if (value !== null) columns?.add(index)
  }
  for (const [period, columns] of columnsByPeriod) {
    const named = names.filter((_, index) => columns.has(index))
    // `--replace` covers the whole period or a part of it.
    const extent = replaced === null ? null : period.startsWith(replaced) ? 'period' : 'part'
    await updateNames(db, dataset, scope, period, named, extent)
  }
}

/** The number of stored names of each period; empty for a dataset without dynamic columns. */
export async function countNamesByPeriod(
  db: Connection,
  dataset: DatasetPlan,
  scope: string,
  periods: Iterable<string>,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  if (dataset.group === null) return counts
  for (const period of periods) counts.set(period, await countNames(db, dataset, scope, period))
  return counts
}

/**
 * Throws FileError if a period exceeds the limit of names. A period that already exceeds it, by an older version, may
 * be changed as long as its number of names does not grow.
 */
export function checkGrowth(
  dataset: DatasetPlan,
  scope: string,
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): void {
  const { group, dimensions } = dataset
  const values = getDimensionValues(scope).filter((_, index) => (dimensions[index]?.values.length ?? 0) > 1)
  for (const [period, count] of after) {
    if (count <= Math.max(MAX_NAMES, before.get(period) ?? 0)) continue
    const [total, limit] = [count, MAX_NAMES].map((number) => number.toLocaleString('en'))
    const names = `${group?.noun ?? 'name'}s${values.length === 0 ? '' : ` of ${values.join(', ')}`}`
    const span = period.length === 4 ? 'a year' : getFileKeyKind(dataset).namesOf
    throw new FileError(
      `${period === '' ? 'the dataset' : period} would have ${total} ${names}, including the stored ones; the limit is ${limit} for ${span}`,
    )
  }
}
