import { formatOption, type SelectorKind } from './selector-kind.ts'

/** One entry of any list. */
export const select: SelectorKind = {
  period: null,
  formatValue: formatOption,
  parseValue: (sent, fixed) => {
    const values = fixed.map(({ value }) => value)
    if (values.includes(sent)) return sent
    return values.find((value) => /^\d+$/.test(value) && Number(value) === Number(sent)) ?? sent
  },
}
