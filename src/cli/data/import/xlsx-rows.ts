import { getErrorReason } from '../../../server/database/errors.ts'
import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import { type Cell, isBlank, type SheetRow } from './cells.ts'
import { formatColumnLetter, FileError, quoteText, sanitize } from './errors.ts'
import { MAX_AMOUNTS, MAX_ROWS } from './parse-file.ts'
import { parseAttribute, unpack, XmlTags, type ZipPart, listZipParts } from './xlsx-package.ts'
import { MAX_NAMES } from './dynamic-columns.ts'
import { MAX_ROWS_BEFORE_HEADER } from './column-mapping.ts'
import { ABOUT_NAMES } from '../../../workbook/about-sheet.ts'
import { COMPARISON_NAMES } from '../../../workbook/comparison-sheet.ts'

/** The first bytes of an .xls file or an encrypted workbook. */
const LEGACY = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

type Sheet = Awaited<ReturnType<typeof readXlsx>>['sheets'][number]
/** All sheets are read to find the one with data; limit of their total area. */
const MAX_TOTAL_AREA = 2 * MAX_AMOUNTS

/** The rows of the named sheet, or of the only sheet with data besides the sheet About of the portal's workbooks. */
export async function* readXlsxRows(
  path: string,
  sheetName: string | null,
): AsyncGenerator<readonly SheetRow[]> {
  const sheet = await readSheet(path, sheetName)
  for (const [index, values] of sheet.rows.entries()) {
    const cells = values.map((value, column): Cell => {
      const formula = sheet.cells?.get(`${index},${column}`)?.formula
      if (value === null && formula !== undefined) return { formula }
      if (!(value instanceof Date)) return value
      // The reader returns a day as midnight in UTC.
      const minutes =
        value.getUTCHours() * 60 + Math.round(value.getUTCMinutes() + value.getUTCSeconds() / 60)
      return {
        year: value.getUTCFullYear(),
        month: value.getUTCMonth() + 1,
        day: value.getUTCDate(),
        ...(minutes > 0 && { minutes }),
      }
    })
    yield [{ row: index + 1, cells }]
  }
}

async function readSheet(path: string, sheetName: string | null): Promise<Sheet> {
  const bytes = await readFile(path)
  if (bytes.subarray(0, 4).equals(LEGACY)) {
    throw new FileError(
      'the workbook is password-protected or in the old .xls format; save it as .xlsx without a password',
    )
  }
  const largest = await measureLargestSheet(bytes, listZipParts(bytes))
  const names: string[] = []
  let area = 0
  const isRead = (name: string) => {
    names.push(name)
    if (sheetName !== null && (name !== sheetName || area > 0)) return false
    // Several sheets can refer to the same part, which the reader reads for each of them.
    area += largest
    if (area <= MAX_TOTAL_AREA || area === largest) return true
    throw new FileError(
      'the sheets of the workbook are too large to be read together; choose one with --sheet',
    )
  }
  try {
    const { sheets } = await readXlsx(bytes, { sheets: ({ name }) => isRead(name) })
    return selectSheet(sheets, names, sheetName)
  } catch (error) {
    if (error instanceof FileError) throw error
    throw new FileError(`the workbook cannot be read: ${sanitize(getErrorReason(error))}`, { cause: error })
  }
}

function selectSheet(sheets: readonly Sheet[], names: readonly string[], sheetName: string | null): Sheet {
  const list = names.map(quoteText).join(', ')
  if (sheetName !== null) {
    const [found] = sheets
    if (found === undefined)
      throw new FileError(`there is no sheet ${quoteText(sheetName)}; the sheets are ${list}`)
    return found
  }
  const filled = sheets.filter(({ rows }) => rows.some((row) => row.some((cell) => !isBlank(asCell(cell)))))
  const withoutAbout = filled.filter(({ name }) => !ABOUT_NAMES.includes(name))
  const tables =
    withoutAbout.length < 2
      ? withoutAbout
      : withoutAbout.filter(({ name }) => !COMPARISON_NAMES.includes(name))
  const [first, second] = tables.length === 0 ? filled : tables
  if (first === undefined) throw new FileError('the workbook is empty')
  if (second !== undefined)
    throw new FileError(`the workbook has several sheets with data; choose one with --sheet: ${list}`)
  return first
}

const asCell = (value: Sheet['rows'][number][number]): Cell => (value instanceof Date ? String(value) : value)

/** The names of a list, and the other columns of a dataset. */
const MAX_COLUMNS = MAX_NAMES + 100
/** The records, and the rows around them: title, header and Total row. */
const MAX_ROW = MAX_ROWS + MAX_ROWS_BEFORE_HEADER + 2
/** Limit of column widths; a spreadsheet sets each of its 16,384 columns once. */
const MAX_WIDTHS = 1_000_000
const SPREADSHEET_COLUMNS = 16_384
/** Texts, formulas, rows and everything else but plain cells; each costs the reader about a hundred bytes. */
const MAX_ELEMENTS = 2_000_000
const PLAIN = new Set(['c', 'v', 'is', 't'])
/** Cell references such as `CBT250000` are shorter. */
const MAX_REFERENCE_LENGTH = 20

