import type { Series } from '../../report/table/report-table.ts'
import type { Axes } from '../axes.ts'
import { addAxes } from '../cartesian.ts'
import type { ChartTypeDefinition } from '../chart-type.ts'
import { buildDirectLabels, type LabelledEnd } from '../direct-labels.ts'
import type { Bar, ShapeMark } from '../marks.ts'
import { type AreaPoint, createArea } from '../path-shape.ts'
import { type buildStack, layoutStack, pickStacked, stackedType } from '../stack.ts'

/** Draws areas upon each other, with names at their right ends. */
export const area: ChartTypeDefinition = {
  symbol: 'area',
  tooltip: { kind: 'row', cursor: 'line', hasDots: false, pick: pickStacked },
  build(table, visible, width) {
    const { stack, axes, labelWidth, sums } = layoutStack(table, visible, width, true)
    const ends = labelWidth > 0 ? findAreaEnds(stack) : []
    const labels = buildDirectLabels(table.rows.length - 1, ends, axes, 'square')
    const areas = stack.layers.flatMap((pieces) => buildArea(pieces, axes))
    return addAxes(table, axes, { ...labels, shapes: [...areas, ...sums] })
  },
  ...stackedType,
}

/** Half the width in px of a value between blanks, and of the only row of a table. */
const HALF_WIDTH = 2
const HALF_WIDTH_OF_ONE = 8

/** Builds the area of a series, which ends at a blank. */
function buildArea(pieces: readonly (Bar | null)[], { getX, getY }: Axes): ShapeMark[] {
  const series = pieces.find((piece) => piece !== null)?.series
  if (series === undefined) return []
  const runs: AreaPoint[][] = [[]]
  for (const piece of pieces) {
    if (piece === null) runs.push([])
    else runs.at(-1)?.push({ x: getX(piece.rowIndex), top: getY(piece.high), bottom: getY(piece.low) })
  }
  const half = pieces.length < 2 ? HALF_WIDTH_OF_ONE : HALF_WIDTH
  const widen = (run: readonly AreaPoint[]) =>
    run.length > 1 ? run : run.flatMap((one) => [-half, half].map((by) => ({ ...one, x: one.x + by })))
  const shape = createArea(runs.filter(({ length }) => length > 0).map(widen))
  return [{ shape, fill: series.color, stroke: null, dash: [], width: 0.75, opacity: 1, series }]
}

/** Finds the middle of each area at its right end. */
function findAreaEnds({ layers }: ReturnType<typeof buildStack>): LabelledEnd[] {
  const ends = new Map<Series, LabelledEnd>()
  for (const pieces of layers) {
    const last = pieces.at(-1) ?? null
    if (last === null || (ends.has(last.series) && last.high === last.low)) continue
    ends.set(last.series, { series: last.series, value: (last.low + last.high) / 2, isLast: true })
  }
  return [...ends.values()]
}
