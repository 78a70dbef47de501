/** How the numbers of a column are written: options of `Intl.NumberFormat`, and what follows each number. */
export interface NumberFormat {
  readonly options: {
    readonly minimumFractionDigits: number
    readonly maximumFractionDigits: number
    readonly style: 'decimal' | 'percent'
    readonly notation: 'standard' | 'compact'
    readonly signDisplay: 'auto' | 'exceptZero'
  }
  /** The unit with the space before it; empty for none. */
  readonly suffix: string
}

const twoDecimals = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const formatters = new WeakMap<NumberFormat, Intl.NumberFormat>()

function getFormatter(format: NumberFormat): Intl.NumberFormat {
  const formatter = formatters.get(format) ?? new Intl.NumberFormat('en', format.options)
  formatters.set(format, formatter)
  return formatter
}

/** English format with thousands separators; null is exactly two decimals. A negative zero is a zero. */
export const formatNumber = (value: number, format: NumberFormat | null = null): string =>
  (format ? getFormatter(format) : twoDecimals).format(value === 0 ? 0 : value) + (format?.suffix ?? '')
