import { formatNumber } from '../../../../report/format.ts'
import { getName } from '../../../../report/copied-cells.ts'
import type { GridProps } from '../static-grid.tsx'
import { shownTables } from '../table-parts.ts'
import './cell-selection.css'
import { getSize, HEADER, listCells, revealCell } from './grid-elements.ts'
import { findRow } from './picked-cells.ts'
import { type CellSelection, listSelected, type SelectedCells } from './selected-cells.ts'

/** The selection of one table at a time. */
interface ActiveSelection {
  readonly box: HTMLElement
  readonly grid: GridProps
  readonly selection: CellSelection
}

let active: ActiveSelection | null = null
/** What had the focus before the selection. */
let origin: HTMLElement | null = null

const observer = new MutationObserver(() => {
  if (active !== null && getSelection() !== null) paint(active)
})

/** The selection of a table, unless other rows or columns are shown by now. */
export function getSelection(box: Element | null = active?.box ?? null): ActiveSelection | null {
  if (active === null || active.box !== box) return null
  const grid = shownTables.get(active.box)
  if (!active.box.isConnected || grid === undefined || !isSameGrid(grid, active.grid)) {
    endSelection()
    return null
  }
  return active
}

const isSame = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((item, index) => item === other[index])

const isSameGrid = (one: GridProps, other: GridProps) =>
  one.table === other.table && isSame(one.rows, other.rows) && isSame(one.visible, other.visible)

/** The selected cells of a table, and its model. */
export function getSelectedCells(box: Element | null): (SelectedCells & { readonly grid: GridProps }) | null {
  const found = getSelection(box)
  return found && { grid: found.grid, ...listSelected(found.selection, getSize(found.grid)) }
}

/** Selects cells of a table, shows and announces them, and gives the table the focus. */
export function setSelection(box: HTMLElement, selection: CellSelection): void {
  const grid = shownTables.get(box)
  if (grid === undefined) return
  if (active?.box !== box) {
    endSelection()
    observer.observe(box, { childList: true, subtree: true })
  }
  active = { box, grid, selection }
  const { activeElement } = document
  if (activeElement !== box) {
    origin = activeElement instanceof HTMLElement && box.contains(activeElement) ? activeElement : null
    box.tabIndex = -1
    box.role = 'group'
    box.ariaLabel = `Cells of ${grid.caption}`
    box.focus({ preventScroll: true })
  }
  paint(active)
  announce(describe(active))
}

/** Scrolls the end of the selection that moves into view. */
export function revealSelection(): void {
  if (active !== null) revealCell(active.box, active.grid, active.selection.focus)
}

/** Ends the selection; the focus returns to where it was before. */
export function endSelection(): void {
  if (active === null) return
  const { box, grid } = active
  observer.disconnect()
  active = null
  for (const { cell } of listCells(box, grid)) cell.removeAttribute('data-selected')
  if (document.activeElement === box && origin?.isConnected) origin.focus({ preventScroll: true })
  origin = null
}

function paint({ box, grid, selection }: ActiveSelection): void {
  const { rows, columns } = listSelected(selection, getSize(grid))
  const [inRows, inColumns] = [new Set([HEADER, ...rows]), new Set(columns)]
  const { focus } = selection
  const isOne = rows.length * columns.length === 1
  for (const { cell, position } of listCells(box, grid)) {
    const isSelected = inRows.has(position.row) && inColumns.has(position.column)
    const isCurrent = position.row === focus.row && position.column === focus.column
    if (!isSelected || (isOne && position.row === HEADER)) cell.removeAttribute('data-selected')
    else cell.setAttribute('data-selected', isCurrent ? 'current' : '')
  }
}

let region: HTMLElement | null = null

/** Reads a text to users of screen readers. */
export function announce(text: string): void {
  if (region === null) {
    region = document.createElement('div')
    region.role = 'status'
    region.className = 'sr-only'
    document.body.append(region)
  }
  region.textContent = text
}

/** `31 rows and 1 column`. */
export const formatExtent = ({ rows, columns }: SelectedCells): string =>
  `${count(rows.length, 'row')} and ${count(columns.length, 'column')}`

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

function describe({ grid, selection }: ActiveSelection): string {
  const { kind, focus } = selection
  const cells = listSelected(selection, getSize(grid))
  const { rows, columns } = cells
  const row = findRow(grid, focus.row)
  const column = grid.visible[focus.column]?.columnDef.meta?.index ?? HEADER
  const [rowName, columnName] = [row?.label ?? '', getName(grid.table, column)]
  if (kind === 'columns' && columns.length === 1) return `Column ${columnName} selected`
  if (kind === 'rows' && rows.length === 1) return `Row ${rowName} selected`
  if (kind !== 'cells' || rows.length * columns.length > 1) return `${formatExtent(cells)} selected`
  if (column === HEADER) return `${columnName}: ${rowName}`
  const value = row?.values[column] ?? null
  const { columns: formats } = row && 'columns' in row ? row : grid.table
  const text = value === null ? 'no value' : formatNumber(value, formats[column]?.format)
  const isMissing = row && 'hasRecord' in row && !row.hasRecord
  return `${rowName}, ${columnName}: ${text}${isMissing ? ', no record' : ''}`
}
