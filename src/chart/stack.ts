import { addOrBlank } from '../query/arithmetic.ts'
import { isSameUnit, formatNumber } from '../report/model/format.ts'
import type { Comparison, ReportTable, Series } from '../report/model/report-table.ts'
import { layoutAxes, splitAxes } from './axes.ts'
import { cartesianType, formatPeriod } from './cartesian.ts'
import type { Box, DrawnSeries } from './chart-type.ts'
import { buildEarlierEntry, buildEarlierSums, EARLIER_COLOR } from './comparison-marks.ts'
import { type LabelledEnd, measureDirectLabels } from './direct-labels.ts'
import { NO_SUM, OTHER_UNIT } from './undrawn.ts'
import { type Extent, findExtent } from './scales.ts'
import { dataset, type Json, rowChannel, valueChannel } from './specification.ts'

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

function selectStacked(_: ReportTable, series: readonly Series[]): DrawnSeries {
  const drawn = pickStacked(series)
  const undrawn = series
    .filter((one) => !drawn.includes(one))
    .map((one) => ({
      series: one,
      reason: one.sum === null ? NO_SUM : one.isSecond ? 'second axis' : OTHER_UNIT,
    }))
  return { drawn, undrawn }
}

/** Stacks the values of a row in the order of their series, starting at 0: those above 0 go up, those below 0 go down. */
export function stackRow(values: readonly (number | null)[]): (Extent | null)[] {
  let [low, high] = [0, 0]
  return values.map((value) => {
    if (value === null) return null
    if (value >= 0) return { low: high, high: (high += value) }
    return { high: low, low: (low += value) }
  })
}

const stackRows = ({ rows }: ReportTable, stacked: readonly Series[]) =>
  rows.map(({ values }) => stackRow(stacked.map(({ columnIndex }) => values[columnIndex] ?? null)))

/**
 * Lays out the axes of the drawn ones of the visible series, with the sums of an earlier period, and with names beside
 * the right end of the stack if they are wanted.
 */
export function layoutStack(table: ReportTable, visible: readonly Series[], box: Box, hasNames = false) {
  const series = pickStacked(visible)
  const earlierSums = buildEarlierSums(table, series)
  const stacks = stackRows(table, series)
  const extent = findExtent([
    ...stacks.flat().flatMap((piece) => (piece === null ? [] : [piece.low, piece.high])),
    ...earlierSums.flatMap(({ value }) => value ?? []),
  ])
  const labelWidth = hasNames ? measureDirectLabels(table, series, box.width) : 0
  const axes = layoutAxes(table, series, box, () => extent, labelWidth)
  const ends = series.flatMap((one, index): LabelledEnd[] => {
    const piece = labelWidth > 0 ? stacks.at(-1)?.[index] : null
    return piece ? [{ series: one, value: (piece.low + piece.high) / 2, isLast: true }] : []
  })
  return { series, axes, ends, earlierSums }
}

/** The sums of an earlier period as a grey line. */
export const earlierSumLayer: Json = {
  data: dataset('earlierSums'),
  mark: { type: 'line', color: EARLIER_COLOR, strokeWidth: 1.5, invalid: 'break-paths-show-domains' },
  encoding: { x: rowChannel, y: valueChannel() },
}

function summarize(table: ReportTable, series: readonly Series[]): string {
  const stacked = pickStacked(series)
  if (stacked.length === 1 || table.chart?.sum === false) return cartesianType.summarize(table, stacked)
  const sums = table.rows.flatMap(({ label, values, isRest }) => {
    const sum = isRest ? null : addOrBlank(stacked.map(({ columnIndex }) => values[columnIndex] ?? null))
    return sum === null ? [] : [{ sum, label }]
  })
  const [peak] = sums.toSorted((a, b) => b.sum - a.sum)
  const highest = formatNumber(peak?.sum ?? 0, stacked[0]?.format)
  return `${stacked.length} series, ${formatPeriod(table)}; the highest sum is ${highest} (${peak?.label}).`
}

/** Implements what charts of stacked series share. */
export const stackedType = {
  select: selectStacked,
  place: 'stacked',
  summarize,
  describeEarlier: ({ name }: Comparison) => `The grey line is the sum in ${name}.`,
  listGreyEntries: (table: ReportTable) => buildEarlierEntry(table, (name) => `Sum in ${name}`),
}
