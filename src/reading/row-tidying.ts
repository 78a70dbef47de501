import type { Choices } from '../../schemas/dataset/reading.ts'
import { describeLineBreaks, hasLineBreak, isBlank, type SheetFile, type SheetRow, tidyRow } from './cells.ts'
import { ask, type Decision } from './columns.ts'
import { formatRows } from './errors.ts'
import { createRepair } from './spellings.ts'

/** Creates the reader of the rows of a file, and what it asks and says of hidden rows and line breaks. */
export function createRowTidying({ hidden }: Pick<SheetFile, 'hidden'>, choices: Choices) {
  const repair = createRepair(choices)
  const isHidden = new Set(hidden)
  const hiddenRows: number[] = []
  const broken: number[] = []
  return {
    /** Tidies and repairs a row; null for an empty one, and for a hidden one that is left out. */
    tidy: (written: SheetRow): SheetRow | null => {
      const row = written.isExported === true ? written : tidyRow(written)
      if (row.cells.every(isBlank)) return null
      if (isHidden.has(row.row)) {
        hiddenRows.push(row.row)
        if (choices.hiddenRows === 'leave out') return null
      }
      if (row !== written && hasLineBreak(written)) broken.push(row.row)
      return repair === null || written.isExported === true ? row : repair(row)
    },
    finish: () => {
      const { questions, remarks } = decideHidden(hiddenRows, choices)
      return { questions, remarks: [...remarks, ...describeLineBreaks(broken)] }
    },
  }
}

/** Asks whether the hidden rows of a sheet count, or says what was chosen. */
function decideHidden(rows: readonly number[], { hiddenRows }: Choices): Omit<Decision<never>, 'reading'> {
  const [row] = rows
  if (row === undefined) return { questions: [], remarks: [] }
  const isSingle = rows.length === 1
  const what = isSingle ? 'a hidden row' : `${rows.length.toLocaleString('en')} hidden rows`
  if (hiddenRows !== null) {
    const done = hiddenRows === 'keep' ? 'read like the others' : 'left out'
    return { questions: [], remarks: [`${what} ${isSingle ? 'is' : 'are'} ${done}: ${formatRows(rows)}`] }
  }
  const place = { row, location: { index: -1, heading: '' } }
  const question = ask(place, 'hiddenRows', `${what} (${formatRows(rows)})`, [
    { value: 'leave out', meaning: 'left out' },
    { value: 'keep', meaning: 'read like the others' },
  ])
  return { questions: [question], remarks: [] }
}
