import { shownTables } from '../table-parts.ts'
import { endSelection, getSelection, revealSelection, setSelection } from './cell-selection.ts'
import { announce } from './cell-selection.ts'
import { countRowsInView, findBox, findCell, getPosition, getSize, HEADER } from './grid-elements.ts'
import {
  type CellPosition,
  type CellSelection,
  extendTo,
  moveCell,
  selectAll,
  selectCell,
  selectLine,
  widenToLines,
} from './selected-cells.ts'

interface FoundCell {
  readonly box: HTMLElement
  readonly cell: HTMLTableCellElement
  readonly position: CellPosition
}

function find(target: EventTarget | null): FoundCell | null {
  const [box, cell] = [findBox(target), findCell(target)]
  const grid = box && shownTables.get(box)
  const position = grid && cell && getPosition(grid, cell)
  return box && cell && position ? { box, cell, position } : null
}

const isLink = (target: EventTarget | null) => target instanceof Element && target.closest('a') !== null
const isMain = ({ ctrlKey, metaKey }: MouseEvent | KeyboardEvent) => ctrlKey || metaKey

/** Selects cells by mouse and keyboard in every table of the page. */
export function watchCells(): void {
  document.addEventListener('pointerdown', ({ pointerType }) => (pointer = pointerType), true)
  document.addEventListener('mousedown', startDrag)
  document.addEventListener('mousemove', continueDrag)
  document.addEventListener('mouseup', endDrag)
  document.addEventListener('click', selectByHeader, true)
  document.addEventListener('keydown', handleKeyDown)
  document.addEventListener('keyup', handleKeyUp, true)
}

let pointer = 'mouse'
/** The table in which the pointer selects, and the cell of a link at which it began. */
let drag: { readonly box: HTMLElement; readonly link: CellPosition | null } | null = null
let point = { x: 0, y: 0 }

function startDrag(event: MouseEvent): void {
  const found = find(event.target)
  // A finger scrolls, and the second click selects a word.
  if (found === null || event.button !== 0 || pointer === 'touch' || event.detail > 1) return
  const { box, position } = found
  if (position.row === HEADER) {
    if (isMain(event) || event.shiftKey) event.preventDefault()
    return
  }
  const isOnLink = isLink(event.target)
  if (isOnLink && (isMain(event) || event.shiftKey)) return
  event.preventDefault()
  globalThis.getSelection()?.removeAllRanges()
  drag = { box, link: isOnLink ? position : null }
  if (isOnLink) return
  const before = getSelection(box)?.selection ?? null
  if (event.shiftKey) setSelection(box, extendTo(before, position))
  else if (isMain(event) && position.column === 0) {
    setSelection(box, selectLine(before, 'rows', position, 'toggle'))
  } else setSelection(box, selectCell(position))
}

function continueDrag(event: MouseEvent): void {
  if (drag === null) return
  if ((event.buttons & 1) === 0) return endDrag()
  point = { x: event.clientX, y: event.clientY }
  selectAtPoint()
  scrollAtEdge()
}

function endDrag(): void {
  drag = null
}

/** Extends the selection to the cell that is nearest to the pointer. */
function selectAtPoint(): void {
  if (drag === null) return
  const { box, link } = drag
  const { left, right, top, bottom } = getInnerEdges(box)
  const x = Math.min(Math.max(point.x, left), right)
  const y = Math.min(Math.max(point.y, top), bottom)
  const found = find(document.elementFromPoint(x, y))
  if (found === null || found.box !== box || found.position.row === HEADER) return
  const { position } = found
  const before = link === null ? (getSelection(box)?.selection ?? null) : selectCell(link)
  const isThere = before?.focus.row === position.row && before.focus.column === position.column
  if (isThere) return
  drag = { box, link: null }
  setSelection(box, extendTo(before, position))
}

/** The box without its border and scroll bars. */
function getInnerEdges(box: HTMLElement) {
  const { left, top } = box.getBoundingClientRect()
  const head = box.querySelector('thead')?.getBoundingClientRect().height ?? 0
  return {
    left: left + 1,
    top: top + head + 1,
    right: left + box.clientWidth - 1,
    bottom: top + box.clientHeight - 1,
  }
}

/** Pixels per frame, for each pixel beyond the edge. */
const SPEED = 2
const MOST_SPEED = 160
let frame = 0

