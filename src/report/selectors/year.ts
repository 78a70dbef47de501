import { formatOption, type SelectorKind } from './selector-kind.ts'

export const year: SelectorKind = {
  period: 'year',
  formatValue: formatOption,
  parseValue: (sent) => String(Number(sent)),
}
