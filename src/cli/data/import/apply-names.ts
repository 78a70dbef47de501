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

/** Throws FileError if a period has more names than the limit. */
export async function checkNames(
  db: Connection,
  dataset: DatasetPlan,
  scope: string,
  periods: Iterable<string>,
): Promise<void> {
  if (dataset.group === null) return
  const { group, dimensions } = dataset
  const values = getDimensionValues(scope).filter((_, index) => (dimensions[index]?.values.length ?? 0) > 1)
  for (const period of periods) {
    const count = await countNames(db, dataset, scope, period)
    if (count <= MAX_NAMES) continue
    const [total, limit] = [count, MAX_NAMES].map((number) => number.toLocaleString('en'))
    const names = `${group.noun}s${values.length === 0 ? '' : ` of ${values.join(', ')}`}`
    const span = period.length === 4 ? 'a year' : getFileKeyKind(dataset).namesOf
    throw new FileError(
      `${period === '' ? 'the dataset' : period} would have ${total} ${names}, including the stored ones; the limit is ${limit} for ${span}`,
    )
  }
}
