import { formatNumber, type NumberFormat } from '../model/format.ts'
import { formatRowNoun } from '../model/key-kinds.ts'
import type { Comparison, ReportTable } from '../model/report-table.ts'
import { countRecords, followsTime, PER_DAY } from './add-comparison.ts'
import type { Figure } from './figure.ts'
import { INCOMPLETE } from './totals.ts'

const COMPACT = { notation: 'compact', minimumFractionDigits: 2, maximumFractionDigits: 2 } as const

/** Formats `1.87 M`; numbers below 1,000, percentages and scaled numbers as in the table. */
export const formatCompact = (value: number, format: NumberFormat | null): string => {
  const isWritten = format?.options.style === 'percent' || format?.scale !== undefined
  if (Math.abs(value) < 1000 || isWritten) return formatNumber(value, format)
  const text = new Intl.NumberFormat('en', { ...format?.options, ...COMPACT }).format(value)
  return text.replace(/(?=[A-Z]$)/, '\u00A0') + (format?.suffix ?? '')
}

/** Describes the change of a figure with its direction, and the rows without a record of both periods. */
export function describeChange(figure: Figure, table: ReportTable): string {
  const { comparison } = table
  const lacks =
    comparison === undefined || comparison.isPart || figure.since !== 'period'
      ? ''
      : formatLacks(table, 'now') + formatLacks(comparison.table, 'then')
  const text = formatChange(figure, comparison?.name ?? '')
  const mark = isIncomplete(figure, table) ? `${INCOMPLETE} ` : ''
  if (text === '') return ''
  const arrow = ARROWS[Math.sign(figure.change?.value ?? 0) + 1]
  const rate = formatLine(figure, table, ({ label }) => label === PER_DAY)
  const alike = formatLine(figure, table, ({ kind }) => kind === 'alike')
  const perDay = rate && `, ${rate.value} per day`
  return `${mark}${arrow} ${text}${perDay}${lacks}${alike && `. ${alike.label}: ${alike.value}`}`
}

/** Returns true for a change since numbers that lack records of a joined dataset, or of such numbers. */
function isIncomplete({ columns, since }: Figure, { rows, comparison }: ReportTable): boolean {
  const compared =
    typeof since === 'string'
      ? comparison?.lines.find(({ kind }) => kind === 'change')
      : rows.find(({ label }) => label === since.row)
  return columns.some((index) => (compared?.gaps?.[index] ?? []).length > 0)
}

/** Formats the value of a figure in a line of its comparison; empty where the change says all. */
function formatLine(
  { change, columns: [index = -1, ...others], since }: Figure,
  { comparison }: ReportTable,
  find: (line: Comparison['lines'][number]) => boolean,
) {
  const line = comparison?.lines.find(find)
  const value = line?.values[index] ?? null
  if (line === undefined || value === null || change === null || others.length > 0 || since !== 'period')
    return ''
  return { label: line.label, value: formatNumber(value, line.columns[index]?.format ?? null) }
}

const ARROWS = ['▼', '=', '▲']

/** Formats `+3.2% on February 2025`; empty for no change. */
export const formatChange = ({ change, since }: Figure, earlierPeriod: string): string => {
  if (change === null) return ''
  const text = formatNumber(change.value, change.format)
  if (since === 'period') return `${text} on ${earlierPeriod}`
  return since === 'same part' ? `${text} on the same part of ${earlierPeriod}` : `${text} on ${since.row}`
}

/** Formats how many rows of a compared period have a record if not all have: ` (29 of 31 days then)`. */
export const formatLacks = (table: ReportTable, when: 'now' | 'then'): string => {
  const records = countRecords(table)
  const all = table.rows.length
  const noun = formatRowNoun(table.keyKind).toLowerCase()
  return records === all || !followsTime(table) ? '' : ` (${records} of ${all} ${noun} ${when})`
}
