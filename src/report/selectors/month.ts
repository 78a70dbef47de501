import { monthNames } from '../calendar.ts'
import type { SelectorKind } from './selector-kind.ts'

/** A month is chosen as `1` to `12`. */
export const month: SelectorKind = {
  period: 'month',
  formatValue: (value) => monthNames[Number(value) - 1] ?? value,
  parseValue: (sent) => String(Number(sent)),
}
