import { type Cell, getCellText, isBlank, normalizeHeader, type SheetRow } from './cells.ts'
import { formatRows, quoteText } from './errors.ts'
import { readInOrders } from './dates.ts'
import { BLANKS, isDuration, listDecimalSigns } from './numbers.ts'

/** The row of headings, the rows below it, and what people should know of it. */
export interface Heading {
  readonly header: SheetRow
  readonly below: readonly SheetRow[]
  readonly remarks: readonly string[]
}

/** Words that begin a note at the head or the end of a file. */
const NOTE =
  /^(?:#|\/\/|\*|\(\w\)\s|(?:notes?|source|generated|exported|created|printed|remarks?|disclaimer|applied filters|end of (?:file|report)|hinweis|quelle|stand|erstellt|généré|édité|nota|fuente|fonte)\b)/i

/** Returns true for a row that is a note alone, or a comment of several cells without a number. */
export function isNote({ cells }: SheetRow): boolean {
  const [first, ...others] = cells.filter((cell) => !isBlank(cell))
  if (typeof first !== 'string' || !NOTE.test(first.trim())) return false
  const isWord = (cell: Cell) => typeof cell === 'string' && listDecimalSigns(cell.trim()).length === 0
  return others.length === 0 || (/^(?:#|\/\/)/.test(first.trim()) && others.every(isWord))
}

/** Says which rows are notes. */
export const describeNotes = (rows: readonly SheetRow[]): string[] =>
  rows.length === 0
    ? []
    : [`${rows.length === 1 ? 'a note is' : 'notes are'} left out: ${formatRows(rows.map(({ row }) => row))}`]

/** Returns true for a row of words: no number, date or text for no value is a heading. */
export function isWordRow({ cells }: SheetRow): boolean {
  const filled = cells.filter((cell) => !isBlank(cell))
  const isWord = (text: string) =>
    !isDuration(text) &&
    !BLANKS.test(text) &&
    listDecimalSigns(text).length === 0 &&
    readInOrders(text).every((day) => day === null)
  return filled.length > 0 && filled.every((cell) => typeof cell === 'string' && isWord(cell.trim()))
}

/**
 * Lists how two rows above a table can be read: the first alone, or both joined. A group such as `Airtone` covers the
 * blanks to its right: `Airtone Minutes`, `Airtone Calls`.
 */
export function listHeadings(first: SheetRow, below: readonly SheetRow[]): readonly Heading[] {
  const [second, ...others] = below
  const alone = { header: first, below, remarks: [] }
  if (second === undefined || others.length === 0 || !isWordRow(second) || !isWordRow(first)) return [alone]
  const tops = first.cells.map(getCellText)
  let group = ''
  const cells = Array.from({ length: Math.max(tops.length, second.cells.length) }, (_, index) => {
    const [top = '', bottom] = [tops[index], getCellText(second.cells[index])]
    const isGroup = bottom !== '' && top !== bottom
    if (top !== '') group = isGroup ? top : ''
    return [isGroup ? group : top, bottom === top ? '' : bottom].filter((text) => text !== '').join(' ')
  })
  const example = cells.find((cell, index) => cell !== (tops[index] ?? '')) ?? ''
  const remark = `rows ${first.row} and ${second.row} are read as one row of headings, such as ${quoteText(example)}`
  return [alone, { header: { row: second.row, cells }, below: others, remarks: [remark] }]
}

/**
 * Chooses the headings of a table whose columns are not known. A second row belongs to them if the first leaves columns
 * unnamed or alike, or if it has units and names no row.
 */
export function chooseHeadings(first: SheetRow, below: readonly SheetRow[]): Heading {
  const [alone = { header: first, below, remarks: [] }, joined] = listHeadings(first, below)
  if (joined === undefined || !hasAllNames(joined)) return alone
  const [second] = below
  const isOfUnits = first.cells.some(
    (cell, index) =>
      !isBlank(cell) &&
      isBlank(second?.cells[index]) &&
      joined.below.every(({ cells }) => !isBlank(cells[index])),
  )
  return isOfUnits || !hasAllNames(alone) ? joined : alone
}

/** Adds a column that counts rows, 1 in each; returns a table that has the column unchanged. */
export function addCount(table: Heading, field: string | null): Heading {
  const { header, below } = table
  const names = header.cells.map((cell) => normalizeHeader(getCellText(cell)))
  if (field === null || names.includes(normalizeHeader(field))) return table
  const width = header.cells.length
  const add = (row: SheetRow, value: Cell): SheetRow => {
    const { cells } = row
    const filled = Array.from({ length: width }, (_, index) => cells[index] ?? null)
    return { ...row, cells: [...filled, value, ...cells.slice(width)] }
  }
  return { ...table, header: add(header, field), below: below.map((row) => add(row, 1)) }
}

/** How many rows tell how wide a table is. */
const MOST_COMPARED = 50

const getWidth = (rows: readonly SheetRow[]): number =>
  Math.max(
    0,
    ...rows.slice(0, MOST_COMPARED).map(({ cells }) => cells.findLastIndex((cell) => !isBlank(cell)) + 1),
  )

/** Returns true if each column has a heading of its own. */
function hasAllNames({ header, below }: Heading): boolean {
  const width = getWidth(below)
  const names = header.cells.slice(0, width).map((cell) => normalizeHeader(getCellText(cell)))
  return names.length === width && !names.includes('') && new Set(names).size === width
}

/** Finds the position of the headings: the first words that are wider than half of the table; -1 without any. */
export function findHeadings(rows: readonly SheetRow[]): number {
  const isRow = ({ cells }: SheetRow) => cells.filter((cell) => !isBlank(cell)).length > 1
  const half = getWidth(rows) / 2
  const wide = [...rows.slice(0, MOST_ABOVE + 1).entries()].flatMap(([position, row]) =>
    isRow(row) && isWordRow(row) && getWidth([row]) > half ? [position] : [],
  )
  // A title such as `Calls, by day` has a blank row below it.
  const isDirect = (position: number) => rows[position + 1]?.row === (rows[position]?.row ?? 0) + 1
  return wide.find(isDirect) ?? wide[0] ?? rows.findIndex(isRow)
}

/** How many rows of a title can be above the headings. */
const MOST_ABOVE = 20
