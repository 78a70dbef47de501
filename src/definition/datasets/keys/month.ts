import type { DatasetKeyKind } from './key-kind.ts'

/** A record is about a month, and stored by its year. */
export const month: DatasetKeyKind<'month'> = {
  isNamed: false,
  period: () => 'year',
  requestedSpans: () => ['year'],
  statedParts: () => ['year'],
  yearField: (key) => key.yearField,
  averages: 'result',
}
