import { add, addOrBlank } from '../../query/arithmetic.ts'
import { formatNumber, isSameUnit, type NumberFormat } from '../../report/model/format.ts'
import type { Comparison, ReportTable, Series } from '../../report/model/report-table.ts'
import { getSeriesStyle } from '../../report/model/series-style.ts'
import { computeChange } from '../../report/table/add-comparison.ts'
import { type ChartTypeDefinition, layoutPlotArea } from '../chart-type.ts'
import { layoutLabelsAround, layoutLabelsBelow } from '../pie-labels.ts'
import { buildPieSlices, PIE_RADIUS } from '../pie-slices.ts'
import { createSpec, dataset, type Json } from '../specification.ts'
import { buildTotalRecords } from '../table-data.ts'
import { NO_SUM, OTHER_UNIT, type UndrawnSeries } from '../undrawn.ts'

/** Below this width the labels are under the pie, since they do not fit beside it. */
const MIN_WIDTH = 480

/** Returns a slice for each series or row, as large as its share. */
const specify = (): Json =>
  createSpec([
    {
      data: dataset('total'),
      mark: {
        type: 'arc',
        outerRadius: PIE_RADIUS,
        stroke: { expr: 'backgroundColor' },
        strokeWidth: { expr: "length(data('total')) > 36 ? 0.5 : 1.5" },
      },
      encoding: {
        theta: { field: 'value', type: 'quantitative' },
        order: { field: 'order', type: 'quantitative' },
        color: { field: 'color', type: 'nominal', scale: null, legend: null },
      },
    },
  ])

/** Draws slices, with labels beside or under them. */
export const pie: ChartTypeDefinition = {
  symbol: 'area',
  tooltip: 'slice',
  specify,
  select: buildPieParts,
  place: 'in the pie',
  build(table, series, box) {
    const { drawn } = buildPieParts(table, series)
    const isNarrow = box.width < MIN_WIDTH
    const bottom = isNarrow ? box.height - 2 * (PIE_RADIUS + 8) : 0
    const plotArea = layoutPlotArea(box, { left: 0, right: 0, top: 0, bottom })
    const slices = buildPieSlices(drawn, plotArea)
    const total = buildTotalRecords(drawn).map((record, index) => ({ ...record, color: drawn[index]?.color }))
    const layoutLabels = isNarrow ? layoutLabelsBelow : layoutLabelsAround
    return {
      plotArea,
      data: { total, ...layoutLabels(slices, plotArea) },
      slices,
    }
  },
  summarize,
  describeShares,
  describeEarlier,
  buildRows,
}

function summarize(table: ReportTable, series: readonly Series[]): string {
  const { drawn, added, whole, format } = buildPieParts(table, series)
  const isOverRows = added.length > 0
  const total = formatNumber(whole, format)
  const of = isOverRows ? ` (${added.map(({ name }) => name).join(', ')})` : ''
  if (drawn.length === 1) {
    return `The only slice is ${drawn[0]?.name} with ${total}${of}, so that the pie shows no shares.`
  }
  const ranked = drawn.filter(({ columnIndex }) => !isOverRows || table.rows[columnIndex]?.isRest !== true)
  const [largest] = ranked.toSorted((a, b) => b.sum - a.sum)
  const share = largest ? `; the largest share is ${largest.name} with ${largest.percent}%` : ''
  const hasSum = table.chart?.sum !== false
  const all = isOverRows ? add(added.map(({ sum }) => sum ?? 0)) : whole
  const ofAll = hasSum && formatNumber(all, format) !== total ? `, all rows ${formatNumber(all, format)}` : ''
  const together = hasSum ? `, together ${total}` : ''
  return `${drawn.length} ${isOverRows ? 'rows' : 'series'}${together}${of}${ofAll}${share}.`
}

function describeShares(table: ReportTable, series: readonly Series[]): string {
  const [{ drawn, undrawn }, all] = [buildPieParts(table, series), buildPieParts(table, table.series)]
  const isOfAll = undrawn.length === 0 && (table.pieOver === 'rows' || all.drawn.length === drawn.length)
  return drawn.length === 0 || isOfAll ? '' : 'Shares are of the slices shown.'
}

