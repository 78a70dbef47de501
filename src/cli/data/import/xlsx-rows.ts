import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import { type Cell, isBlank, type SheetRow } from './cells.ts'
import { columnLetter, FileError, quoteText, sanitize } from './errors.ts'
import { MAX_AMOUNTS, MAX_ROWS } from './parse-file.ts'
import { parseAttribute, unpack, XmlTags, type ZipPart, zipParts } from './xlsx-package.ts'
import { MAX_NAMES } from './dynamic-columns.ts'
import { MAX_ROWS_BEFORE_HEADER } from './column-mapping.ts'

const OLD = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

type Sheet = Awaited<ReturnType<typeof readXlsx>>['sheets'][number]
/** All sheets are read to find the one with anything in it; together they may have twice the largest one's figures. */
const MOST_TOGETHER = 2 * MAX_AMOUNTS

/** The rows of a workbook's sheet: the one that is asked for, or the only one with anything in it. */
export async function* xlsxRows(path: string, wanted: string | null): AsyncGenerator<SheetRow> {
  const sheet = await readSheet(path, wanted)
  for (const [index, values] of sheet.rows.entries()) {
    const cells = values.map((value, column): Cell => {
      const formula = sheet.cells?.get(`${index},${column}`)?.formula
      if (value === null && formula !== undefined) return { formula }
      if (!(value instanceof Date)) return value
      // The reader gives a day as its midnight in UTC; a time of day plays no part.
      return { year: value.getUTCFullYear(), month: value.getUTCMonth() + 1, day: value.getUTCDate() }
    })
    yield { row: index + 1, cells }
  }
}

