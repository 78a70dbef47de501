import { type Cell, isBlank, cellText } from '../../data/import/cells.ts'
import { FileError } from '../../data/import/errors.ts'
import { sheetRows } from '../../data/import/sheet-rows.ts'

/** The headings and rows of a file. */
export interface Table {
  readonly headings: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

/** Rows after this number are not read. */
const MAX_ROWS = 20_000

/** Reads the table of a file: the first row with more than one cell contains the headings. Throws FileError. */
export async function readTable(path: string): Promise<Table> {
  let headings: readonly string[] | null = null
  const rows: (readonly Cell[])[] = []
  for await (const { cells } of await sheetRows(path, null)) {
    const filled = cells.filter((cell) => !isBlank(cell))
    if (headings === null) {
      if (filled.length > 1) headings = cells.map(cellText)
      continue
    }
    if (filled.length === 0 || isTotalRow(cells)) continue
    rows.push(cells)
    if (rows.length === MAX_ROWS) break
  }
  if (headings === null) throw new FileError('no row of headings was found')
  if (rows.length === 0) throw new FileError('there are no rows below the headings')
  return { headings, rows }
}

const isTotalRow = (cells: readonly Cell[]) => /^(?:grand )?total$/i.test(cellText(cells[0]))
