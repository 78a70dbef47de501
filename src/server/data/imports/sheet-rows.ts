import type { Choices } from '../../../../schemas/dataset/reading.ts'
import type { SheetFile, SheetRow } from '../../../reading/cells.ts'
import { FileError, quoteText } from '../../../reading/errors.ts'
import { decodeWindows1252 } from '../../../reading/spellings.ts'
import { isUtf8 } from 'node:buffer'
import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { isFormula, unescapeFormula } from '../../../report/model/csv.ts'

/** Contains a file to import, by its name and contents. */
export interface ImportFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Reads a file by the ending of its name. Throws FileError for an unreadable one. */
export async function readSheet(
  { name, bytes }: ImportFile,
  sheet: string | null,
  encoding: Choices['encoding'] = null,
): Promise<SheetFile> {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (content.length === 0) throw new FileError('the file is empty')
  if (!/\.xlsx$/i.test(name))
    return { rows: readCsvRows(content, encoding), source: null, hidden: [], hiddenColumns: [] }
  if (!isPacked(content) && isUtf8(content)) {
    throw new FileError('the file is a text such as CSV and not a workbook; rename it to .csv')
  }
  // Its library has many modules, which the import of a .csv file does not need.
  const { readXlsx } = await import('./xlsx-rows.ts')
  return readXlsx(content, sheet)
}

const MAX_ROW_MB = 4
/** The part of a file that tells how its cells are separated. */
const MAX_START_MB = 0.25
const MB = 1024 * 1024
/** A first line by which spreadsheets know how cells are separated. */
const SAID_DELIMITER = /^\uFEFF?sep=([,;\t|])\r?\n/
const LINE_BREAK = /\r\n|\r|\n/

/** Reads the rows of a delimited file; `row` is the line in which a row begins. Throws FileError. */
export async function* readCsvRows(
  written: Buffer,
  encoding: Choices['encoding'] = null,
): AsyncGenerator<SheetRow> {
  const bytes = decodeText(written, encoding)
  const start = bytes.toString('utf8', 0, MAX_START_MB * MB)
  const delimiter = SAID_DELIMITER.exec(start)?.[1] ?? findDelimiter(start)
  const options = { bom: true, delimiter, relax_column_count: true, max_record_size: MAX_ROW_MB * MB }
  // Errors of the text are thrown where the parser is read.
  const parser = pipeline(Readable.from(splitBytes(bytes)), parse(options), () => undefined)
  let row = 1
  /** The portal escapes the first heading; a spreadsheet that marks its texts, all of them. */
  let isEscaped = false
  let isMarked = false
  const intern = createInterner()
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      const [first = '', ...others] = record
      if (row === 1 && first.startsWith("'")) {
        isMarked =
          others.every((cell) => cell === '' || cell.startsWith("'")) &&
          others.some((cell) => cell !== '' && !isFormula(cell))
        isEscaped = !isMarked
      }
      const written = isMarked ? record.map((cell) => cell.replace(/^'/, '')) : record
      const cells = (row === 1 && isEscaped ? [first.slice(1), ...others] : written).map(intern)
      yield isEscaped ? { row, cells: cells.map(unescapeFormula), isExported: true } : { row, cells }
      row += 1
      for (const cell of record) if (LINE_BREAK.test(cell)) row += cell.split(LINE_BREAK).length - 1
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // Rows that were parsed but not yet consumed are lost; the error knows its own line.
    const line = /at line (\d+)/.exec(error.message)?.[1] ?? row
    throw new FileError(`row ${line}: ${describeCsvError(error)}`, { cause: error })
  }
}

const DELIMITERS = [',', ';', '\t', '|']
const QUOTED = /(?<=^|[,;\t|])"(?:[^"]|"")*"/gm
/** How many lines tell how cells are separated. */
const MOST_LINES = 50

