import { type CalendarDate, parseDate } from '../../time/calendar.ts'
import type { Value } from '../../query/arithmetic.ts'
import { isPoints, type NumberFormat, pickFormat, TWO_DECIMALS } from '../model/format.ts'
import { countDays } from '../../time/days.ts'
import { yearParts } from '../../time/grains.ts'
import { getText, type ReportTable, type TableColumn, type TableRow } from '../model/report-table.ts'

export interface CopiedCells {
  /** In their order on the screen, with the rows below them. */
  readonly rows: readonly (TableRow | FooterRow)[]
  /** Indexes of the table's columns; -1 is the column of the key. */
  readonly columns: readonly number[]
}

/** A row below those of the table, such as the total. */
export interface FooterRow {
  readonly label: string
  readonly values: readonly Value[]
  /** The columns as its numbers are formatted. */
  readonly columns: readonly TableColumn[]
}

const KEY = -1

/**
 * Returns the cells as a spreadsheet takes them, as tab-separated values and as HTML: plain numbers, ISO dates, one header
 * row, empty cells for blanks and for rows without a record. Excel and LibreOffice read the HTML, which says what is a number, a date or a text, so
 * that their language does not matter.
 */
export function formatCopiedCells(table: ReportTable, cells: CopiedCells) {
  const lines = buildCells(table, cells)
  const html = lines
    .map((line, index) => {
      const tag = index === 0 ? 'th' : 'td'
      return `<tr>${line.map(({ attributes, text }) => `<${tag}${attributes}>${escapeHtml(text)}</${tag}>`).join('')}</tr>`
    })
    .join('\n')
  return {
    text: lines.map((line) => line.map(({ text }) => quote(text)).join('\t')).join('\n'),
    html: `${HTML_START}${html}${HTML_END}`,
  }
}

/** Builds the cells with a row of headings above them. */
export const buildCells = (
  table: ReportTable,
  { rows, columns }: CopiedCells,
): readonly (readonly Cell[])[] => [
  columns.map((index) => buildText(getName(table, index))),
  ...rows.map((row) => columns.map((index) => buildCell(table, row, index))),
]

/** The separators of the numbers in the HTML, in the words of Excel. */
const SEPARATORS = String.raw`table{mso-displayed-decimal-separator:"\.";mso-displayed-thousand-separator:"\,"}`
const HTML_START = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta charset="utf-8"><style>${SEPARATORS}</style></head><body><table>\n`
const HTML_END = '\n</table></body></html>'

interface Cell {
  readonly text: string
  /** The attributes of the cell in HTML, with the space before them. */
  readonly attributes: string
}

const EMPTY: Cell = { text: '', attributes: '' }

/** Returns the name of a column, with the header above its own. */
function getName({ keyLabel, columns }: ReportTable, index: number): string {
  const column = columns[index]
  if (index === KEY || column === undefined) return keyLabel
  const { label, header } = column
  const above = header === null ? '' : `${header.above}: `
  return label.startsWith(above) ? label : `${above}${label}`
}

function buildCell(table: ReportTable, row: TableRow | FooterRow, index: number): Cell {
  const isFooter = 'columns' in row
  if (index === KEY) return isFooter ? buildText(row.label) : buildKey(table, row)
  const column = (isFooter ? row : table).columns[index]
  if (!isFooter && column?.role === 'text') return buildText(getText(row, index))
  const value = isFooter || row.hasRecord ? (row.values[index] ?? null) : null
  const format = column && pickFormat(column.format, isFooter ? null : row)
  return value === null || format === undefined ? EMPTY : buildNumber(value, format)
}

function buildKey({ keyKind, keyYear }: ReportTable, { key, label, isRest }: TableRow): Cell {
  if (isRest) return buildText(label)
  if (keyKind === 'date') return buildDate(key, parseDate(key), 'yyyy-mm-dd')
  const month = keyYear === null ? key : `${keyYear}-${key}`
  const first = keyKind === 'month' ? parseDate(`${month}-01`) : null
  if (first !== null) return buildDate(month, first, 'yyyy-mm')
  // A label can leave out the year.
  const isPartOfYear = Object.values(yearParts).some(({ parse }) => parse(key) !== null)
  return buildText(isPartOfYear ? key : label)
}

/** The day from which LibreOffice counts, from 1970-01-01. */
const DAY_ZERO = 25_569

const buildDate = (text: string, date: CalendarDate | null, pattern: string): Cell => ({
  text,
  attributes: `${date === null ? '' : formatValue(String(countDays(date) + DAY_ZERO), pattern.toUpperCase())}${format(pattern)}`,
})

const CONTROLS = /\p{Cc}+/gu

const buildText = (text: string): Cell => ({
  text: text.replaceAll(CONTROLS, ' '),
  // A text is no formula, whatever it begins with.
  attributes: ` x:str sdnum="1033;1033;@"${format('@')}`,
})

function buildNumber(value: number, own: NumberFormat | null): Cell {
  const isPercent = own?.options.style === 'percent'
  const text = formatPlainNumber(isPercent ? value : removeNoise(value))
  const pattern = formatPattern(own)
  return { text, attributes: ` x:num="${text}"${formatValue(text, pattern)}${format(pattern)}` }
}

/** Returns the value to six decimals, below 1 to nine; beyond is the noise of differences. A very small one stays as it is. */
export const removeNoise = (value: number): number =>
  Math.abs(value) < 1e15 && Math.abs(value) >= 1e-3
    ? Number(value.toFixed(Math.abs(value) < 1 ? 9 : 6))
    : value

/** Beyond 15 digits a sum of numbers is noise, and a spreadsheet does not store more. */
const plain = new Intl.NumberFormat('en', { useGrouping: false, maximumSignificantDigits: 15 })

/** Returns a number with a point and without separators or exponent. */
export const formatPlainNumber = (value: number): string => plain.format(Number(value.toPrecision(15)) + 0)

/** Says how Excel shows the numbers of a column: as the screen does, without a unit other than percent and its points. */
function formatPattern(given: NumberFormat | null): string {
  const { minimumFractionDigits: least, maximumFractionDigits: most, style } = (given ?? TWO_DECIMALS).options
  const decimals = `${'0'.repeat(least)}${'#'.repeat(most - least)}`
  const percent = style === 'percent' ? `%${isPoints(given) ? '" pts"' : ''}` : ''
  return `#,##0${decimals === '' ? '' : `.${decimals}`}${percent}`
}

/** Returns a value for LibreOffice, which would read the text of the cell in the user's language. */
const formatValue = (value: string, pattern: string): string =>
  ` sdval="${value}" sdnum="1033;1033;${escapeHtml(pattern)}"`

/** Writes a number format of Excel as an attribute; all but letters and digits is escaped, as Excel does. */
const format = (pattern: string): string =>
  ` style="mso-number-format:'${pattern.replaceAll(/[^a-z0-9]/g, (one) => (one === '"' ? String.raw`\0022` : `\\${one}`))}'"`

/** Quotes a text that begins with a quotation mark, which would continue to the next one. */
const quote = (text: string): string => (text.startsWith('"') ? `"${text.replaceAll('"', '""')}"` : text)

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Returns a text as the content of an HTML element, or of an attribute between quotation marks. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
