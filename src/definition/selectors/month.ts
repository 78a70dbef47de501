import { monthNames } from '../../report/calendar.ts'
import type { SelectorDefinitionKind } from './definition-kind.ts'

export const month: SelectorDefinitionKind<'month'> = {
  compileOptions: () => ({
    fixed: monthNames.map((label, index) => ({ value: String(index + 1), label })),
  }),
  fixedLists: () => [],
  isUnique: true,
  requires: 'year',
  optionEndpoints: [],
  // One digit, so that a month that must have two shows.
  sampleValue: '3',
  // A month in which most years have records.
  usualValue: '3',
}
