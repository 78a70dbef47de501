const twoDecimals = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** English format, thousands separators, exactly two decimals. A negative zero is a zero. */
export function formatNumber(value: number): string {
  return twoDecimals.format(value === 0 ? 0 : value)
}

/** Axis format: K from 1,000 without decimals, M from 1,000,000 with one. */
export function formatCompact(value: number): string {
  const size = Math.abs(value)
  if (size >= 1e6) return `${(value / 1e6).toFixed(1)}M`
  if (size >= 1e3) return `${(value / 1e3).toFixed(0)}K`
  return String(value)
}

/** A whole percentage of a sum; nothing of nothing is 0. */
export function formatPercent(part: number, sum: number): number {
  return sum === 0 ? 0 : Math.round((part / sum) * 100)
}
