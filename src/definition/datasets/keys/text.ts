import type { DatasetKeyKind } from './key-kind.ts'

/** A record is about a name, in a period that has each name once. */
export const text: DatasetKeyKind<'text'> = {
  isNamed: true,
  period: ({ per }) => per,
  requestedSpans: ({ per }) => [per],
  statedParts: ({ per }) => (per === 'none' ? [] : per === 'year' ? ['year'] : ['year', 'month']),
  yearField: () => undefined,
  averages: null,
}