/** Finds the delimiter that most lines have equally often, so that titles above the headings do not count. */
function findDelimiter(start: string): string {
  const lines = start.replaceAll(QUOTED, '').split(LINE_BREAK, MOST_LINES)
  const score = (delimiter: string): number => {
    const lengths = new Map<number, number>()
    for (const line of lines) {
      const count = line.split(delimiter).length - 1
      if (count > 0) lengths.set(count, (lengths.get(count) ?? 0) + 1)
    }
    return Math.max(0, ...[...lengths].map(([count, alike]) => alike + count / start.length))
  }
  const [first = ','] = DELIMITERS.toSorted((left, right) => score(right) - score(left))
  return first
}

const CHUNK_BYTES = 65_536

/** Splits bytes, because the parser keeps all rows of a chunk at once. */
function* splitBytes(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES)
    yield bytes.subarray(start, start + CHUNK_BYTES)
}

/** A column with more different texts is not shared: most of them occur once. */
const MOST_SHARED = 2_000

/** Creates a function that returns one object for equal texts of a column: most columns repeat a few. */
function createInterner() {
  const columns: Map<string, string>[] = []
  return (text: string, index: number): string => {
    const texts = (columns[index] ??= new Map<string, string>())
    if (texts.size === MOST_SHARED) return text
    const shared = texts.get(text)
    if (shared === undefined) texts.set(text, text)
    return shared ?? text
  }
}

function describeCsvError({ code, message }: CsvError): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'a cell begins with a quote that is never closed'
  if (code === 'CSV_MAX_RECORD_SIZE') return `is longer than ${MAX_ROW_MB} MB`
  if (code === 'CSV_INVALID_CLOSING_QUOTE' || code === 'INVALID_OPENING_QUOTE') {
    return 'a cell contains a quote; enclose the cell in quotes and double the quotes in it'
  }
  return message
}

/** The first bytes of a workbook, or of another archive. */
const PACKED = Buffer.from([0x50, 0x4b, 0x03, 0x04])
const isPacked = (bytes: Buffer): boolean => bytes.subarray(0, PACKED.length).equals(PACKED)

/** Returns a text as UTF-8, whatever its encoding is. Throws FileError. */
function decodeText(bytes: Buffer, encoding: Choices['encoding']): Buffer {
  if (isPacked(bytes)) {
    throw new FileError('the file is a workbook; rename it to .xlsx')
  }
  const wide = findWideEncoding(bytes)
  if (wide !== null) return Buffer.from(new TextDecoder(wide).decode(bytes))
  if (isUtf8(bytes)) return bytes
  const text = decodeWindows1252(bytes)
  if (encoding === 'windows-1252') return Buffer.from(text)
  const example = /\S*[\u0080-\u{10FFFF}]\S*/u.exec(text)?.[0] ?? ''
  const remembered = '"read": { "encoding": "windows-1252" }'
  const error = new FileError(
    `the file is not UTF-8; save it as "CSV UTF-8", or choose --read encoding=windows-1252 if ${quoteText(example)} is right, or write ${remembered} in the dataset`,
  )
  const option = { value: 'windows-1252', meaning: `Windows-1252: ${quoteText(example)}`, remembered }
  const location = { index: 0, heading: '' }
  const found = 'the file is not UTF-8'
  error.questions.push({ row: 1, location, key: 'encoding', found, text: error.message, options: [option] })
  throw error
}

/** How a text of four bytes for each character begins. */
const FOUR_BYTES = /^(?:\xFF\xFE\0\0|\0\0\xFE\xFF|[^\0]\0{3}|\0{3}[^\0])/

/** Finds the encoding of a file with two bytes for each character, by its mark or its first separator; null for another. */
function findWideEncoding(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  const start = bytes.toString('latin1', 0, MAX_START_MB * MB)
  if (FOUR_BYTES.test(start)) throw new FileError('the file is UTF-32; save it as "CSV UTF-8"')
  if (start.startsWith('\xFF\xFE') || start.search(/[,;\t|\n]\0/) % 2 === 0) return 'utf-16le'
  return start.startsWith('\xFE\xFF') || start.search(/\0[,;\t|\n]/) % 2 === 0 ? 'utf-16be' : null
}
