import { type ClipboardContent, escapeHtml, formatCopiedCells } from '../../../../report/copied-cells.ts'
import type { GridProps } from '../static-grid.tsx'
import { shownTables } from '../table-parts.ts'
import { findCell, getSize, HEADER, listCells } from './grid-elements.ts'
import { pickCells } from './picked-cells.ts'

/**
 * What the text that is selected on the page is as a copy, if it is in more than one cell of a table; null if the
 * browser's own copy is right. Text around a table stays text.
 */
export function readSelectedText(selection: Selection): ClipboardContent | null {
  const range = selection.rangeCount === 0 || selection.isCollapsed ? null : selection.getRangeAt(0)
  if (range === null) return null
  const cell = findCell(range.startContainer)
  if (cell !== null && cell === findCell(range.endContainer)) return null
  const boxes = [...document.querySelectorAll('.data-table-box')].filter((box) => range.intersectsNode(box))
  const tables = boxes.flatMap((box) => {
    const grid = shownTables.get(box)
    return grid === undefined ? [] : [{ box, content: formatRange(box, grid, range) }]
  })
  if (tables.length === 0) return null

  const parts: ClipboardContent[] = []
  const rest = range.cloneRange()
  for (const { box, content } of tables) {
    const before = rest.cloneRange()
    if (isBefore(rest, box)) {
      before.setEndBefore(box)
      parts.push(formatText(readText(selection, before)))
    }
    parts.push(content)
    if (!isAfter(rest, box)) break
    rest.setStartAfter(box)
  }
  const last = tables.at(-1)
  if (last !== undefined && isAfter(range, last.box)) parts.push(formatText(readText(selection, rest)))
  selection.removeAllRanges()
  selection.addRange(range)
  const filled = parts.filter(({ text }) => text !== '')
  return {
    text: filled.map(({ text }) => text).join('\n'),
    html: filled.map(({ html }) => html).join('\n'),
  }
}

const isBefore = (range: Range, node: Node): boolean => range.comparePoint(node, 0) >= 0
const isAfter = (range: Range, node: Node): boolean => range.comparePoint(node, node.childNodes.length) <= 0

/** The text of a range as it is shown. */
function readText(selection: Selection, range: Range): string {
  selection.removeAllRanges()
  selection.addRange(range)
  return selection.toString().trim()
}

const formatText = (text: string): ClipboardContent => ({
  text,
  html: text
    .split('\n')
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join(''),
})

const NOTHING: ClipboardContent = { text: '', html: '' }

/** The cells of a table that a range touches: of one row those, of several rows whole rows. */
function formatRange(box: Element, grid: GridProps, range: Range): ClipboardContent {
  const touched = listCells(box, grid).flatMap(({ cell, position }) =>
    hasTextIn(range, cell) ? [position] : [],
  )
  const size = getSize(grid)
  const rows = touched.map(({ row }) => row).filter((row) => row !== HEADER)
  const [startsBefore, endsAfter] = [isBefore(range, box), isAfter(range, box)]
  if (touched.length === 0 && !(startsBefore && endsAfter)) return NOTHING
  const hasHeader = startsBefore || touched.some(({ row }) => row === HEADER)
  const first = hasHeader ? 0 : Math.min(...rows)
  const last = endsAfter ? size.rows - 1 : Math.max(...rows)
  const columns = touched.map(({ column }) => column)
  const isOneRow = !hasHeader && first === last
  const [left, right] = isOneRow ? [Math.min(...columns), Math.max(...columns)] : [0, size.columns - 1]
  const isIn = (from: number, to: number) => (_: unknown, index: number) => index >= from && index <= to
  const every = (count: number) => Array.from({ length: count }, (_, index) => index)
  return formatCopiedCells(
    grid.table,
    pickCells(grid, {
      rows: every(size.rows).filter(isIn(first, last)),
      columns: every(size.columns).filter(isIn(left, right)),
      hasHeader,
    }),
  )
}

/** Whether a range contains text of a cell, rather than only touching its edge. */
function hasTextIn(range: Range, cell: Element): boolean {
  if (!range.intersectsNode(cell)) return false
  const part = document.createRange()
  part.selectNodeContents(cell)
  if (range.compareBoundaryPoints(Range.START_TO_START, part) > 0) {
    part.setStart(range.startContainer, range.startOffset)
  }
  if (range.compareBoundaryPoints(Range.END_TO_END, part) < 0)
    part.setEnd(range.endContainer, range.endOffset)
  return part.toString() !== ''
}
