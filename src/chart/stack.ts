import { isSameUnit } from '../report/chart-format.ts'
import { formatNumber } from '../report/format.ts'
import type { Comparison, ReportTable, Series } from '../report/table/report-table.ts'
import { splitAxes } from './axes.ts'
import { cartesianType, formatPeriod } from './cartesian.ts'
import type { ChartLegend } from './chart-type.ts'
import { listMissing, type MissingSeries, nameReasons, NO_SUM, OTHER_UNIT } from './missing-series.ts'
import type { Extent } from './scales.ts'

// What charts of stacked series have in common: values above 0 go up, values below 0 go down.

/** The piece of a series in one row. Text of a record is a value, never a field name (S46). */
export interface StackedValue {
  readonly rowIndex: number
  readonly low: number
  readonly high: number
  /** Where the values of the other sign end, below it in the stack. */
  readonly opposite: number
  readonly series: Series
}

export interface Stack {
  /** By series, in the order of the rows; null for a blank. */
  readonly pieces: readonly (readonly (StackedValue | null)[])[]
  readonly extent: Extent
}

/**
 * The series that are stacked: those of the first axis that can be added up, in the unit of the first one; or the first
 * series alone.
 */
export const pickStacked = (visible: readonly Series[]): readonly Series[] => {
  const series = splitAxes(visible).left
  const first = series.find(({ sum }) => sum !== null)
  return first === undefined
    ? series.slice(0, 1)
    : series.filter(({ sum, format }) => sum !== null && isSameUnit(format, first.format))
}

function listUnstacked(series: readonly Series[]): MissingSeries[] {
  const stacked = new Set(pickStacked(series))
  return series
    .filter((one) => !stacked.has(one))
    .map((one) => ({ series: one, reason: explainUnstacked(one) }))
}

function explainUnstacked({ sum, isSecond }: Series): string {
  if (sum === null) return NO_SUM
  return isSecond ? 'second axis' : OTHER_UNIT
}

/** Stacks series upon each other in their order, starting at 0. */
export function buildStack({ rows }: ReportTable, stacked: readonly Series[]): Stack {
  const tops = rows.map(() => 0)
  const bottoms = rows.map(() => 0)
  const pieces = stacked.map((series) =>
    rows.map(({ values }, rowIndex): StackedValue | null => {
      const value = values[series.columnIndex] ?? null
      if (value === null) return null
      const [starts, others] = value < 0 ? [bottoms, tops] : [tops, bottoms]
      const start = starts[rowIndex] ?? 0
      const end = start + value
      starts[rowIndex] = end
      const opposite = others[rowIndex] ?? 0
      return { rowIndex, low: Math.min(start, end), high: Math.max(start, end), opposite, series }
    }),
  )
  return {
    pieces,
    extent: {
      low: bottoms.reduce((least, value) => Math.min(least, value), 0),
      high: tops.reduce((most, value) => Math.max(most, value), 0),
    },
  }
}

function summarize(table: ReportTable, series: readonly Series[]): string {
  const stacked = pickStacked(series)
  const missing = listUnstacked(series)
  const rest = missing.length === 0 ? '' : ` Not stacked: ${listMissing(missing)}.`
  if (stacked.length === 1) return cartesianType.summarize(table, stacked) + rest
  let peak = { sum: -Infinity, label: '' }
  for (const { label, values, isRest } of table.rows) {
    const numbers = stacked.flatMap(({ columnIndex }) => values[columnIndex] ?? [])
    const sum = numbers.reduce((total, value) => total + value, 0)
    if (!isRest && numbers.length > 0 && sum > peak.sum) peak = { sum, label }
  }
  const highest = formatNumber(peak.sum, stacked[0]?.format)
  return `${stacked.length} series, ${formatPeriod(table)}; the highest sum is ${highest} (${peak.label}).${rest}`
}

/** What charts of stacked series have in common as chart types. */
export const stackedType = {
  explainEmpty: cartesianType.explainEmpty,
  summarize,
  buildRows: (table: ReportTable, series: readonly Series[]) =>
    cartesianType.buildRows(table, pickStacked(series)),
  describeEarlier: ({ name }: Comparison) => `The grey line is the sum in ${name}.`,
  formatEarlierEntry: (name: string) => `Sum in ${name}`,
  buildLegend: (_: ReportTable, series: readonly Series[]): ChartLegend => ({
    entries: nameReasons(series, listUnstacked(series)),
    subtitle: null,
  }),
}
