import type { Choices } from '../../schemas/dataset/reading.ts'
import { type Cell, isBlank, type SheetFile, type SheetRow, tidyRow } from './cells.ts'
import { ask, refuse } from './evidence.ts'
import { formatColumnLetter, formatRows, type Question } from './errors.ts'
import { createRepair } from './spellings.ts'

/** A name below another one, as spreadsheets and pivot tables write it. */
const INDENTED = /^[ \t\u00A0]{2,}\p{L}/u

/** What is asked of a whole file. */
const NO_COLUMN = { index: -1, heading: '' }

/** Creates the reader of the rows of a file, and what it asks and says of hidden rows and line breaks. */
export function createRowTidying(
  { hidden, hiddenColumns }: Pick<SheetFile, 'hidden' | 'hiddenColumns'>,
  choices: Choices,
) {
  const repair = createRepair(choices)
  const isHidden = new Set(hidden)
  const hiddenRows: number[] = []
  const broken: number[] = []
  const indented: number[] = []
  let [width, rows] = [0, 0]
  return {
    /** Tidies and repairs a row; null for an empty one, and for a hidden one that is left out. */
    tidy: (written: SheetRow): SheetRow | null => {
      const row = written.isExported === true ? written : tidyRow(written)
      if (row.cells.every(isBlank)) return null
      width = Math.max(width, row.cells.length)
      rows += 1
      if (row !== written && written.cells.some((cell) => typeof cell === 'string' && INDENTED.test(cell)))
        indented.push(row.row)
      if (isHidden.has(row.row)) {
        hiddenRows.push(row.row)
        if (choices.hiddenRows === 'leave out') return null
      }
      const isBroken = (cell: Cell) => typeof cell === 'string' && /[\r\n]/.test(cell.trim())
      if (row !== written && written.cells.some(isBroken)) broken.push(row.row)
      return repair === null || written.isExported === true ? row : repair(row)
    },
    finish: () => {
      const { questions, remarks } = decideHidden(hiddenRows, choices)
      if (choices.totals !== 'keep' && indented.length > 1 && indented.length < rows - 1) {
        const text = `names are indented in ${formatRows(indented)}: the rows above can be their totals, and would count twice; delete these rows, or choose --read totals=keep if all are records`
        questions.push(refuse({ row: indented[0] ?? 0 }, NO_COLUMN, 'totals', text))
      }
      if (broken.length > 0) remarks.push(`line breaks in cells are read as blanks: ${formatRows(broken)}`)
      const letters = hiddenColumns.filter((index) => index < width).map(formatColumnLetter)
      if (letters.length > 0)
        remarks.push(`hidden columns are read like the others: ${letters.slice(0, 10).join(', ')}`)
      return { questions, remarks }
    },
  }
}

/** Asks whether the hidden rows of a sheet count, or says what was chosen. */
function decideHidden(
  rows: readonly number[],
  { hiddenRows }: Choices,
): { questions: Question[]; remarks: string[] } {
  const [row] = rows
  if (row === undefined) return { questions: [], remarks: [] }
  const isSingle = rows.length === 1
  const what = isSingle ? 'a hidden row' : `${rows.length.toLocaleString('en')} hidden rows`
  if (hiddenRows !== null) {
    const done = hiddenRows === 'keep' ? 'read like the others' : 'left out'
    return { questions: [], remarks: [`${what} ${isSingle ? 'is' : 'are'} ${done}: ${formatRows(rows)}`] }
  }
  const place = { row, location: NO_COLUMN }
  const question = ask(place, 'hiddenRows', `${what} (${formatRows(rows)})`, [
    { value: 'leave out', meaning: 'left out' },
    { value: 'keep', meaning: 'read like the others' },
  ])
  return { questions: [question], remarks: [] }
}