/** Compares the sum of the slices with that of the same rows or series: `Not drawn: 1,234.00 in February 2025 (+12.3%).` */
function describeEarlier(comparison: Comparison, table: ReportTable, series: readonly Series[]): string {
  const { drawn, added, whole, format } = buildPieParts(table, series)
  const before = addOrBlank(
    drawn.flatMap(({ columnIndex: index }) =>
      table.pieOver === 'rows'
        ? added.map(({ columnIndex }) => comparison.rows[index]?.values[columnIndex] ?? null)
        : (comparison.earlierTotals[index] ?? null),
    ),
  )
  if (table.chart?.sum === false || before === null) return `${comparison.name} is not drawn.`
  const { value, format: ofChange } = computeChange(whole, before, null)
  const change = value === null ? '' : ` (${formatNumber(value, ofChange)})`
  return `Not drawn: ${formatNumber(before, format)} in ${comparison.name}${change}.`
}

const SHARE_COLUMN = {
  id: 'share',
  label: 'Share %',
  format: null,
  role: 'series',
  hidden: false,
  total: 'none',
  weights: null,
  from: '',
  header: null,
  description: null,
  words: null,
  formula: null,
  link: null,
  unavailable: null,
} as const

/** Builds a table of the slices, with their sums and shares. */
function buildRows(table: ReportTable, series: readonly Series[]): ReportTable {
  const { drawn, whole, format } = buildPieParts(table, series)
  return {
    keyLabel: table.pieOver === 'rows' ? table.keyLabel : 'Series',
    keyKind: 'text',
    keyFormat: null,
    keyYear: null,
    link: null,
    columns: [{ ...SHARE_COLUMN, id: 'sum', label: 'Total', format }, SHARE_COLUMN],
    rows: drawn.map(({ id, name, sum }) => ({
      key: id,
      label: name,
      values: [sum, (100 * sum) / whole],
      hasRecord: true,
      isRest: false,
    })),
    hiddenRows: 0,
    total: null,
    series: [],
    pieOver: 'columns',
    remarks: [],
    warnings: [],
  }
}

/** Builds the parts of a pie in the order of the series or rows. All have the unit of the first that can be added up. */
export function buildPieParts(table: ReportTable, series: readonly Series[]) {
  const isOverRows = table.pieOver === 'rows'
  const format = series.find(({ sum }) => sum !== null && (isOverRows || sum > 0))?.format ?? null
  const summed = series.filter((item) => item.sum !== null && isSameUnit(item.format, format))
  const slices = isOverRows ? table.rows.map((_, index) => toSeries(table, index, summed, format)) : summed
  const drawn = slices.flatMap((slice) =>
    slice.sum !== null && slice.sum > 0 ? [{ ...slice, sum: slice.sum }] : [],
  )
  const whole = add(drawn.map(({ sum }) => sum))
  const candidates = isOverRows ? [...series.filter((item) => !summed.includes(item)), ...slices] : series
  const { hiddenRows } = table
  const hidden = hiddenRows === 1 ? '1 row' : `${hiddenRows} rows`
  const beyond = { ...toSeries(table, table.rows.length, [], format), name: hidden }
  return {
    drawn: drawn.map((part) => ({ ...part, percent: Math.round((part.sum / whole) * 100) })),
    undrawn: [
      ...candidates.flatMap((candidate) => explainUndrawn(candidate, format)),
      ...(isOverRows && hiddenRows > 0 ? [{ series: beyond, reason: 'not in the table' }] : []),
    ],
    added: isOverRows ? summed : [],
    /** The sum of all slices, and their format. */
    whole,
    format,
  }
}

/** Returns a row in the look of a series: its sum is that of these series in the row. */
const toSeries = (
  { rows }: ReportTable,
  index: number,
  summed: readonly Series[],
  format: NumberFormat | null,
): Series => ({
  id: `r${index}`,
  name: rows[index]?.label ?? '',
  columnIndex: index,
  format,
  sum: add(summed.map(({ columnIndex }) => rows[index]?.values[columnIndex] ?? 0)),
  visible: true,
  isSecond: false,
  ...getSeriesStyle(index, null),
})

/** Explains why a series is not in the pie; nothing if it is, or if its sum is 0. */
function explainUndrawn(series: Series, unit: NumberFormat | null): UndrawnSeries[] {
  const { sum, format } = series
  if (sum === null) return [{ series, reason: NO_SUM }]
  if (sum < 0) return [{ series, reason: 'negative' }]
  return sum > 0 && !isSameUnit(format, unit) ? [{ series, reason: OTHER_UNIT }] : []
}
