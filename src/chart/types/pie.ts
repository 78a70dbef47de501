import { formatNumber } from '../../report/format.ts'
import type { ReportTable, Series } from '../../report/table.ts'
import {
  CHART_HEIGHT,
  type ChartModel,
  type ChartTypeDefinition,
  type ChartTypeSpec,
  layoutPlotArea,
} from '../chart-type.ts'
import {
  buildPieSlices,
  explainMissingSlice,
  findPieFormat,
  findSliceAt,
  layoutLabelsAround,
  layoutLabelsBelow,
  PIE_RADIUS,
  type PieSlice,
} from '../pie-layout.ts'
import { color, fromDataset, pixels, pointMark } from '../vega-encodings.ts'

/** Below this width the labels are under the pie, since they do not fit beside it. */
const LEAST_WIDTH = 480

function buildModel(_: ReportTable, series: readonly Series[], width: number): ChartModel<'pie'> {
  const plotArea = layoutPlotArea(width, CHART_HEIGHT, { left: 0, right: 0, top: 0, bottom: 0 })
  const isNarrow = plotArea.width < LEAST_WIDTH
  const slices = buildPieSlices(series, plotArea.width / 2, isNarrow ? PIE_RADIUS + 8 : plotArea.height / 2)
  const labels = isNarrow ? layoutLabelsBelow(slices, plotArea) : layoutLabelsAround(slices, plotArea)
  return {
    type: 'pie',
    plotArea,
    data: { slices, ...labels },
    signals: {},
    marks: slices.length + labels.labels.length,
  }
}

function summarize(_: ReportTable, series: readonly Series[]): string {
  const slices = buildPieSlices(series, 0, 0)
  const whole = slices.reduce((sum, { value }) => sum + value, 0)
  const largest = slices.reduce<PieSlice | undefined>(
    (most, slice) => (most === undefined || slice.value > most.value ? slice : most),
    undefined,
  )
  const format = findPieFormat(series)
  const share = largest ? `; the largest share is ${largest.series.name} with ${largest.percent}%` : ''
  const missing = series.flatMap((one) => {
    const reason = explainMissingSlice(one, format)
    return reason === null ? [] : [`${one.name} (${reason})`]
  })
  const rest = missing.length === 0 ? '' : ` Not in the pie: ${missing.join(', ')}.`
  return `${slices.length} series, together ${formatNumber(whole, format)}${share}.${rest}`
}

const PIE_COLUMN = { role: 'series', total: 'none', weights: null } as const

/** Sums and shares of the series. */
function buildRows(_: ReportTable, series: readonly Series[]): ReportTable {
  return {
    keyLabel: 'Series',
    keyKind: 'text',
    keyFormat: null,
    columns: [
      { id: 'sum', label: 'Total', format: findPieFormat(series), ...PIE_COLUMN },
      { id: 'share', label: 'Share %', format: null, ...PIE_COLUMN },
    ],
    rows: buildPieSlices(series, 0, 0).map(({ series: { id, name }, value, percent }) => ({
      key: id,
      label: name,
      values: [value, percent],
      hasRecord: true,
    })),
    total: null,
    series: [],
    warnings: [],
  }
}

export const pie: ChartTypeDefinition<'pie'> = {
  symbol: 'area',
  tooltip: {
    kind: 'mark',
    find: ({ data }, x, y) => findSliceAt((data['slices'] ?? []) as readonly PieSlice[], x, y),
  },
  isDrawable: (series) => series.some(({ sum }) => sum !== null && sum > 0),
  buildModel,
  summarize,
  buildRows,
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
