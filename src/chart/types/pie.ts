import { formatNumber } from '../../report/model/format.ts'
import type { ReportTable, Series } from '../../report/model/report-table.ts'
import { type ChartTypeDefinition, EMPTY_CHART_TEXT, layoutPlotArea } from '../chart-type.ts'
import { describeEarlierTotal } from '../comparison-marks.ts'
import { buildPieSlices, layoutLabelsAround, layoutLabelsBelow, PIE_RADIUS } from '../pie-layout.ts'
import { buildPieParts } from '../pie-parts.ts'
import { createSpec, dataset, type Json, sliceColorChannel, type SpecInput } from '../specification.ts'
import { buildTotalRecords } from '../table-data.ts'
import { nameUndrawn } from '../undrawn.ts'

/** Below this width the labels are under the pie, since they do not fit beside it. */
const MIN_WIDTH = 480

/** Returns a slice for each series or row, as large as its share. */
const specify = (input: SpecInput): Json =>
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
        y: { value: { expr: 'pie.y' } },
        theta: { field: 'value', type: 'quantitative', scale: { domain: [0, { expr: 'pie.sum' }] } },
        order: { field: 'order', type: 'quantitative' },
        color: sliceColorChannel(input),
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
  explainEmpty,
  build(table, series, box) {
    const { drawn, whole } = buildPieParts(table, series)
    const plotArea = layoutPlotArea(box, { left: 0, right: 0, top: 0, bottom: 0 })
    const isNarrow = plotArea.width < MIN_WIDTH
    const pieY = isNarrow ? PIE_RADIUS + 8 : plotArea.height / 2
    const slices = buildPieSlices(drawn, plotArea.width / 2, pieY)
    const layoutLabels = isNarrow ? layoutLabelsBelow : layoutLabelsAround
    return {
      plotArea,
      params: { pie: { y: pieY, sum: whole } },
      data: { total: buildTotalRecords(drawn), ...layoutLabels(slices, plotArea) },
      slices,
    }
  },
  summarize,
  describeEarlier: (comparison, table, series) => {
    if (table.chart?.sum === false) return `${comparison.name} is not drawn.`
    const { drawn, added } = buildPieParts(table, series)
    return `Not drawn: ${describeEarlierTotal(comparison, table.pieOver === 'rows' ? added : drawn)}.`
  },
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
  const own = drawn.filter(({ columnIndex }) => !isOverRows || table.rows[columnIndex]?.isRest !== true)
  const [largest] = own.toSorted((a, b) => b.sum - a.sum)
  const share = largest ? `; the largest share is ${largest.name} with ${largest.percent}%` : ''
  const together = table.chart?.sum === false ? '' : `, together ${total}`
  return `${drawn.length} ${isOverRows ? 'rows' : 'series'}${together}${of}${share}.`
}

function explainEmpty(table: ReportTable, series: readonly Series[]): string | null {
  const { drawn, undrawn } = buildPieParts(table, series)
  if (drawn.length > 0) return null
  return undrawn.length === 0 ? EMPTY_CHART_TEXT : `No slices to show: ${nameUndrawn(undrawn)}.`
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
