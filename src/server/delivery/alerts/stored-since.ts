import type { DatasetPlan } from '../../../dataset/dataset-plan.ts'
import { getKeyTime } from '../../../dataset/key-spans.ts'
import { type DayRange } from '../../../time/days.ts'
import { getDays } from '../../../time/grain.ts'
import { grains } from '../../../time/grains.ts'
import { listStored } from '../../data/reports/coverage.ts'
import { listStoredSince } from '../../data/tables/stored-records.ts'
import type { Connection } from '../../platform/database/handle.ts'

/** A transaction can be committed so long after it has written its times, in milliseconds. */
const LONGEST_IMPORT_MS = 3_600_000

/** The days whose records are new, and the time from which the next evaluation looks for new ones. */
export interface NewDays {
  readonly days: readonly DayRange[]
  readonly since: string
}

/** Lists the days whose records were stored after some time, of datasets or of those that they are computed from. */
export async function listNewDays(
  db: Connection,
  datasets: readonly DatasetPlan[],
  since: string,
): Promise<NewDays> {
  const changes = await Promise.all(
    datasets.flatMap(listStored).map(async (stored) => {
      const { texts, at } = await listStoredSince(db, stored, since)
      return { at, days: texts.flatMap((text) => findDays(stored, text) ?? []) }
    }),
  )
  const last = changes
    .map(({ at }) => at)
    .toSorted()
    .at(-1)
  const next = last ? new Date(Date.parse(last) - LONGEST_IMPORT_MS).toISOString() : ''
  return { days: changes.flatMap(({ days }) => days), since: next > since ? next : since }
}

/** Finds the days of a stored key; null for another text. */
export function findDays({ key }: DatasetPlan, text: string): DayRange | null {
  const grain = grains[getKeyTime(key).grain]
  const period = grain.parse(text)
  return period === null ? null : getDays(grain, period)
}
