import type { SeriesStyle } from '../report/model/report-table.ts'
import type { SeriesSymbol } from './chart-type.ts'
import type { Labels } from './marks.ts'
import { measureText } from './text.ts'

const FONT_SIZE = 12
export const ROW_HEIGHT = 20
const SYMBOL_WIDTHS: Readonly<Record<SeriesSymbol, number>> = { line: 26, area: 14 }
const SYMBOL_GAP = 8
const COLUMN_GAP = 20

/** An entry, whose name is as short as it has to be. */
type Entry = SeriesStyle & { readonly name: string }

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Lays out entries in columns in the middle of a box. Those that do not fit are counted as `+ N more`. */
export function layoutLegend(entries: readonly Entry[], symbol: SeriesSymbol, box: Box): Labels {
  const symbolWidth = SYMBOL_WIDTHS[symbol]
  const widest = entries.reduce((most, { name }) => Math.max(most, measureText(name, FONT_SIZE)), 40)
  const columnWidth = Math.ceil(widest) + symbolWidth + SYMBOL_GAP + COLUMN_GAP
  const columns = Math.max(1, Math.min(entries.length, Math.floor((box.width + COLUMN_GAP) / columnWidth)))
  const capacity = columns * Math.floor((box.height - ROW_HEIGHT / 2) / ROW_HEIGHT)
  const shown = entries.length > capacity ? entries.slice(0, capacity - 1) : entries
  const hidden = entries.length - shown.length
  const left = box.x + Math.max(0, (box.width - columns * columnWidth + COLUMN_GAP) / 2)
  const texts = [...shown, ...(hidden > 0 ? [{ name: `+ ${hidden} more` }] : [])].map(
    ({ name: text }, index) => ({
      x: left + (index % columns) * columnWidth + symbolWidth + SYMBOL_GAP,
      y: box.y + ROW_HEIGHT * (1 + Math.floor(index / columns)),
      text,
    }),
  )
  const look = symbol === 'line' ? { size: 64 } : { size: 130, shape: 'square' }
  const symbols = shown.map(({ color, shape }, index) => {
    const { x = 0, y = 0 } = texts[index] ?? {}
    return { x: x - SYMBOL_GAP - symbolWidth / 2, y, color, shape, ...look }
  })
  const rules = symbols.map(({ x, y, color }, index) => ({
    x: x - symbolWidth / 2,
    y,
    x2: x + symbolWidth / 2,
    y2: y,
    width: 2.5,
    color,
    dash: shown[index]?.dash ?? [],
  }))
  return { texts, symbols, rules: symbol === 'line' ? rules : [] }
}
