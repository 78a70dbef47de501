import { formatNumber } from '../../engine/format.ts'

const [NARROWEST, WIDEST] = [10, 44]
const MARGIN = 2
/** The arrow of the filter stands in the header's cell. */
const FILTER = 3
/** Bold digits are wider. */
const BOLD = 1.1

const fitted = (width: number) => Math.min(WIDEST, Math.max(NARROWEST, Math.ceil(width + MARGIN)))

/** Width in characters for a header with a filter above texts. */
export const textWidth = (header: string, texts: readonly string[]): number =>
  fitted(texts.reduce((widest, { length }) => Math.max(widest, length), header.length * BOLD + FILTER))

/** Width in characters for a header with a filter above numbers; the total is bold. */
export function numberWidth(header: string, values: readonly number[], total: number | undefined): number {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const digits = Math.max(formatNumber(low).length, formatNumber(high).length)
  const bold = total === undefined ? 0 : formatNumber(total).length * BOLD
  return fitted(Math.max(header.length * BOLD + FILTER, digits, bold))
}
