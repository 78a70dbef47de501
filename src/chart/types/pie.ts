import { formatNumber } from '../../report/model/format.ts'
import type { ReportTable, Series } from '../../report/model/report-table.ts'
import { type ChartTypeDefinition, EMPTY_CHART_TEXT, layoutPlotArea } from '../chart-type.ts'
import { describeEarlierTotal } from '../comparison-marks.ts'
import type { PieSlice } from '../marks.ts'
import { buildPieSlices, layoutLabelsAround, layoutLabelsBelow, PIE_RADIUS } from '../pie-layout.ts'
import { buildPieParts } from '../pie-parts.ts'
import { createSpec, dataset, type Json, sliceColorChannel, type SpecInput } from '../specification.ts'
import { buildTotalRecords } from '../table-data.ts'
import { listUndrawn } from '../undrawn.ts'

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
  build(table, series, width) {
    const { drawn } = buildPieParts(table, series)
    const plotArea = layoutPlotArea(width, { left: 0, right: 0, top: 0, bottom: 0 })
    const isNarrow = plotArea.width < MIN_WIDTH
    const pieY = isNarrow ? PIE_RADIUS + 8 : plotArea.height / 2
    const slices = buildPieSlices(drawn, plotArea.width / 2, pieY)
    const layoutLabels = isNarrow ? layoutLabelsBelow : layoutLabelsAround
    return {
      plotArea,
      params: { pie: { y: pieY, sum: drawn.reduce((total, { sum }) => total + sum, 0) } },
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
  const { drawn, added, format } = buildPieParts(table, series)
  const slices = buildPieSlices(drawn, 0, 0)
  const whole = formatNumber(
    drawn.reduce((total, { sum }) => total + sum, 0),
    format,
  )
  const [first, ...others] = slices
  const isOwn = ({ series: { columnIndex } }: PieSlice) =>
    added.length === 0 || table.rows[columnIndex]?.isRest !== true
  const largest = slices
    .filter(isOwn)
    .reduce<PieSlice | null>(
      (most, slice) => (most === null || slice.value > most.value ? slice : most),
      null,
    )
  const of = added.length === 0 ? '' : ` (${added.map(({ name }) => name).join(', ')})`
  if (others.length === 0) {
    return `The only slice is ${first?.series.name} with ${whole}${of}, so that the pie shows no shares.`
  }
  const count = `${slices.length} ${added.length === 0 ? 'series' : 'rows'}`
  const share = largest ? `; the largest share is ${largest.series.name} with ${largest.percent}%` : ''
  const together = table.chart?.sum === false ? '' : `, together ${whole}`
  return `${count}${together}${of}${share}.`
}

function explainEmpty(table: ReportTable, series: readonly Series[]): string | null {
  const { drawn, undrawn } = buildPieParts(table, series)
  if (drawn.length > 0) return null
  return undrawn.length === 0 ? EMPTY_CHART_TEXT : `No slices to show: ${listUndrawn(undrawn)}.`
}

const PIE_COLUMN = {
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

function buildRows(table: ReportTable, series: readonly Series[]): ReportTable {
  const { drawn, format } = buildPieParts(table, series)
  return {
    keyLabel: table.pieOver === 'rows' ? table.keyLabel : 'Series',
    keyKind: 'text',
    keyFormat: null,
    keyYear: null,
    link: null,
    columns: [
      { id: 'sum', label: 'Total', format, ...PIE_COLUMN },
      { id: 'share', label: 'Share %', format: null, ...PIE_COLUMN },
    ],
    rows: buildPieSlices(drawn, 0, 0).map(({ series: { id, name }, value, percent }) => ({
      key: id,
      label: name,
      values: [value, percent],
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
