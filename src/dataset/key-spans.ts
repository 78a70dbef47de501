import type { QueryInput } from '../query/plan.ts'
import { isDayPart, yearPartNames, yearParts, type YearPartName } from '../time/grains.ts'
import type { DatasetKeyPlan } from './dataset-plan.ts'

/** A span of time that a request or a list can be about; `none` for records without any. */
export type Span = 'date' | 'range' | 'month' | YearPartName | 'year' | 'none'

/** The length of the text of each period by which records are stored. */
export const periodLengths = { none: 0, year: 4, month: 7, day: 10 } as const

/** Returns true if records are about names: they keep their order and need a period of their own. */
export const isNamed = ({ kind }: DatasetKeyPlan): boolean => kind === 'text'

/** Returns the length of time that a record is about, and what contains it; null for names without a month. */
export function getKeyTime(key: DatasetKeyPlan): QueryInput['time'] {
  if (key.kind !== 'text') return { grain: key.kind === 'date' ? 'day' : key.kind, in: 'key' }
  return key.per === 'month' ? { grain: 'month', in: 'period' } : null
}

/** Returns the length of the periods by which records are stored, and their years and months listed. */
export function getStoredGrain(key: DatasetKeyPlan): keyof typeof periodLengths {
  if (key.kind === 'text') return key.per
  if (key.kind === 'date') return 'month'
  return isDayPart(key.kind) ? 'day' : 'year'
}

/** Lists the spans that a request can be about. */
export function listRequestedSpans(key: DatasetKeyPlan): readonly Span[] {
  if (key.kind === 'text') return [key.per]
  if (key.kind === 'date') return ['year', 'month', ...yearPartNames, 'date', 'range']
  if (isDayPart(key.kind)) return ['month', 'week', 'date']
  if (key.kind !== 'month') return ['year', key.kind]
  // The other parts of a year do not consist of months.
  return ['year', 'month', ...yearPartNames.filter((name) => yearParts[name].hasSameDates)]
}

/** Lists the parts of the period that the key itself does not contain, so that a record states them beside it. */
export function listStatedParts(key: DatasetKeyPlan): readonly ('year' | 'month')[] {
  if (key.kind === 'month') return ['year']
  if (key.kind !== 'text' || key.per === 'none') return []
  return key.per === 'year' ? ['year'] : ['year', 'month']
}

/** Returns the field of the key for the year, if the kind has one. */
export const getYearField = (key: DatasetKeyPlan): string | undefined =>
  key.kind === 'month' ? key.yearField : undefined
