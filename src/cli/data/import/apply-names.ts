import type { DatasetPlan } from '../../../definition/datasets/dataset-plan.ts'
import { getSentList } from '../../../definition/datasets/measures/index.ts'
import type { Connection } from '../../../server/database/handle.ts'
import { countNames, updateNames } from '../../../server/datasets/import-store.ts'
import { getDimensionValues } from '../../../server/datasets/record-key.ts'
import { FileError } from './errors.ts'
import { MAX_NAMES } from './dynamic-columns.ts'
import type { ParsedFile, ParsedRecord } from './parse-file.ts'

/** Brings the lists of names of the periods up to date whose records were written or removed. */
export async function namePeriods(
  db: Connection,
  dataset: DatasetPlan,
  scope: string,
  { names }: Pick<ParsedFile, 'names'>,
  records: readonly ParsedRecord[],
  periods: ReadonlySet<string>,
  replaced: string | null,
): Promise<void> {
  if (getSentList(dataset.group) === null) return
  const used = new Map([...periods].map((period) => [period, new Set<number>()]))
  for (const { period, figures } of records) {
    const columns = used.get(period)
    for (const [index, value] of figures.entries()) if (value !== null) columns?.add(index)
  }
  for (const [period, columns] of used) {
    const named = names.filter((_, index) => columns.has(index))
    // A period lies in what is replaced, or a part of the period was replaced.
    const how = replaced === null ? null : period.startsWith(replaced) ? 'period' : 'part'
    await updateNames(db, dataset, scope, period, named, how)
  }
}

/** How many names each of the periods has in the database; empty for a dataset without free names. */
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
 * Throws FileFault for a period that gets more names than are allowed. One that an older version let beyond the limit
 * can still be completed and corrected, as long as it does not get more.
 */
export function checkGrowth(
  { group, dimensions, key }: DatasetPlan,
  scope: string,
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): void {
  const values = getDimensionValues(scope).filter((_, index) => (dimensions[index]?.values.length ?? 0) > 1)
  for (const [period, count] of after) {
    if (count <= Math.max(MAX_NAMES, before.get(period) ?? 0)) continue
    const [have, most] = [count, MAX_NAMES].map((number) => number.toLocaleString('en'))
    const names = `${group?.noun ?? 'name'}s${values.length === 0 ? '' : ` of ${values.join(', ')}`}`
    const span = key.kind === 'date' ? 'a month' : period.length === 4 ? 'a year' : 'a period'
    throw new FileError(
      `${period === '' ? 'the dataset' : period} would have ${have} ${names}, those that are stored included; ${span} has at most ${most}`,
    )
  }
}
