import type { ReportTable, Series } from '../../report/table/report-table.ts'
import { layoutAxes } from '../axes.ts'
import type { ChartModel, ChartTypeDefinition, ChartTypeSpec, PlotArea } from '../chart-type.ts'
import { buildDirectLabels, type LabelledEnd, measureDirectLabels } from '../direct-labels.ts'
import { buildGapBands, gapBandMark } from '../measured.ts'
import { buildEarlierSum, buildSumLine, includeSum, sumLineLayer } from '../earlier.ts'
import type { ValueScale } from '../scales.ts'
import { buildStack, pickStacked, type Stack, type StackedValue, stackedType } from '../stack.ts'
import {
  axisTextLayer,
  cartesianSignals,
  color,
  directLabelLayers,
  fromDataset,
  type Json,
  labelSquares,
  rowMiddle,
  stackedY,
} from '../vega-encodings.ts'

/** The area of a series as one mark: an SVG path in px of the plot. */
interface Area {
  readonly path: string
  readonly series: Series
}

function buildModel(table: ReportTable, visible: readonly Series[], width: number): ChartModel<'area'> {
  const series = pickStacked(visible)
  const stack = buildStack(table, series)
  const labelWidth = measureDirectLabels(table, series, width)
  const earlier = buildEarlierSum(table, series)
  const axes = layoutAxes(table, series, width, () => includeSum(stack.extent, earlier), labelWidth)
  const { plotArea, scale } = axes
  const runs = stack.pieces.map(listRuns)
  const { labels, labelMarkers, labelGap } = buildDirectLabels(
    table.rows.length - 1,
    labelWidth > 0 ? findAreaEnds(stack) : [],
    scale,
    plotArea.height,
    false,
  )
  return {
    type: 'area',
    plotArea,
    rightScale: null,
    data: {
      areas: series.map((one, index) => ({
        path: buildPath(runs[index] ?? [], table.rows.length, scale, plotArea),
        series: one,
      })) satisfies Area[],
      alone: runs.flatMap((list) => list.flatMap((run) => (run.length === 1 ? run : []))),
      labels,
      labelMarkers,
      gaps: buildGapBands(table, plotArea),
      earlierSums: buildSumLine(earlier, axes),
      axisTexts: axes.texts,
    },
    signals: { ...axes.signals, labelGap },
    marks: series.length,
  }
}

/** The parts of a series between its blanks. */
function listRuns(pieces: readonly (StackedValue | null)[]): StackedValue[][] {
  const runs: StackedValue[][] = [[]]
  for (const piece of pieces) {
    if (piece === null) runs.push([])
    else runs.at(-1)?.push(piece)
  }
  return runs.filter(({ length }) => length > 0)
}

const tenths = (value: number) => Math.round(value * 10) / 10

/** Along the upper edge and back along the lower one. A run of one row has no area; it is drawn as a bar. */
function buildPath(
  runs: readonly (readonly StackedValue[])[],
  rows: number,
  { min, max }: ValueScale,
  { width, height }: PlotArea,
): string {
  const slot = width / rows
  const unit = height / (max - min)
  const locate = (rowIndex: number, value: number) =>
    `${tenths((rowIndex + 0.5) * slot)},${tenths((max - value) * unit)}`
  return runs
    .filter(({ length }) => length > 1)
    .flatMap(splitSigns)
    .map((run) => {
      const upper = run.map(({ rowIndex, high }) => locate(rowIndex, high))
      const lower = run.toReversed().map(({ rowIndex, low }) => locate(rowIndex, low))
      return `M${[...upper, ...lower].join('L')}Z`
    })
    .join('')
}

/** The values above 0 and those below as areas of their own, so that no area leads from one side to the other. */
function splitSigns(run: readonly StackedValue[]): (readonly StackedValue[])[] {
  const isBelow = ({ low }: StackedValue) => low < 0
  if (!run.some(isBelow) || run.every(isBelow)) return [run]
  const flatten = (piece: StackedValue) => ({ ...piece, low: piece.opposite, high: piece.opposite })
  return [
    run.map((piece) => (isBelow(piece) ? flatten(piece) : piece)),
    run.map((piece) => (isBelow(piece) ? piece : flatten(piece))),
  ]
}

/** The middle of each area at its right end. */
const findAreaEnds = ({ pieces }: Stack): LabelledEnd[] =>
  pieces.flatMap((list) => {
    const last = list.at(-1) ?? null
    return last === null ? [] : [{ series: last.series, value: (last.low + last.high) / 2, isLast: true }]
  })

export const area: ChartTypeDefinition<'area'> = {
  symbol: 'area',
  tooltip: { kind: 'row', cursor: 'line', hasDots: false, pick: pickStacked },
  buildModel,
  ...stackedType,
}

const areaMark: Json = {
  type: 'path',
  from: { data: 'areas' },
  encode: {
    update: {
      path: { field: 'path' },
      fill: { signal: 'datum.series.color' },
      stroke: { signal: 'backgroundColor' },
      strokeWidth: { value: 0.75 },
      strokeJoin: { value: 'bevel' },
    },
  },
}

/** Areas upon each other, and direct labels with the colors of their areas. */
export const buildAreaSpec = (): ChartTypeSpec => ({
  layers: [
    {
      ...fromDataset('alone'),
      mark: { type: 'rule', stroke: color, strokeWidth: { expr: 'count < 2 ? 16 : 4' } },
      encoding: { x: rowMiddle, ...stackedY },
    },
    ...directLabelLayers(labelSquares),
    sumLineLayer,
    axisTextLayer,
  ],
  signals: cartesianSignals,
  vegaMarks: [gapBandMark, areaMark],
})
