/** A cell by its position on the screen: column 0 is the key's, the last row can be the total. */
export interface CellPosition {
  readonly row: number
  readonly column: number
}

/** How many rows and columns can be selected. */
export interface GridSize {
  readonly rows: number
  readonly columns: number
}

/** Selected cells of a table: a block from the anchor to the focus, or whole rows or columns. */
export interface CellSelection {
  readonly kind: 'cells' | 'rows' | 'columns'
  readonly anchor: CellPosition
  /** The end that moves. */
  readonly focus: CellPosition
  /** Whole rows or columns that were added one by one. */
  readonly added: readonly number[]
}

/** The cells that these rows and columns have in common; both in ascending order. */
export interface SelectedCells {
  readonly rows: readonly number[]
  readonly columns: readonly number[]
}

export const selectCell = (cell: CellPosition): CellSelection => ({
  kind: 'cells',
  anchor: cell,
  focus: cell,
  added: [],
})

export const selectAll = ({ rows, columns }: GridSize): CellSelection => ({
  kind: 'cells',
  anchor: { row: 0, column: 0 },
  focus: { row: rows - 1, column: columns - 1 },
  added: [],
})

/** Moves the end of a selection; without one, the cell is the selection. */
export const extendTo = (selection: CellSelection | null, focus: CellPosition): CellSelection =>
  selection === null ? selectCell(focus) : { ...selection, focus }

/** A whole row or column: the only one, the end of several, or one more (or one less). */
export function selectLine(
  selection: CellSelection | null,
  kind: 'rows' | 'columns',
  cell: CellPosition,
  how: 'only' | 'extend' | 'toggle',
): CellSelection {
  const only: CellSelection = { kind, anchor: cell, focus: cell, added: [] }
  if (selection === null || selection.kind !== kind || how === 'only') return only
  if (how === 'extend') return { ...selection, focus: cell }
  const lines = listLines(selection)
  const line = getLine(kind, cell)
  const others = lines.filter((one) => one !== line)
  if (others.length === 0) return only
  return others.length < lines.length ? select(kind, cell, others) : { ...only, added: lines }
}

/** These lines, of which the last one is the focus. */
function select(kind: 'rows' | 'columns', cell: CellPosition, lines: readonly number[]): CellSelection {
  const last = lines.at(-1) ?? 0
  const at = kind === 'rows' ? { ...cell, row: last } : { ...cell, column: last }
  return { kind, anchor: at, focus: at, added: lines }
}

/** The selected columns of a block, from top to bottom, or its rows. */
export const widenToLines = (selection: CellSelection, kind: 'rows' | 'columns'): CellSelection => ({
  ...selection,
  kind,
  added: [],
})

const getLine = (kind: 'rows' | 'columns', { row, column }: CellPosition) => (kind === 'rows' ? row : column)

const span = (one: number, other: number): number[] =>
  Array.from({ length: Math.abs(one - other) + 1 }, (_, index) => Math.min(one, other) + index)

function listLines({ kind, anchor, focus, added }: CellSelection): number[] {
  const along = kind === 'rows' ? 'rows' : 'columns'
  const lines = [...added, ...span(getLine(along, anchor), getLine(along, focus))]
  return [...new Set(lines)].toSorted((a, b) => a - b)
}

/** The cells of a selection. */
export function listSelected(selection: CellSelection, { rows, columns }: GridSize): SelectedCells {
  const { kind, anchor, focus } = selection
  return {
    rows:
      kind === 'columns'
        ? span(0, rows - 1)
        : kind === 'rows'
          ? listLines(selection)
          : span(anchor.row, focus.row),
    columns:
      kind === 'rows'
        ? span(0, columns - 1)
        : kind === 'columns'
          ? listLines(selection)
          : span(anchor.column, focus.column),
  }
}

/** What a key of the keyboard does to the position of the focus. `page` is the number of rows in view. */
const moves: Readonly<
  Record<string, (cell: CellPosition, size: GridSize, isFar: boolean, page: number) => Partial<CellPosition>>
> = {
  ArrowUp: ({ row }, _, isFar) => ({ row: isFar ? 0 : row - 1 }),
  ArrowDown: ({ row }, { rows }, isFar) => ({ row: isFar ? rows - 1 : row + 1 }),
  ArrowLeft: ({ column }, _, isFar) => ({ column: isFar ? 0 : column - 1 }),
  ArrowRight: ({ column }, { columns }, isFar) => ({ column: isFar ? columns - 1 : column + 1 }),
  Home: (_, __, isFar) => ({ column: 0, ...(isFar && { row: 0 }) }),
  End: (_, { rows, columns }, isFar) => ({ column: columns - 1, ...(isFar && { row: rows - 1 }) }),
  PageUp: ({ row }, _, __, page) => ({ row: row - page }),
  PageDown: ({ row }, _, __, page) => ({ row: row + page }),
}

const clamp = (value: number, count: number) => Math.min(Math.max(0, value), count - 1)

/** The cell to which a key moves; null for another key. `isFar` (Ctrl) moves to the edge of the table. */
export function moveCell(
  cell: CellPosition,
  key: string,
  size: GridSize,
  { isFar, page }: { readonly isFar: boolean; readonly page: number },
): CellPosition | null {
  const next = moves[key]?.(cell, size, isFar, page)
  if (next === undefined) return null
  const { row, column } = { ...cell, ...next }
  return { row: clamp(row, size.rows), column: clamp(column, size.columns) }
}
