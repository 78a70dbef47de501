import type { QueryInput } from '../query/plan.ts'
import type { DayRange } from '../time/days.ts'
import { getDays } from '../time/grain.ts'
import { grains, isDayPart, yearPartNames, yearParts, type YearPartName } from '../time/grains.ts'
import type { DatasetKeyPlan } from './dataset-plan.ts'

/** A span of time that a request or a list can be about; `none` for one without a period. */
export type Span = 'date' | 'range' | 'month' | YearPartName | 'year' | 'none'

/** The length of the text of each period by which records are stored. */
export const periodLengths = { year: 4, month: 7, day: 10 } as const

/** Returns the length of time that a record is about; records without a time are those of the year `ALWAYS`. */
export const getKeyTime = ({ kind }: DatasetKeyPlan): QueryInput['time'] => ({
  grain: kind === 'date' ? 'day' : kind === 'none' ? 'year' : kind,
  in: 'key',
})

/** Finds the days of a key; null for another text. */
export function findKeyDays(key: DatasetKeyPlan, text: string): DayRange | null {
  const grain = grains[getKeyTime(key).grain]
  const period = grain.parse(text)
  return period === null ? null : getDays(grain, period)
}

/** Returns the length of the periods by which records are stored, and their years and months listed. */
export function getStoredGrain({ kind }: DatasetKeyPlan): keyof typeof periodLengths {
  if (kind === 'date') return 'month'
  return isDayPart(kind) ? 'day' : 'year'
}

/** Lists the spans that a request can be about. */
export function listRequestedSpans({ kind }: DatasetKeyPlan): readonly Span[] {
  if (kind === 'none' || kind === 'year') return [kind]
  if (kind === 'date') return ['year', 'month', ...yearPartNames, 'date', 'range']
  if (isDayPart(kind)) return ['month', 'week', 'date', 'range']
  if (kind !== 'month') return ['year', kind, 'range']
  // The other parts of a year do not consist of months.
  return ['year', 'month', ...yearPartNames.filter((name) => yearParts[name].hasSameDates), 'range']
}

/** Returns the field of the key for the year, if the kind has one. */
export const getYearField = (key: DatasetKeyPlan): string | undefined =>
  key.kind === 'month' ? key.yearField : undefined