/** Scrolls while the pointer is beyond an edge of the table. */
function scrollAtEdge(): void {
  cancelAnimationFrame(frame)
  if (drag === null) return
  const { left, right, top, bottom } = getInnerEdges(drag.box)
  const x = getSpeed(point.x, left, right)
  const y = getSpeed(point.y, top, bottom)
  if (x === 0 && y === 0) return
  drag.box.scrollBy(x, y)
  frame = requestAnimationFrame(() => {
    selectAtPoint()
    scrollAtEdge()
  })
}

function getSpeed(at: number, start: number, end: number): number {
  const beyond = at < start ? at - start : Math.max(0, at - end)
  return Math.max(-MOST_SPEED, Math.min(MOST_SPEED, beyond * SPEED))
}

/** Ctrl or Shift and a click on a header selects its columns; without them the click sorts. */
function selectByHeader(event: MouseEvent): void {
  if (event.detail === 0 || !(isMain(event) || event.shiftKey)) return
  const found = find(event.target)
  if (found === null || found.position.row !== HEADER) return
  event.preventDefault()
  event.stopPropagation()
  const { box, cell, position } = found
  const before = getSelection(box)?.selection ?? null
  const first = { row: 0, column: position.column }
  const selection = selectLine(before, 'columns', first, event.shiftKey ? 'extend' : 'toggle')
  const last = { row: 0, column: position.column + cell.colSpan - 1 }
  setSelection(box, cell.colSpan > 1 ? extendTo(selection, last) : selection)
}

/** The click of a header's button that its key would cause is suppressed. */
let isKeyTaken = false

function handleKeyUp(event: KeyboardEvent): void {
  if (isKeyTaken && event.key === ' ') event.preventDefault()
  isKeyTaken = false
}

function handleKeyDown(event: KeyboardEvent): void {
  const { target, key, altKey } = event
  const box = findBox(target)
  if (key === 'Escape') return endByKey(target, box)
  if (box === null || altKey || event.defaultPrevented) return
  const next = key === 'Enter' ? openLink(box, target) : selectByKey(event, box)
  if (next === null) return
  event.preventDefault()
  isKeyTaken = key === ' '
  if (next === undefined) return
  setSelection(box, next)
  if (key !== ' ' && !(key === 'a' && isMain(event))) revealSelection()
}

function endByKey(target: EventTarget | null, box: HTMLElement | null): void {
  const found = getSelection()
  const isElsewhere = target instanceof Element && target.closest('[popover], dialog') !== null
  if (found === null || (isElsewhere && box !== found.box)) return
  endSelection()
  announce('Selection ended')
}

/** The link of the current cell is opened by Enter; null if there is none. */
function openLink(box: HTMLElement, target: EventTarget | null): undefined | null {
  const link = target === box ? box.querySelector<HTMLElement>('[data-selected="current"] a') : null
  if (link === null) return null
  link.click()
  return undefined
}

/** What a key selects; null if the key is not for the cells. */
function selectByKey(event: KeyboardEvent, box: HTMLElement): CellSelection | null {
  const grid = shownTables.get(box)
  if (grid === undefined) return null
  const { target, key, shiftKey } = event
  const size = getSize(grid)
  const before = target === box ? (getSelection(box)?.selection ?? null) : null
  const at = before?.focus ?? find(target)?.position ?? null
  if (isMain(event) && !shiftKey && key.toLowerCase() === 'a') return selectAll(size)
  if (at === null) return null
  const inBody = { ...at, row: Math.max(0, at.row) }
  if (key === ' ' && isMain(event)) {
    return before ? widenToLines(before, 'columns') : selectLine(null, 'columns', inBody, 'only')
  }
  if (key === ' ' && shiftKey && at.row !== HEADER) {
    return before ? widenToLines(before, 'rows') : selectLine(null, 'rows', inBody, 'only')
  }
  if (before === null && !(shiftKey && key.startsWith('Arrow'))) return null
  if (at.row === HEADER) return enterFromHeader(key, inBody, size)
  const next = moveCell(at, key, size, { isFar: isMain(event), page: countRowsInView(box) })
  if (next === null) return null
  return shiftKey ? extendTo(before ?? selectCell(at), next) : selectCell(next)
}

/** Shift and an arrow key at a header: down to its first cell, or to the columns beside it. */
function enterFromHeader(key: string, cell: CellPosition, size: { rows: number; columns: number }) {
  if (key === 'ArrowDown') return selectCell(cell)
  const next = key === 'ArrowUp' ? null : moveCell(cell, key, size, { isFar: false, page: 1 })
  return next && extendTo(selectLine(null, 'columns', cell, 'only'), next)
}
