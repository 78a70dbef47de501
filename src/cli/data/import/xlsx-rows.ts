import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import { type Cell, isBlank, type SheetRow } from './cell.ts'
import { FileFault } from './faults.ts'
import { quoted, shown } from './quoted.ts'
import { checkUnpackedSize } from './zip-sizes.ts'

const OLD = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

type Workbook = Awaited<ReturnType<typeof readXlsx>>
type Sheet = Workbook['sheets'][number]

/** The rows of a workbook's sheet: the one that is asked for, or the only one with anything in it. */
export async function* xlsxRows(path: string, wanted: string | null): AsyncGenerator<SheetRow> {
  const sheet = choose(await readWorkbook(path), wanted)
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

async function readWorkbook(path: string): Promise<Workbook> {
  const bytes = await readFile(path)
  if (bytes.subarray(0, 4).equals(OLD)) {
    throw new FileFault(
      'the workbook is protected by a password or of the old .xls format; save it as .xlsx without one',
    )
  }
  checkUnpackedSize(bytes)
  try {
    return await readXlsx(bytes)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new FileFault(`the workbook cannot be read: ${shown(reason)}`, { cause: error })
  }
}

function choose({ sheets }: Workbook, wanted: string | null): Sheet {
  const names = sheets.map(({ name }) => quoted(name)).join(', ')
  if (wanted !== null) {
    const found = sheets.find(({ name }) => name === wanted)
    if (found === undefined) throw new FileFault(`there is no sheet ${quoted(wanted)}; there are ${names}`)
    return found
  }
  const [first, second] = sheets.filter(({ rows }) =>
    rows.some((row) => row.some((cell) => !isBlank(asCell(cell)))),
  )
  if (first === undefined) throw new FileFault('the workbook is empty')
  if (second !== undefined)
    throw new FileFault(`the workbook has several sheets: choose one by --sheet; there are ${names}`)
  return first
}

const asCell = (value: Sheet['rows'][number][number]): Cell => (value instanceof Date ? String(value) : value)
