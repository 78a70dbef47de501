import { type DatasetPlan, findOwner } from '../../../dataset/dataset-plan.ts'
import type { RequestedPeriod } from '../../../dataset/record-keys.ts'
import { monthNames, parseDate } from '../../../time/calendar.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { findLastKey, listPeriods } from './stored-records.ts'

/** Returns the dataset that says when its records are due: the dataset itself, or the one that a report asks. */
export function findDueDataset(dataset: DatasetPlan): DatasetPlan | null {
  const owner = findOwner(dataset)
  return owner.dueBy === null ? null : owner
}

/** Says until when there are records and when new ones are due: `Until 14 March, due at 10:00.` */
export async function describeDue(
  db: Connection,
  dataset: DatasetPlan,
  { year, days }: RequestedPeriod,
): Promise<string | null> {
  const source = findDueDataset(dataset)
  if (source === null) return null
  const [period] = await listPeriods(db, source)
  const last = period === undefined ? undefined : await findLastKey(db, source, period)
  if (!last) return null
  const zone = source.read.zone === null ? '' : ` (${source.read.zone})`
  return `Until ${formatLast(last, year ?? Number(days?.last.slice(0, 4)))}, due at ${source.dueBy}${zone}.`
}

/** Formats a day as `14 March`, with its year if another one was asked for; a longer period as it is written. */
function formatLast(last: string, year: number): string {
  const date = parseDate(last.slice(0, 10))
  if (date === null) return last
  const day = `${date.day} ${monthNames[date.month - 1]}`
  return date.year === year ? day : `${day} ${date.year}`
}
