import type { FillMissing, KeyDefinitions } from '../../../schemas/report/rows.ts'
import type { KeyPlanOf } from './key-kinds.ts'
import type { KeyPlan } from './report-plan.ts'
import type { DayPart, YearPart } from '../../time/grain.ts'
import {
  dayParts,
  type DayPartName,
  grains,
  mapGrains,
  yearPartNames,
  yearParts,
  type YearPartName,
} from '../../time/grains.ts'

/** What a value of `rows.fillMissing` needs, by which missing rows are added. */
export interface FillRule {
  readonly kind: KeyPlan['kind']
  readonly value: Exclude<FillMissing, 'none'>
  readonly message: string
  /** The kinds of selectors of which one must be there; empty if none is needed. */
  readonly chosen: readonly string[]
}

/** Creates the rule of the rows of a day, which are known if the day is. */
const createDayPart = ({ noun, one }: DayPart, kind: DayPartName): FillRule => ({
  kind,
  value: `${kind}s`,
  message: `'${noun}s' needs ${one} key and a date selector`,
  chosen: ['date'],
})

/** Creates the rule of the rows of a year, which are known unless years differ in their number. */
const createYearPart = ({ noun, hasSameDates }: YearPart, kind: YearPartName | 'month'): FillRule => ({
  kind,
  value: `${kind}s`,
  message: `'${noun}s' needs a ${noun} key${hasSameDates ? '' : ' and a year selector'}`,
  chosen: hasSameDates ? [] : ['year'],
})

export const fillRules: readonly FillRule[] = [
  {
    kind: 'date',
    value: 'days',
    message: `'days' needs a date key, and a selector of a month, ${yearPartNames.join(', ')}, date or range of dates`,
    chosen: ['month', ...yearPartNames, 'date', 'dateRange'],
  },
  ...Object.values(mapGrains(dayParts, createDayPart)),
  ...Object.values(mapGrains({ month: grains.month, ...yearParts }, createYearPart)),
]

/** Compiles a key: its names as a list. */
export function compileKey<K extends KeyPlan['kind']>({
  kind,
  field,
  ...rest
}: KeyDefinitions[K]): KeyPlanOf<K> {
  return { kind, fields: typeof field === 'string' ? [field] : field, ...rest }
}
