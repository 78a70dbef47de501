import type { PlotArea } from './plot-area.ts'
import { PIE_RADIUS, type PieSlice } from './pie-slices.ts'
import { avoidOverlap } from './direct-labels.ts'
import { truncate, measureText } from './text.ts'
import type { Series } from '../report/table.ts'

export interface PieLabel {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly align: 'left' | 'right'
}

/** The thread from a slice to its name. */
export interface LeaderLine {
  readonly x: number
  readonly y: number
  readonly x2: number
  readonly y2: number
}

export interface Swatch {
  readonly x: number
  readonly y: number
  readonly series: Series
}

export interface PieLabels {
  readonly names: readonly PieLabel[]
  readonly leaders: readonly LeaderLine[]
  readonly keys: readonly Swatch[]
}

const SIZE = 12
const LINE = 16
/** Where the leader lines start. */
const EDGE = PIE_RADIUS + 2
const REACH = 136

/** `name NN%`, the name cut where there is no room for it. */
function nameOf({ series, percent }: PieSlice, room: number): string {
  const share = ` ${percent}%`
  return truncate(series.name, SIZE, room - measureText(share, SIZE)) + share
}

/** The largest slices that can have a name, in the order they are drawn. */
function largest(slices: readonly PieSlice[], most: number): readonly PieSlice[] {
  if (slices.length <= most) return slices
  const kept = new Set(slices.toSorted((a, b) => b.value - a.value).slice(0, most))
  return slices.filter((slice) => kept.has(slice))
}

/** Names to the left and the right of the pie, close to their slices, moved apart where they would overlap. */
export function labelsAround(slices: readonly PieSlice[], frame: PlotArea): PieLabels {
  const names: PieLabel[] = []
  const leaders: LeaderLine[] = []
  const most = Math.floor((2 * REACH) / LINE)
  for (const side of [1, -1]) {
    const placed = largest(
      slices.filter((slice) => (Math.sin(middleOf(slice)) >= 0 ? 1 : -1) === side),
      most,
    )
      .map((slice) => ({ slice, y: slice.y - Math.cos(middleOf(slice)) * REACH }))
      .toSorted((a, b) => a.y - b.y)
    const ys = avoidOverlap(
      placed.map(({ y }) => y),
      LINE,
      frame.height / 2 - REACH - LINE / 4,
      frame.height / 2 + REACH + LINE / 4,
    )
    for (const [index, { slice, y: wanted }] of placed.entries()) {
      const y = ys[index] ?? wanted
      const away = Math.sqrt(Math.max(0, REACH ** 2 - (y - slice.y) ** 2))
      const x = slice.x + side * (away + 8)
      const angle = middleOf(slice)
      names.push({
        x,
        y,
        text: nameOf(slice, (side > 0 ? frame.width - x : x) - 8),
        align: side > 0 ? 'left' : 'right',
      })
      leaders.push({
        x: slice.x + Math.sin(angle) * EDGE,
        y: slice.y - Math.cos(angle) * EDGE,
        x2: x - side * 4,
        y2: y,
      })
    }
  }
  return { names, leaders, keys: [] }
}

const middleOf = ({ start, end }: PieSlice): number => (start + end) / 2

const TOP = 276
const ROWS = 6
const ROW = 20

/** Names under the pie in two columns, each with its colour, for narrow screens. */
export function labelsBelow(slices: readonly PieSlice[], frame: PlotArea): PieLabels {
  const places = ROWS * 2
  const isAll = slices.length <= places
  const shown = isAll ? slices : largest(slices, places - 1)
  const half = frame.width / 2
  const place = (index: number) => ({ x: (index % 2) * half, y: TOP + Math.floor(index / 2) * ROW })
  const names = shown.map((slice, index): PieLabel => {
    const { x, y } = place(index)
    return { x: x + 18, y, text: nameOf(slice, half - 26), align: 'left' }
  })
  const keys = shown.map(({ series }, index): Swatch => {
    const { x, y } = place(index)
    return { x: x + 7, y, series }
  })
  if (isAll) return { names, leaders: [], keys }
  const rest = place(places - 1)
  const more: PieLabel = {
    x: rest.x + 18,
    y: rest.y,
    text: `+ ${slices.length - shown.length} more`,
    align: 'left',
  }
  return { names: [...names, more], leaders: [], keys }
}
