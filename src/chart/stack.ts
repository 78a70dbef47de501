import { isSameUnit, formatNumber } from '../report/format.ts'
import type { Comparison, ReportTable, Series } from '../report/table/report-table.ts'
import { layoutAxes, splitAxes } from './axes.ts'
import { cartesianType, formatPeriod } from './cartesian.ts'
import type { ChartLegend } from './chart-type.ts'
import { buildEarlierSum, buildSumLine } from './comparison-marks.ts'
import { measureDirectLabels } from './direct-labels.ts'
import type { Bar } from './marks.ts'
import { describeUndrawn, type UndrawnSeries, nameReasons, NO_SUM, OTHER_UNIT } from './undrawn.ts'
import { joinExtents } from './scales.ts'

/**
 * Picks the series that are stacked: those of the first axis that can be added up, in the unit of the first one; or the
 * first series alone.
 */
export const pickStacked = (visible: readonly Series[]): readonly Series[] => {
  const series = splitAxes(visible).left
  const first = series.find(({ sum }) => sum !== null)
  return first === undefined
    ? series.slice(0, 1)
    : series.filter(({ sum, format }) => sum !== null && isSameUnit(format, first.format))
}

export function listUnstacked(series: readonly Series[]): UndrawnSeries[] {
  const stacked = new Set(pickStacked(series))
  return series
    .filter((one) => !stacked.has(one))
    .map((one) => {
      if (one.sum === null) return { series: one, reason: NO_SUM }
      return { series: one, reason: one.isSecond ? 'second axis' : OTHER_UNIT }
    })
}

/**
 * Stacks series in their order, starting at 0: values above 0 go up, values below 0 go down. The layers are the pieces by
 * series, null for a blank; a series of both signs has two.
 */
export function buildStack(table: ReportTable, stacked: readonly Series[]) {
  const layers = [
    ...stackSide(table, stacked, (value) => value >= 0),
    ...stackSide(table, stacked, (value) => value < 0),
  ]
  const pieces = layers.flat().filter((piece) => piece !== null)
  return { layers, pieces, extent: joinExtents(pieces) }
}

/** Stacks the drawn ones of the visible series, and lays out their axes, with the sums of an earlier period. */
export function layoutStack(table: ReportTable, visible: readonly Series[], width: number, hasNames = false) {
  const series = pickStacked(visible)
  const stack = buildStack(table, series)
  const earlier = buildEarlierSum(table, series)
  const extent = earlier === null ? stack.extent : joinExtents([stack.extent, earlier.extent])
  const labelWidth = hasNames ? measureDirectLabels(table, series, width) : 0
  const axes = layoutAxes(table, series, width, () => extent, labelWidth)
  return { stack, axes, labelWidth, sums: buildSumLine(earlier, axes) }
}

/** Stacks the values of one side of 0, of series that have some. */
function stackSide(
  { rows }: ReportTable,
  stacked: readonly Series[],
  isOnSide: (value: number) => boolean,
): (Bar | null)[][] {
  const ends = rows.map(() => 0)
  const hasValues = ({ columnIndex }: Series) =>
    rows.some(({ values }) => {
      const value = values[columnIndex] ?? null
      return value !== null && isOnSide(value)
    })
  return stacked.filter(hasValues).map((series) =>
    rows.map(({ values }, rowIndex) => {
      const value = values[series.columnIndex] ?? null
      if (value === null) return null
      const start = ends[rowIndex] ?? 0
      const end = start + (isOnSide(value) ? value : 0)
      ends[rowIndex] = end
      return { rowIndex, slot: 0, low: Math.min(start, end), high: Math.max(start, end), opacity: 1, series }
    }),
  )
}

function summarize(table: ReportTable, series: readonly Series[]): string {
  const stacked = pickStacked(series)
  const missing = listUnstacked(series)
  const rest = describeUndrawn('stacked', missing)
  if (stacked.length === 1 || table.chart?.sum === false)
    return cartesianType.summarize(table, stacked) + rest
  let peak = { sum: -Infinity, label: '' }
  for (const { label, values, isRest } of table.rows) {
    const numbers = stacked.flatMap(({ columnIndex }) => values[columnIndex] ?? [])
    const sum = numbers.reduce((total, value) => total + value, 0)
    if (!isRest && numbers.length > 0 && sum > peak.sum) peak = { sum, label }
  }
  const highest = formatNumber(peak.sum, stacked[0]?.format)
  return `${stacked.length} series, ${formatPeriod(table)}; the highest sum is ${highest} (${peak.label}).${rest}`
}

/** Implements what charts of stacked series share. */
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