async function readSheet(path: string, wanted: string | null): Promise<Sheet> {
  const bytes = await readFile(path)
  if (bytes.subarray(0, 4).equals(OLD)) {
    throw new FileError(
      'the workbook is protected by a password or of the old .xls format; save it as .xlsx without one',
    )
  }
  const largest = await largestSheet(bytes, zipParts(bytes))
  const names: string[] = []
  let figures = 0
  const isRead = (name: string) => {
    names.push(name)
    if (wanted !== null && (name !== wanted || figures > 0)) return false
    // Several sheets can be the same part, which the reader reads for each anew.
    figures += largest
    if (figures <= MOST_TOGETHER || figures === largest) return true
    throw new FileError('the sheets of the workbook are too large to be read together: choose one by --sheet')
  }
  try {
    const { sheets } = await readXlsx(bytes, { sheets: ({ name }) => isRead(name) })
    return choose(sheets, names, wanted)
  } catch (error) {
    if (error instanceof FileError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new FileError(`the workbook cannot be read: ${sanitize(reason)}`, { cause: error })
  }
}

function choose(sheets: readonly Sheet[], names: readonly string[], wanted: string | null): Sheet {
  const known = names.map(quoteText).join(', ')
  if (wanted !== null) {
    const [found] = sheets
    if (found === undefined) throw new FileError(`there is no sheet ${quoteText(wanted)}; there are ${known}`)
    return found
  }
  const [first, second] = sheets.filter(({ rows }) =>
    rows.some((row) => row.some((cell) => !isBlank(asCell(cell)))),
  )
  if (first === undefined) throw new FileError('the workbook is empty')
  if (second !== undefined)
    throw new FileError(`the workbook has several sheets: choose one by --sheet; there are ${known}`)
  return first
}

const asCell = (value: Sheet['rows'][number][number]): Cell => (value instanceof Date ? String(value) : value)

/** The names of a list, and the columns that a dataset has beside them. */
const MOST_COLUMNS = MAX_NAMES + 100
/** Records, and what stands around them: a title, the headings, a Total row. */
const LAST_ROW = MAX_ROWS + MAX_ROWS_BEFORE_HEADER + 2
/** Columns whose widths are set; a spreadsheet sets each once, and has 16,384. */
const MOST_WIDTHS = 1_000_000
const WIDEST = 16_384
/** Texts, formulas, rows and everything else but plain cells; each costs the reader some hundred bytes. */
const MOST_ELEMENTS = 2_000_000
const PLAIN = new Set(['c', 'v', 'is', 't'])
/** No reference to a cell is longer. */
const LONGEST_PLACE = 20

const count = (value: number) => value.toLocaleString('en')

/**
 * Follows the cells of one part and refuses it once a sheet has become larger than can be imported. The reader's
 * memory is as large as the rectangle of all cells, empty ones included, and not as their number.
 */
class SheetExtent {
  readonly #part: ZipPart
  #isSheet = false
  /** Where the cell before stands: rows and columns count from 1. */
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

  /** Rows by columns, as the reader holds them. */
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
    const isPlaced = reference !== ''
    const { row, column } = isPlaced ? this.#place(reference) : { row: this.#row, column: this.#column + 1 }
    this.#reach(row, column)
    this.#column = column
  }

  #place(reference: string): { row: number; column: number } {
    const [, letters = '', row = ''] = /^([A-Za-z]*)(.*)$/.exec(reference) ?? []
    if (letters === '' || reference.length > LONGEST_PLACE || !Number.isInteger(Number(row))) {
      throw this.#fault(`has a cell whose place ${quoteText(reference)} is none`)
    }
    let column = 0
    for (let index = 0; index < letters.length; index += 1) {
      column = column * 26 + (letters.charCodeAt(index) & 31)
    }
    return { row: Number(row), column }
  }

  #reach(row: number, column: number): void {
    this.#lastRow = Math.max(this.#lastRow, row)
    this.#lastColumn = Math.max(this.#lastColumn, column)
    if (column <= MOST_COLUMNS && row <= LAST_ROW && this.area <= MAX_AMOUNTS) return
    const place = `${column <= WIDEST ? columnLetter(column - 1) : `column ${column}, row `}${row}`
    if (column > MOST_COLUMNS) {
      throw this.#fault(
        `has a cell ${place}; at most ${count(MOST_COLUMNS)} columns are read, up to ${columnLetter(MOST_COLUMNS - 1)}: delete the columns to the right of the last heading, empty ones too`,
      )
    }
    if (row > LAST_ROW) {
      throw this.#fault(
        `has a cell ${place}; at most ${count(MAX_ROWS)} rows are read: delete the rows below the last record, empty ones too, or split the file`,
      )
    }
    throw this.#fault(
      `spans ${count(this.#lastRow)} rows and ${count(this.#lastColumn)} columns with its cell ${place}, more than ${count(MAX_AMOUNTS)} figures: delete the empty rows and columns around the records, or split the file`,
    )
  }

  #setWidths(rest: string): void {
    // What is no number counts as the whole width.
    const last = Math.min(Number(parseAttribute('max', rest) ?? 0), WIDEST) || WIDEST
    const first = Math.max(Number(parseAttribute('min', rest) ?? 1), 1) || 1
    this.#widths += Math.max(1, last - first + 1)
    if (this.#widths > MOST_WIDTHS) throw this.#fault('sets the widths of the same columns again and again')
  }

  #fault(text: string): FileError {
    return new FileError(`the workbook's part ${quoteText(this.#part.name)} ${text}`)
  }
}

/**
 * Refuses a workbook that would cost the reader far more memory than its records need. Gives the area of its largest
 * sheet, rows by columns. Reads every part, since each could be made a sheet. Throws FileFault.
 */
async function largestSheet(bytes: Buffer, parts: readonly ZipPart[]): Promise<number> {
  let [largest, elements] = [0, 0]
  for (const part of parts) {
    const extent = new SheetExtent(part)
    const tags = new XmlTags((name, rest) => {
      extent.open(name, rest)
      if (elements + extent.elements > MOST_ELEMENTS) {
        throw new FileError(
          `the workbook has more than ${count(MOST_ELEMENTS)} texts and formats; save the sheet as CSV UTF-8`,
        )
      }
    })
    // The marks of XML are ASCII, and no other byte of UTF-8 is.
    for await (const piece of unpack(bytes, part)) tags.push(piece.toString('latin1'))
    tags.end()
    largest = Math.max(largest, extent.area)
    elements += extent.elements
  }
  return largest
}
