import { readFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { zipSync } from 'fflate'
import { readXlsx, streamXlsxRows } from 'hucre/xlsx'
import { fromBufferPromise } from 'yauzl'
import { getErrorReason } from '../../../server/database/errors.ts'
import { ABOUT_NAMES } from '../../../workbook/about-sheet.ts'
import { COMPARISON_NAMES } from '../../../workbook/comparison-sheet.ts'
import { type Cell, isBlank, type SheetRow } from './cells.ts'
import { FileError, formatColumnLetter, quoteText, sanitize } from './errors.ts'
import { MAX_ROWS_BEFORE_HEADER } from './column-mapping.ts'
import { MAX_NAMES } from './dynamic-columns.ts'
import { MAX_ROWS } from './parse-file.ts'

/** The first bytes of an .xls file or an encrypted workbook. */
const LEGACY = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

/** The rows of the named sheet, or of the only sheet with data besides the sheet About of the portal's workbooks. */
export async function* readXlsxRows(
  path: string,
  sheetName: string | null,
): AsyncGenerator<readonly SheetRow[]> {
  const bytes = await readFile(path)
  if (bytes.subarray(0, 4).equals(LEGACY)) {
    throw new FileError(
      'the workbook is password-protected or in the old .xls format; save it as .xlsx without a password',
    )
  }
  try {
    const workbook = await repack(bytes)
    const names = await listSheets(workbook)
    yield* readRows(workbook, await selectSheet(workbook, names, sheetName))
  } catch (error) {
    if (error instanceof FileError) throw error
    throw new FileError(`the workbook cannot be read: ${sanitize(getErrorReason(error))}`, { cause: error })
  }
}

/** About two million cells; larger files should be .csv. */
const MAX_UNPACKED_MB = 128
/** A formula that the cell ends after. */
const UNCALCULATED = /(?:<\/(?:\w+:)?f>|<(?:\w+:)?f\b[^>]*\/>)\s*<\/(?:\w+:)?c>/

/**
 * Unpacks the texts of a workbook within the limit and packs them again: whatever the file declares elsewhere, the
 * reader sees only what was measured. Throws FileError for a damaged file and beyond the limit.
 */
async function repack(bytes: Buffer): Promise<Uint8Array> {
  const parts = new Map<string, Buffer>()
  let unpacked = 0
  try {
    const zip = await fromBufferPromise(bytes)
    for await (const entry of zip.eachEntry()) {
      if (!/\.(?:xml|rels)$/i.test(entry.fileName)) continue
      const chunks: Buffer[] = []
      for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
        unpacked += chunk.length
        if (unpacked > MAX_UNPACKED_MB * 1024 * 1024) throw createSizeError()
        chunks.push(chunk)
      }
      const part = Buffer.concat(chunks)
      if (crc32(part) !== entry.crc32) throw new Error(`the checksum of ${entry.fileName} does not match`)
      parts.set(entry.fileName, part)
    }
  } catch (error) {
    if (error instanceof FileError) throw error
    const reason = sanitize(getErrorReason(error))
    throw new FileError(`the file is not a workbook, or it is damaged: ${reason}`, { cause: error })
  }
  for (const [name, part] of parts) {
    if (name.startsWith('xl/worksheets/') && UNCALCULATED.test(part.toString('latin1'))) {
      throw new FileError(
        'the workbook has a formula without a stored value; open the file in a spreadsheet and save it',
      )
    }
  }
  // Compressed, because the reader parses a part that is stored at once instead of row by row.
  return zipSync(Object.fromEntries(parts), { level: 1 })
}

const createSizeError = () =>
  new FileError(`the workbook unpacks to more than ${MAX_UNPACKED_MB} MB; save the sheet as CSV UTF-8`)

async function listSheets(workbook: Uint8Array): Promise<string[]> {
  const names: string[] = []
  await readXlsx(workbook, {
    sheets: ({ name }) => {
      names.push(name)
      return false
    },
  })
  return names
}

/** The index of the sheet to read. */
async function selectSheet(
  workbook: Uint8Array,
  names: readonly string[],
  sheetName: string | null,
): Promise<number> {
  const list = names.map(quoteText).join(', ')
  if (sheetName !== null) {
    const index = names.indexOf(sheetName)
    if (index >= 0) return index
    throw new FileError(`there is no sheet ${quoteText(sheetName)}; the sheets are ${list}`)
  }
  const rank = (name: string) => (ABOUT_NAMES.includes(name) ? 2 : COMPARISON_NAMES.includes(name) ? 1 : 0)
  for (const wanted of [0, 1, 2]) {
    let found: number | null = null
    for (const [index, name] of names.entries()) {
      if (rank(name) !== wanted || !(await hasData(workbook, index))) continue
      if (found !== null) {
        throw new FileError(`the workbook has several sheets with data; choose one with --sheet: ${list}`)
      }
      found = index
    }
    if (found !== null) return found
  }
  throw new FileError('the workbook is empty')
}

async function hasData(workbook: Uint8Array, sheet: number): Promise<boolean> {
  for await (const [row] of readRows(workbook, sheet))
    if (row?.cells.some((cell) => !isBlank(cell))) return true
  return false
}

/** The records, and the rows around them: title, header and Total row. */
const MAX_ROW = MAX_ROWS + MAX_ROWS_BEFORE_HEADER + 2
/** The names of a list, and the other columns of a dataset. */
const MAX_COLUMNS = MAX_NAMES + 100

async function* readRows(workbook: Uint8Array, sheet: number): AsyncGenerator<readonly SheetRow[]> {
  for await (const { index, values } of streamXlsxRows(workbook, { sheet })) {
    if (index >= MAX_ROW) {
      throw new FileError(
        `the sheet has a row ${index + 1}; at most ${MAX_ROWS.toLocaleString('en')} rows are read: delete the rows below the last record, empty ones too, or split the file`,
      )
    }
    if (values.length > MAX_COLUMNS) {
      throw new FileError(
        `the sheet has a cell ${formatColumnLetter(values.length - 1)}${index + 1}; at most ${MAX_COLUMNS.toLocaleString('en')} columns are read, up to ${formatColumnLetter(MAX_COLUMNS - 1)}: delete the columns to the right of the last heading, empty ones too`,
      )
    }
    yield [{ row: index + 1, cells: values.map(parseCell) }]
  }
}

function parseCell(value: string | number | boolean | Date | null): Cell {
  if (!(value instanceof Date)) return value
  // The reader returns a day as midnight in UTC.
  const minutes = value.getUTCHours() * 60 + Math.round(value.getUTCMinutes() + value.getUTCSeconds() / 60)
  return {
    year: value.getUTCFullYear(),
    month: value.getUTCMonth() + 1,
    day: value.getUTCDate(),
    ...(minutes > 0 && { minutes }),
  }
}
