import { crc32 } from 'node:zlib'
import { zipSync } from 'fflate'
import { readXlsx as parseXlsx, streamXlsxRows } from 'hucre/xlsx'
import { fromBufferPromise } from 'yauzl'
import { ABOUT_NAMES, parseSourceFact } from '../../../workbook/about-sheet.ts'
import { COMPARISON_NAMES } from '../../../workbook/comparison-sheet.ts'
import { type Cell, getCellText, isBlank, type SheetFile, type SheetRow } from '../../../reading/cells.ts'
import { FileError, formatColumnLetter, quoteText } from '../../../reading/errors.ts'
import { listDecimalSigns } from '../../../reading/numbers.ts'
import { DAY_MS } from '../../../time/days.ts'
import { MAX_ROWS_BEFORE_HEADER } from './column-mapping.ts'
import { MAX_NAMES } from './dynamic-columns.ts'
import { listPercents, padNumbers } from './padded-numbers.ts'
import { MAX_ROWS } from './parse-file.ts'

/** The first bytes of an .xls file or an encrypted workbook. */
const LEGACY = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

/** Reads the named sheet of a workbook, or its only sheet with data besides those that the portal adds. */
export async function readXlsx(bytes: Buffer, sheetName: string | null): Promise<SheetFile> {
  if (bytes.subarray(0, 4).equals(LEGACY)) {
    throw new FileError(
      'the workbook is password-protected or in the old .xls format; save it as .xlsx without a password',
    )
  }
  const { workbook, parts } = await repack(bytes)
  const names = await listSheets(workbook)
  const sheet = await selectSheet(workbook, names, sheetName)
  const xml = findSheet(parts, sheet)
  const is1904 = /<(?:\w+:)?workbookPr\b[^>]*\bdate1904="(?:1|true)"/.test(
    parts.get('xl/workbook.xml')?.toString('latin1') ?? '',
  )
  const [read, merged] = [readRows(workbook, sheet), listMerged(xml)]
  const rows = is1904 ? moveElapsed(read) : read
  const percents = listPercents(parts, xml)
  const filled = merged.length === 0 ? rows : fillMerged(rows, merged)
  return {
    rows: percents.size === 0 ? filled : markPercents(filled, percents),
    source: await findSource(workbook, names),
    hidden: listHidden(xml),
    hiddenColumns: listHiddenColumns(xml),
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
async function repack(bytes: Buffer): Promise<{ workbook: Uint8Array; parts: Parts }> {
  const parts = new Map<string, Buffer>()
  let unpacked = 0
  try {
    const zip = await fromBufferPromise(bytes)
    for await (const entry of zip.eachEntry()) {
      if (!/\.(?:xml|rels)$/i.test(entry.fileName)) continue
      const chunks: Buffer[] = []
      for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
        unpacked += chunk.length
        if (unpacked > MAX_UNPACKED_MB * 1024 * 1024) {
          throw new FileError(
            `the workbook unpacks to more than ${MAX_UNPACKED_MB} MB; save the sheet as CSV UTF-8`,
          )
        }
        chunks.push(chunk)
      }
      const part = Buffer.concat(chunks)
      if (crc32(part) !== entry.crc32) throw new Error(`the checksum of ${entry.fileName} does not match`)
      parts.set(entry.fileName, part)
    }
  } catch (error) {
    throw toFileError(error, 'the file is not an Excel workbook, or it is damaged')
  }
  for (const [name, part] of parts) {
    if (name.startsWith('xl/worksheets/') && UNCALCULATED.test(part.toString('latin1'))) {
      throw new FileError(
        'the workbook has a formula without a stored value; open the file in a spreadsheet and save it',
      )
    }
  }
  padNumbers(parts)
  // Compressed, because the reader parses a part that is stored at once instead of row by row.
  return { workbook: zipSync(Object.fromEntries(parts), { level: 1 }), parts }
}

/** Contains the texts of a workbook, by name. */
type Parts = ReadonlyMap<string, Buffer>

/** Finds the text of a sheet by its position. */
function findSheet(parts: Parts, sheet: number): string {
  const find = (name: string) => parts.get(name)?.toString('latin1') ?? ''
  const ids = [...find('xl/workbook.xml').matchAll(/<(?:\w+:)?sheet\b[^>]*\b\w+:id="([^"]+)"/g)]
  const relation = [...find('xl/_rels/workbook.xml.rels').matchAll(/<Relationship\b[^>]*>/g)].find(([text]) =>
    text.includes(`Id="${ids[sheet]?.[1]}"`),
  )
  return find(`xl/${/Target="\/?(?:xl\/)?([^"]+)"/.exec(relation?.[0] ?? '')?.[1] ?? ''}`)
}

/** Lists the rows of a sheet that are hidden. */
const listHidden = (xml: string): readonly number[] =>
  [...xml.matchAll(/<(?:\w+:)?row\b[^>]*\bhidden="(?:1|true)"[^>]*>/g)].map(([text]) =>
    Number(/\br="(\d+)"/.exec(text)?.[1] ?? 0),
  )

/** Lists the indexes of the columns of a sheet that are hidden. */
function listHiddenColumns(xml: string): readonly number[] {
  const hidden = new Set<number>()
  const written = [...xml.matchAll(/<(?:\w+:)?col\b[^>]*\bhidden="(?:1|true)"[^>]*>/g)]
  for (const [text] of written.slice(0, MAX_COLUMNS)) {
    const last = Math.min(Number(/\bmax="(\d+)"/.exec(text)?.[1]), MAX_COLUMNS)
    for (let number = Number(/\bmin="(\d+)"/.exec(text)?.[1]); number <= last; number += 1)
      hidden.add(number - 1)
  }
  return [...hidden]
}

/** The days from 31 December 1899, with which elapsed times begin, to 1 January 1904. */
const DAYS_TO_1904 = 1462 - 1
/** Longer times cannot be told from dates. */
const MOST_ELAPSED = 60

/** Moves the elapsed times of a workbook that counts days from 1904 to where those of others are. */
async function* moveElapsed(rows: AsyncIterable<SheetRow>): AsyncGenerator<SheetRow> {
  const start = Date.UTC(1904, 0, 1)
  const move = (cell: Cell): Cell => {
    const isElapsed = cell instanceof Date && cell.getTime() < start + MOST_ELAPSED * DAY_MS
    return isElapsed ? new Date(cell.getTime() - DAYS_TO_1904 * DAY_MS) : cell
  }
  for await (const { row, cells } of rows) yield { row, cells: cells.map(move) }
}

/** Names cells of one column that are merged, by their first and last row. */
interface Merged {
  readonly column: string
  readonly first: number
  readonly last: number
}

/** Lists the merged cells of more than one row, by the first of their columns. */
const listMerged = (xml: string): Merged[] =>
  [...xml.matchAll(/<(?:\w+:)?mergeCell\b[^>]*\bref="([A-Z]+)(\d+):[A-Z]+(\d+)"/g)]
    .map(([, column = '', first, last]) => ({ column, first: Number(first), last: Number(last) }))
    .filter(({ first, last }) => last > first)

/** Repeats the text or date of merged cells in each of their rows. Throws FileError for a number, which would count twice. */
async function* fillMerged(rows: AsyncIterable<SheetRow>, merged: readonly Merged[]) {
  const starts = new Map(merged.map((cells) => [`${cells.column}${cells.first}`, cells]))
  const open = new Map<number, { readonly last: number; readonly cell: Cell }>()
  for await (const { row, cells } of rows) {
    for (const [index, { last }] of open) if (last < row) open.delete(index)
    const filled = [...cells]
    for (const [index, { cell }] of open) filled[index] = cell
    yield { row, cells: Array.from(filled, (cell) => cell ?? null) }
    for (const [index, cell] of cells.entries()) {
      const merge = isBlank(cell) ? undefined : starts.get(`${formatColumnLetter(index)}${row}`)
      if (merge === undefined) continue
      if (typeof cell === 'number' || listDecimalSigns(getCellText(cell)).length > 0) {
        throw new FileError(
          `row ${row}: ${merge.column}${merge.first}:${merge.column}${merge.last} are merged and contain a number, which counts once; separate them`,
        )
      }
      open.set(index, { last: merge.last, cell })
    }
  }
}

/** Marks the numbers that the spreadsheet shows with a percent sign. */
async function* markPercents(rows: AsyncIterable<SheetRow>, cells: ReadonlySet<string>) {
  for await (const row of rows) {
    const isPercent = (index: number) => cells.has(`${formatColumnLetter(index)}${row.row}`)
    yield { ...row, percents: [...row.cells.keys()].filter(isPercent) }
  }
}

const toFileError = (error: unknown, what = 'the workbook cannot be read') =>
  error instanceof FileError ? error : new FileError(what, { cause: error })

async function listSheets(workbook: Uint8Array): Promise<string[]> {
  const names: string[] = []
  const collect = ({ name }: { readonly name: string }) => {
    names.push(name)
    return false
  }
  await parseXlsx(workbook, { sheets: collect }).catch((error: unknown) => {
    throw toFileError(error)
  })
  return names
}

/** Returns the index of the sheet to read. */
async function selectSheet(workbook: Uint8Array, names: readonly string[], sheetName: string | null) {
  const list = names.map(quoteText).join(', ')
  if (sheetName !== null) {
    const index = names.indexOf(sheetName)
    if (index >= 0) return index
    throw new FileError(`there is no sheet ${quoteText(sheetName)}; the sheets are ${list}`)
  }
  const added: readonly string[] = [...ABOUT_NAMES, ...COMPARISON_NAMES]
  const sheetIndexes: number[] = []
  for (const [index, name] of names.entries()) {
    if (!added.includes(name) && (await hasData(workbook, index))) sheetIndexes.push(index)
  }
  if (sheetIndexes.length > 1) {
    throw new FileError(`the workbook has several sheets with data; choose one with --sheet: ${list}`)
  }
  if (sheetIndexes[0] === undefined) throw new FileError('the workbook is empty')
  return sheetIndexes[0]
}

async function hasData(workbook: Uint8Array, sheet: number): Promise<boolean> {
  for await (const { cells } of readRows(workbook, sheet)) if (!cells.every(isBlank)) return true
  return false
}

/** Finds the API call that the sheet About names as the source; null without one. */
async function findSource(workbook: Uint8Array, names: readonly string[]): Promise<string | null> {
  for (const name of ABOUT_NAMES.filter((sheet) => names.includes(sheet))) {
    for await (const { row, cells } of readRows(workbook, names.indexOf(name))) {
      const source = parseSourceFact(cells)
      if (source !== null) return source
      if (row > MAX_ROWS_BEFORE_HEADER) break
    }
  }
  return null
}

/** The records, and the rows around them: title, header and Total row. */
const MAX_ROW = MAX_ROWS + MAX_ROWS_BEFORE_HEADER + 2
/** The names of a list, and the other columns of a dataset. */
const MAX_COLUMNS = MAX_NAMES + 100

async function* readRows(workbook: Uint8Array, sheet: number): AsyncGenerator<SheetRow> {
  try {
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
      yield { row: index + 1, cells: values }
    }
  } catch (error) {
    throw toFileError(error)
  }
}
