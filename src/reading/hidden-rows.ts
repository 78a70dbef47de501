import type { Choices } from '../../schemas/dataset/reading.ts'
import { ask, type Decision } from './columns.ts'
import { formatRows } from './errors.ts'

/** Asks whether the hidden rows of a sheet count, or says what was chosen. */
export function decideHidden(
  rows: readonly number[],
  { hiddenRows }: Choices,
): Omit<Decision<never>, 'reading'> {
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
