import { formatNumber, pickFormat, WIDE_UNIT, type NumberFormat } from '../report/model/format.ts'
import { nameTotal } from '../report/table/totals.ts'
import type { TableColumn } from '../report/model/report-table.ts'

const [MIN_WIDTH, MAX_WIDTH] = [10, 44]
const MARGIN = 2
/** Width of the filter's arrow in the header cell. */
const FILTER = 3
const BOLD = 1.1

const clampWidth = (width: number) => Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Math.ceil(width + MARGIN)))

/** Computes the width in characters of a header with a filter above texts. */
export const computeTextWidth = (header: string, texts: readonly string[]): number =>
  clampWidth(texts.reduce((widest, { length }) => Math.max(widest, length), header.length * BOLD + FILTER))

/** Computes the width in characters of a header with a filter above numbers; the total is bold. */
export function computeNumberWidth(
  column: TableColumn,
  values: readonly number[],
  total: number | null,
  gaps: readonly string[] = [],
): number {
  const { label } = column
  const format = pickFormat(column.format, WIDE_UNIT)
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const getLength = (value: number) => formatNumber(value, getCellFormat(format)).length
  const bold = total === null ? 0 : (getLength(total) + nameTotal(column, total, gaps).length) * BOLD
  return clampWidth(Math.max(label.length * BOLD + FILTER, getLength(low), getLength(high), bold))
}

/** Returns the format of a cell: whole numbers where the screen is compact, and no durations. */
const getCellFormat = (format: NumberFormat | null): NumberFormat | null => {
  if (format === null) return null
  const { scale, ...others } = { ...format, options: { ...format.options, notation: 'standard' as const } }
  return scale === undefined || scale.isDuration ? others : { ...others, scale }
}