const count = (value: number) => value.toLocaleString('en')

/**
 * Measures the sheet of one part while it is streamed, and throws once it is larger than an import accepts. The memory
 * of the reader depends on the rectangle around all cells, including empty ones.
 */
class SheetExtent {
  readonly #part: ZipPart
  #isSheet = false
  /** The position of the previous cell, counted from 1. */
  #row = 0
  #column = 0
  #lastRow = 0
  #lastColumn = 0
  #widths = 0
  /** All elements but those of plain cells. */
  elements = 0

  constructor(part: ZipPart) {
    this.#part = part
  }

  /** Rows multiplied by columns. */
  get area(): number {
    return this.#lastRow * this.#lastColumn
  }

  open(name: string, rest: string): void {
    if (name === 'sheetData') this.#isSheet = true
    if (name === 'col') this.#setWidths(rest)
    if (!this.#isSheet || !PLAIN.has(name)) this.elements += 1
    if (!this.#isSheet) return
    if (name === 'row') {
      this.#row = Number(parseAttribute('r', rest)) || this.#row + 1
      this.#column = 0
    } else if (name === 'c') this.#cell(parseAttribute('r', rest) ?? '')
  }

  #cell(reference: string): void {
    const hasReference = reference !== ''
    const { row, column } = hasReference
      ? this.#parseReference(reference)
      : { row: this.#row, column: this.#column + 1 }
    this.#extendTo(row, column)
    this.#column = column
  }

  #parseReference(reference: string): { row: number; column: number } {
    const [, letters = '', row = ''] = /^([A-Za-z]*)(.*)$/.exec(reference) ?? []
    if (letters === '' || reference.length > MAX_REFERENCE_LENGTH || !Number.isInteger(Number(row))) {
      throw this.#createError(`has an invalid cell reference ${quoteText(reference)}`)
    }
    let column = 0
    for (let index = 0; index < letters.length; index += 1) {
      column = column * 26 + (letters.charCodeAt(index) & 31)
    }
    return { row: Number(row), column }
  }

  #extendTo(row: number, column: number): void {
    this.#lastRow = Math.max(this.#lastRow, row)
    this.#lastColumn = Math.max(this.#lastColumn, column)
    if (column <= MAX_COLUMNS && row <= MAX_ROW && this.area <= MAX_AMOUNTS) return
    const location = `${column <= SPREADSHEET_COLUMNS ? formatColumnLetter(column - 1) : `column ${column}, row `}${row}`
    if (column > MAX_COLUMNS) {
      throw this.#createError(
        `has a cell ${location}; at most ${count(MAX_COLUMNS)} columns are read, up to ${formatColumnLetter(MAX_COLUMNS - 1)}: delete the columns to the right of the last heading, empty ones too`,
      )
    }
    if (row > MAX_ROW) {
      throw this.#createError(
        `has a cell ${location}; at most ${count(MAX_ROWS)} rows are read: delete the rows below the last record, empty ones too, or split the file`,
      )
    }
    throw this.#createError(
      `spans ${count(this.#lastRow)} rows and ${count(this.#lastColumn)} columns with its cell ${location}, more than ${count(MAX_AMOUNTS)} cells: delete the empty rows and columns around the records, or split the file`,
    )
  }

  #setWidths(rest: string): void {
    // Invalid numbers count as the whole width.
    const last =
      Math.min(Number(parseAttribute('max', rest) ?? 0), SPREADSHEET_COLUMNS) || SPREADSHEET_COLUMNS
    const first = Math.max(Number(parseAttribute('min', rest) ?? 1), 1) || 1
    this.#widths += Math.max(1, last - first + 1)
    if (this.#widths > MAX_WIDTHS) throw this.#createError('sets the widths of the same columns too often')
  }

  #createError(text: string): FileError {
    return new FileError(`the workbook's part ${quoteText(this.#part.name)} ${text}`)
  }
}

/**
 * Returns the area of the largest sheet, rows multiplied by columns. Throws FileError for a workbook that would cost
 * the reader too much memory. Reads every part, because each could be used as a sheet.
 */
async function measureLargestSheet(bytes: Buffer, parts: readonly ZipPart[]): Promise<number> {
  let [largest, elements] = [0, 0]
  for (const part of parts) {
    const extent = new SheetExtent(part)
    const tags = new XmlTags((name, rest) => {
      extent.open(name, rest)
      if (elements + extent.elements > MAX_ELEMENTS) {
        throw new FileError(
          `the workbook has more than ${count(MAX_ELEMENTS)} texts and formats; save the sheet as CSV UTF-8`,
        )
      }
    })
    // XML markup is ASCII, and no byte of a multi-byte UTF-8 character is.
    for await (const piece of unpack(bytes, part)) tags.push(piece.toString('latin1'))
    tags.flush()
    largest = Math.max(largest, extent.area)
    elements += extent.elements
  }
  return largest
}
