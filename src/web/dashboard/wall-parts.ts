import { useEffect, useState } from 'react'
import type { Tile } from '../../../schemas/api/dashboard.ts'

/** How long a part of a wall screen is shown. */
export const PART_SECONDS = 20

/** The height in px in which 11 px are a 72nd of a wall screen: what is smaller cannot be read from four metres. */
const READABLE_HEIGHT = 740
const ROW_GAP = 6
const COLUMNS = 12

/** The height in px that a tile usually has on a wall screen, before it is scaled. */
const heights: { readonly [K in Tile['kind']]: (tile: Tile) => number } = {
  figure: () => 168,
  chart: ({ type }) => (type === 'pie' ? 468 : 250),
  table: () => 260,
  text: ({ text = '', width }) =>
    text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .reduce((height, line) => height + 22 * Math.ceil(line.length / (COLUMNS * width)), 24),
  unavailable: () => 80,
}

interface Row {
  readonly tiles: readonly Tile[]
  readonly height: number
}

/**
 * Divides the tiles of a wall screen into parts that can be read, of about equal height. They follow from the tiles alone,
 * so that nothing is divided while tiles load.
 */
export function divideTiles(tiles: readonly Tile[]): readonly (readonly Tile[])[] {
  const rows = listRows(tiles)
  const divided = fillParts(rows, READABLE_HEIGHT)
  let height = READABLE_HEIGHT
  while (height > 0 && fillParts(rows, height - 10).length === divided.length) height -= 10
  return fillParts(rows, height).map((part) => part.flatMap((row) => row.tiles))
}

function listRows(tiles: readonly Tile[]): readonly Row[] {
  const rows: { tiles: Tile[]; width: number }[] = []
  for (const tile of tiles) {
    const row = rows.at(-1)
    if (row === undefined || row.width + tile.width > COLUMNS) rows.push({ tiles: [tile], width: tile.width })
    else {
      row.tiles.push(tile)
      row.width += tile.width
    }
  }
  return rows.map((row) => ({
    tiles: row.tiles,
    height: ROW_GAP + Math.max(...row.tiles.map((tile) => heights[tile.kind](tile))),
  }))
}

/** Fills parts with rows up to a height; a row that is higher is a part of its own. */
function fillParts(rows: readonly Row[], most: number): readonly (readonly Row[])[] {
  const parts: Row[][] = []
  let left = 0
  for (const row of rows) {
    left -= row.height
    if (left >= 0) parts.at(-1)?.push(row)
    else {
      parts.push([row])
      left = most - row.height
    }
  }
  return parts
}

/** Shows the parts of a wall screen in turn, unless a reader holds one. */
export function useParts(tiles: readonly Tile[], isOn: boolean) {
  const [turn, setTurn] = useState(0)
  const [isHeld, setHeld] = useState(false)
  const parts = isOn ? divideTiles(tiles) : [tiles]
  const count = parts.length
  useEffect(() => {
    if (count < 2 || isHeld) return undefined
    const timer = setInterval(() => setTurn((before) => before + 1), PART_SECONDS * 1000)
    return () => clearInterval(timer)
  }, [count, isHeld])
  const part = count < 2 ? 0 : turn % count
  return { shown: parts[part] ?? [], part, count, isHeld, toggle: () => setHeld((before) => !before) }
}
