import type { DatasetKeyKind } from './key-kind.ts'

/** A record is about a calendar date, and stored by its month. */
export const date: DatasetKeyKind<'date'> = {
  isNamed: false,
  period: () => 'month',
  requestedSpans: () => ['month', 'year'],
  statedParts: () => [],
  yearField: () => undefined,
  averages: 'source',
}
