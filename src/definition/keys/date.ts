import { daysInMonth } from '../../report/calendar.ts'
import type { KeyDefinitionKind } from './definition-kind.ts'

export const date: KeyDefinitionKind<'date'> = {
  compile: ({ label, format }, fields) => ({ kind: 'date', fields, label, format }),
  fill: {
    value: 'days',
    rule: 'fill-days',
    message: "'days' needs a date key, a year and a month selector",
    chosen: 'month',
  },
  sampleKeys: (period) => {
    const [year, month] = [period.year ?? 2025, period.month ?? 3]
    return Array.from({ length: daysInMonth(year, month) }, (_, index) => `${month}/${index + 1}/${year}`)
  },
}
