import { hasDecimals } from '../../schemas/dataset/primitives.ts'
import { getCellText, isBlank, type SheetRow } from './cells.ts'
import { type CellLocation, type Question, quoteText } from './errors.ts'
import { remember } from './evidence.ts'

/** A row that is called a total, between the records. */
export interface TotalRow extends SheetRow {
  readonly label: CellLocation & { readonly text: string }
  /** The number of records above it. */
  readonly above: number
  readonly amounts: readonly (number | null)[]
}

/** How many totals are compared with rows of their names, and by which part rounded sums may differ. */
const MOST_COMPARED = 50
const MOST_ROUNDING = 0.01
const MOST_DECIMALS = 6

/**
 * Finds the last total that contradicts the records: none of its amounts is the sum of rows between two totals, or of
 * rows with its other names. Amounts between the smallest and the largest one may be means.
 */
export function findWrongTotal(
  totals: readonly TotalRow[],
  borders: readonly number[],
  records: readonly SheetRow[],
  columns: {
    readonly labels: readonly CellLocation[]
    readonly amounts: readonly CellLocation[]
  },
  readAmounts: (row: SheetRow) => readonly (number | null)[],
): Question | null {
  if (totals.length === 0) return null
  const rows = records.map(readAmounts)
  const summed = columns.amounts.map((location, index) => sumColumn(location, rows, index))
  const ends = [...new Set([0, ...borders, records.length])]
  for (const total of totals.slice(-MOST_COMPARED).toReversed()) {
    const names = columns.labels.filter(
      ({ index }) => index !== total.label.index && !isBlank(total.cells[index]),
    )
    const isNamed = ({ cells }: SheetRow) =>
      names.every(({ index }) => getCellText(cells[index]) === getCellText(total.cells[index]))
    const ofNames = records.flatMap((record, row) => (isNamed(record) ? [row] : []))
    const amounts = summed.flatMap((column, index) => {
      const value = total.amounts[index] ?? 0
      return value === 0 ? [] : [{ ...column, value }]
    })
    const isSum = amounts.some(({ value, sums, values, decimals }) => {
      const between = ends.map((end) => Math.abs((sums[end] ?? 0) - (sums[total.above] ?? 0)))
      const named = ofNames.reduce((sum, row) => sum + (values[row] ?? 0), 0)
      const rounding = 0.5 * 10 ** -decimals * (records.length + 1)
      return [...between.map((sum) => Math.sign(value) * sum), named].some(
        (sum) => Math.abs(value - sum) <= Math.min(rounding, Math.abs(sum) * MOST_ROUNDING),
      )
    })
    const wrong = amounts.find(({ value, smallest, largest }) => value < smallest || value > largest)
    if (!isSum && wrong !== undefined) return askWhether(total, wrong)
  }
  return null
}

/** Adds the amounts of a column up, and finds their range and decimals. */
function sumColumn(location: CellLocation, rows: readonly (readonly (number | null)[])[], index: number) {
  const values = rows.map((row) => row[index] ?? 0)
  const sums = [0]
  let [smallest, largest, decimals, sum] = [Infinity, -Infinity, 0, 0]
  for (const value of values) {
    sum += value
    sums.push(sum)
    smallest = Math.min(smallest, value)
    largest = Math.max(largest, value)
    while (decimals < MOST_DECIMALS && !hasDecimals(value, decimals)) decimals += 1
  }
  return { location, values, sums, smallest, largest, decimals }
}

const format = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 2 })

/** Asks whether a file is whole: a total without its rows is a sign of a cut file. */
function askWhether(
  { row, label }: TotalRow,
  { location, value, sums }: ReturnType<typeof sumColumn> & { readonly value: number },
): Question {
  const found = `${quoteText(label.text)} is ${format(value)} in column "${location.heading}", but the rows add up to ${format(sums.at(-1) ?? 0)}: the file may be cut or contain rows twice`
  const remembered = remember(label, 'totals', 'leave out')
  return {
    row,
    location: label,
    key: 'totals',
    found,
    text: `${found}; correct it, or choose --read totals=leave-out to import its rows without the total`,
    options: [{ value: 'leave out', meaning: 'a total, which is left out', remembered }],
  }
}
