import { addOrBlank } from '../query/arithmetic.ts'
import { isSameUnit, formatNumber } from '../report/model/format.ts'
import type { Comparison, ReportTable, Series } from '../report/model/report-table.ts'
import { layoutAxes, splitAxes } from './axes.ts'
import { cartesianType, formatPeriod } from './cartesian.ts'
import type { Box, DrawnSeries } from './chart-type.ts'
import { findEnds, getEarlierTable } from './comparison-marks.ts'
import { buildDirectLabels, measureDirectLabels, type SeriesEnd } from './labels.ts'
import { dataset, type Json, rowChannel, valueChannel } from './specification.ts'
import { NO_SUM, OTHER_UNIT } from './undrawn.ts'

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
    .filter((item) => !drawn.includes(item))
    .map((item) => ({
      series: item,
      reason: item.sum === null ? NO_SUM : item.isSecond ? 'second axis' : OTHER_UNIT,
    }))
  return { drawn, undrawn }
}

/** Stacks the values of a row in the order of their series, starting at 0: those above 0 go up, those below 0 go down. */
export function stackRow(values: readonly (number | null)[]) {
  let [low, high] = [0, 0]
  return values.map((value) => {
    if (value === null) return null
    return value >= 0 ? { low: high, high: (high += value) } : { high: low, low: (low += value) }
  })
}

const listRows = ({ rows }: Pick<ReportTable, 'rows'>, series: readonly Series[]) =>
  rows.map(({ values }) => series.map(({ columnIndex }) => values[columnIndex] ?? null))

/** Lays out the axes of stacked series, with their names beside the right end of the stack if they are wanted. */
export function layoutStack(table: ReportTable, visible: readonly Series[], box: Box, hasNames = false) {
  const series = pickStacked(visible)
  const stacks = listRows(table, series).map(stackRow)
  const earlierSums = listRows(getEarlierTable(table) ?? { rows: [] }, series).map((values, row) => ({
    row,
    value: addOrBlank(values),
  }))
  const pieceEnds = stacks.flat().flatMap((piece) => (piece === null ? [] : [piece.low, piece.high]))
  const ends = findEnds([...pieceEnds, ...earlierSums.flatMap(({ value }) => value ?? [])])
  const labelWidth = hasNames ? measureDirectLabels(table, series, box.width) : 0
  const axes = layoutAxes(table, series, box, { getEnds: () => ends, labelWidth })
  const row = table.rows.length - 1
  const names = series.flatMap((item, index): SeriesEnd[] => {
    const piece = labelWidth > 0 ? stacks[row]?.[index] : null
    return piece ? [{ series: item, value: (piece.low + piece.high) / 2, row }] : []
  })
  return { series, axes, earlierSums, labels: buildDirectLabels(row, names, axes) }
}

/** The sums of an earlier period as a grey line. */
export const earlierSumLayer: Json = {
  data: dataset('earlierSums'),
  mark: { type: 'line', color: '#7a7f87', strokeWidth: 1.5, invalid: 'break-paths-show-domains' },
  encoding: { x: rowChannel, y: valueChannel() },
}

function summarize(table: ReportTable, series: readonly Series[]): string {
  const stacked = pickStacked(series)
  if (stacked.length === 1 || table.chart?.sum === false) return cartesianType.summarize(table, stacked)
  const rows = table.rows.filter(({ isRest }) => !isRest)
  const sums = listRows({ rows }, stacked).flatMap((values, index) => {
    const sum = addOrBlank(values)
    return sum === null ? [] : [{ sum, label: rows[index]?.label }]
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
}
