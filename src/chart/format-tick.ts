import { isPercent, type NumberFormat } from '../report/model/format.ts'

/** Formats the number of an axis: K from 1,000 without decimals, M from 1,000,000 with one; percentages and units of the format. */
export const formatTick = (value: number, format: NumberFormat | null): string =>
  (isPercent(format) ? percentTick.format(value) : formatCompact(value)) + (format?.suffix ?? '')

const percentTick = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 4 })

export function formatCompact(value: number): string {
  const size = Math.abs(value)
  if (size >= 1e6) return `${(value / 1e6).toFixed(1)}M`
  if (size >= 1e3) return `${(value / 1e3).toFixed(0)}K`
  return String(value)
}
