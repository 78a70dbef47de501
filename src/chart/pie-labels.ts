import type { Labels, PieSlice, PlotArea } from './chart-type.ts'
import { avoidOverlap, layoutLegend, ROW_HEIGHT } from './labels.ts'
import { getMiddle, locateInSlice, PIE_RADIUS } from './pie-slices.ts'
import { measureText, truncate } from './text.ts'

const FONT_SIZE = 12
const LINE_HEIGHT = 16

/** The distances from the centre at which leader lines start, and at which labels are. */
const LEADER_RADIUS = PIE_RADIUS + 2
const LABEL_RADIUS = 136

/** Formats `name NN%`; only the name is truncated. */
function formatLabel({ series: { name, percent } }: PieSlice, maxWidth: number): string {
  const share = ` ${percent}%`
  return truncate(name, FONT_SIZE, maxWidth - measureText(share, FONT_SIZE)) + share
}

const sortBySize = (slices: readonly PieSlice[]) => slices.toSorted((a, b) => b.series.sum - a.series.sum)

/** Places labels to the left and the right of the pie, close to their slices, moved apart if they overlap. */
export function layoutLabelsAround(slices: readonly PieSlice[], plotArea: PlotArea): Labels {
  const labels = ([1, -1] as const).flatMap((side) => layoutSide(slices, plotArea, side))
  return { texts: labels.map(({ text }) => text), rules: labels.map(({ rule }) => rule), symbols: [] }
}

function layoutSide(slices: readonly PieSlice[], { width, height }: PlotArea, side: 1 | -1) {
  const isHere = (slice: PieSlice) => Math.sin(getMiddle(slice)) >= 0 === side > 0
  const labelled = sortBySize(slices.filter(isHere))
    .slice(0, Math.floor((2 * LABEL_RADIUS) / LINE_HEIGHT))
    .map((slice) => ({ slice, wanted: locateInSlice(slice, LABEL_RADIUS).y }))
    .toSorted((a, b) => a.wanted - b.wanted)
  const reach = LABEL_RADIUS + LINE_HEIGHT / 4
  const ys = avoidOverlap(
    labelled.map(({ wanted }) => wanted),
    LINE_HEIGHT,
    height / 2 - reach,
    height / 2 + reach,
  )
  return labelled.map(({ slice, wanted }, index) => {
    const y = ys[index] ?? wanted
    const x = slice.x + side * (Math.sqrt(Math.max(0, LABEL_RADIUS ** 2 - (y - slice.y) ** 2)) + 8)
    const label = formatLabel(slice, (side > 0 ? width - x : x) - 8)
    const from = locateInSlice(slice, LEADER_RADIUS)
    return {
      text: { x, y, text: label, align: side > 0 ? ('left' as const) : ('right' as const) },
      rule: { ...from, x2: x - side * 4, y2: y },
    }
  })
}

/** The lines of labels under a pie. More slices are in two columns, and beyond these in the order of their sizes. */
const LINES = 6
/** What a label has beside its text, in px. */
const SPACE = 43

/** Places labels under the pie, each with its color, for narrow screens. Small slices that do not fit are counted. */
export function layoutLabelsBelow(slices: readonly PieSlice[], { width }: PlotArea): Labels {
  const shown = slices.length > 2 * LINES ? sortBySize(slices) : slices
  const maxWidth = slices.length > LINES ? (width + 20) / 2 - SPACE : width - SPACE
  const entries = shown.map((slice) => ({ ...slice.series, name: formatLabel(slice, maxWidth) }))
  return layoutLegend(entries, 'area', { x: 0, y: 256, width, height: (LINES + 0.5) * ROW_HEIGHT })
}
