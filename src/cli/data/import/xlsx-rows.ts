import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import { type Cell, isBlank, type SheetRow } from './cells.ts'
import { FileError, quoteText, sanitize } from './errors.ts'
import { MAX_AMOUNTS } from './parse-file.ts'
import { largestSheet } from './sheet-extent.ts'
import { zipParts } from './zip-parts.ts'

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
