import { formatNumber } from '../../report/format.ts'
import type { ReportTable, Series } from '../../report/table/report-table.ts'
import {
  CHART_HEIGHT,
  type ChartLegend,
  type ChartModel,
  type ChartTypeDefinition,
  type ChartTypeSpec,
  EMPTY_CHART_TEXT,
  layoutPlotArea,
} from '../chart-type.ts'
import { describeEarlierTotal } from '../earlier.ts'
import { listMissing, nameReasons } from '../missing-series.ts'
import {
  buildPieSlices,
  findSliceAt,
  layoutLabelsAround,
  layoutLabelsBelow,
  PIE_RADIUS,
  type PieSlice,
} from '../pie-layout.ts'
import { buildPieParts } from '../pie-parts.ts'
import { color, fromDataset, pixels, pointMark } from '../vega-encodings.ts'

/** Below this width the labels are under the pie, since they do not fit beside it. */
const LEAST_WIDTH = 480

function buildModel(table: ReportTable, series: readonly Series[], width: number): ChartModel<'pie'> {
  const { parts } = buildPieParts(table, series)
  const plotArea = layoutPlotArea(width, CHART_HEIGHT, { left: 0, right: 0, top: 0, bottom: 0 })
  const isNarrow = plotArea.width < LEAST_WIDTH
  const slices = buildPieSlices(parts, plotArea.width / 2, isNarrow ? PIE_RADIUS + 8 : plotArea.height / 2)
  const labels = isNarrow ? layoutLabelsBelow(slices, plotArea) : layoutLabelsAround(slices, plotArea)
  return {
    type: 'pie',
    plotArea,
    rightScale: null,
    data: { slices, ...labels },
    signals: {},
    marks: slices.length + labels.labels.length,
  }
}

function summarize(table: ReportTable, series: readonly Series[]): string {
  const { parts, missing, added, format } = buildPieParts(table, series)
  const slices = buildPieSlices(parts, 0, 0)
  const whole = formatNumber(
    parts.reduce((total, { sum }) => total + sum, 0),
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
  const of = added.length === 0 ? '' : ` (${listNames(added)})`
  const rest = missing.length === 0 ? '' : ` Not in the pie: ${listMissing(missing)}.`
  if (others.length === 0) {
    return `The only slice is ${first?.series.name} with ${whole}${of}, so that the pie shows no shares.${rest}`
  }
  const count = `${slices.length} ${added.length === 0 ? 'series' : 'rows'}`
  const share = largest ? `; the largest share is ${largest.series.name} with ${largest.percent}%` : ''
  return `${count}, together ${whole}${of}${share}.${rest}`
}

const listNames = (series: readonly Series[]): string => series.map(({ name }) => name).join(', ')

function explainEmpty(table: ReportTable, series: readonly Series[]): string | null {
  const { parts, missing } = buildPieParts(table, series)
  if (parts.length > 0) return null
  return missing.length === 0 ? EMPTY_CHART_TEXT : `No slices to show: ${listMissing(missing)}.`
}

const PIE_COLUMN = {
  role: 'series',
  hidden: false,
  total: 'none',
  weights: null,
  header: null,
  description: null,
  link: null,
  unavailable: null,
} as const

/** Sums and shares of the slices. */
function buildRows(table: ReportTable, series: readonly Series[]): ReportTable {
  const { parts, format } = buildPieParts(table, series)
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
    rows: buildPieSlices(parts, 0, 0).map(({ series: { id, name }, value, percent }) => ({
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

/** Slices that are rows, or all series: those that are no slices with the reason. */
function buildLegend(table: ReportTable, series: readonly Series[]): ChartLegend {
  const { parts, missing, added } = buildPieParts(table, series)
  if (table.pieOver === 'rows') return { entries: parts, subtitle: listNames(added) }
  return { entries: nameReasons(series, missing), subtitle: null }
}

const getSlices = ({ data }: ChartModel) => (data['slices'] ?? []) as readonly PieSlice[]

export const pie: ChartTypeDefinition<'pie'> = {
  symbol: 'area',
  tooltip: {
    kind: 'mark',
    find: (model, x, y) => findSliceAt(getSlices(model), x, y),
    list: (model) =>
      getSlices(model).map((mark) => {
        const [middle, radius] = [(mark.start + mark.end) / 2, (PIE_RADIUS * 2) / 3]
        return { mark, x: mark.x + Math.sin(middle) * radius, y: mark.y - Math.cos(middle) * radius }
      }),
  },
  explainEmpty,
  buildModel,
  summarize,
  describeEarlier: (comparison, table, series) => {
    const { parts, added } = buildPieParts(table, series)
    return `Not drawn: ${describeEarlierTotal(comparison, table.pieOver === 'rows' ? added : parts)}.`
  },
  formatEarlierEntry: null,
  buildRows,
  buildLegend,
}

/** Slices, and labels beside or under them. */
export const buildPieSpec = (): ChartTypeSpec => ({
  layers: [
    {
      ...fromDataset('slices'),
      mark: {
        type: 'arc',
        outerRadius: PIE_RADIUS,
        fill: color,
        stroke: { expr: 'backgroundColor' },
        strokeWidth: { expr: 'datum.strokeWidth' },
      },
      encoding: {
        x: pixels('x'),
        y: pixels('y'),
        theta: { field: 'start', type: 'quantitative', scale: null, stack: null },
        theta2: { field: 'end' },
      },
    },
    {
      ...fromDataset('leaderLines'),
      mark: { type: 'rule', strokeWidth: 1, color: { expr: 'mutedColor' }, opacity: 0.6 },
      encoding: { x: pixels('x'), y: pixels('y'), x2: { field: 'x2' }, y2: { field: 'y2' } },
    },
    {
      ...fromDataset('labelSwatches'),
      mark: { type: 'point', size: 100, fill: color, ...pointMark, shape: 'square' },
      encoding: { x: pixels('x'), y: pixels('y') },
    },
    {
      ...fromDataset('labels'),
      mark: {
        type: 'text',
        baseline: 'middle',
        fontSize: 12,
        color: { expr: 'textColor' },
        align: { expr: 'datum.align' },
      },
      encoding: { x: pixels('x'), y: pixels('y'), text: { field: 'text', type: 'nominal' } },
    },
  ],
  signals: {},
  vegaMarks: [],
})
