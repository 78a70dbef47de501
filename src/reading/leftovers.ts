import type { Choices } from '../../schemas/dataset/reading.ts'
import { isSum } from '../dataset/measures.ts'
import { getCellText, isBlank, type SheetRow } from './cells.ts'
import { ask } from './evidence.ts'
import { type CellLocation, formatRows, type Question, quoteText } from './errors.ts'
import { isTotalLabel, mayBeTotal } from './keys.ts'
import { ANY, type NumberReading, parseAmount } from './numbers.ts'
import { findSummedNames, type SummedName } from './summed-names.ts'
import { findWrongTotal, type TotalRow } from './wrong-total.ts'

/** The columns of a table. */
interface Columns {
  /** The columns that name a row: its key, its period, its dimensions. The first is the key. */
  readonly labels: readonly CellLocation[]
  readonly amounts: readonly (CellLocation & { readonly reading: NumberReading })[]
  /** Whether rows have names; a row of a date alone is no total. */
  readonly isNamed: boolean
}

/** With fewer rows above it, a last row can be their sum by chance. */
const FEWEST_ROWS = 3

/** How many rounded amounts may differ from their rounded sum, and by which part of it. */
const MOST_ROUNDED = 20
const MOST_ROUNDING = 0.01

/** The rows of records, without repeated headings and totals, and what people should know of the others. */
export interface Records {
  readonly rows: readonly SheetRow[]
  readonly questions: readonly Question[]
  readonly remarks: readonly string[]
}

/** Sums of the rows above a row: of all of them, and of those after the last total. */
type Sums = Readonly<Record<'all' | 'part', { rows: number; amounts: number[] }>>

/** Separates the rows of records from repeated headings and from totals of the rows above. */
export function separateRecords(
  rows: readonly SheetRow[],
  header: SheetRow,
  columns: Columns,
  { totals }: Choices,
): Records {
  const records: SheetRow[] = []
  const questions: Question[] = []
  const headings = header.cells.map((cell) => getCellText(cell).toLowerCase())
  const repeated: number[] = []
  const left: { readonly row: number; readonly text: string }[] = []
  const borders: number[] = []
  /** The rows that are called totals, and are not the sums of the rows directly above. */
  const unmatched: TotalRow[] = []
  const sums: Sums = { all: createSum(columns), part: createSum(columns) }
  let added = 0
  /** Adds the records up that were read since the last call: most files have no total that compares with sums. */
  const addUp = () => {
    for (; added < records.length; added += 1) {
      const amounts = readAmounts(records[added], columns)
      for (const sum of [sums.all, sums.part]) {
        sum.rows += 1
        for (const [index, amount] of amounts.entries())
          sum.amounts[index] = (sum.amounts[index] ?? 0) + (amount ?? 0)
      }
    }
  }
  const last = rows.at(-1)
  const [key] = columns.labels
  for (const row of rows) {
    if (isRepeated(row, headings)) {
      repeated.push(row.row)
      continue
    }
    const label = findLabel(row, columns)
    const isUnnamed = key !== undefined && isBlank(row.cells[key.index])
    if (label === null && !isUnnamed && !(columns.isNamed && row === last)) {
      records.push(row)
      continue
    }
    addUp()
    const amounts = readAmounts(row, columns)
    const isFullSum = (isUnnamed || row === last) && matchSums(amounts, sums, 'every')
    // A subtotal can have a rate, which is no sum.
    const isPartSum = isUnnamed && matchSums(amounts, sums, 'some')
    const isTotal =
      label === null
        ? isUnnamed && (isFullSum || (isPartSum && totals === 'leave out'))
        : isTotalLabel(label.text) || matchSums(amounts, sums, 'some') || totals === 'leave out'
    const isDoubtful =
      columns.isNamed &&
      row === last &&
      matchSums(amounts, sums, 'every', FEWEST_ROWS) &&
      !isOrdinary(row, records, columns)
    if (isTotal || (label === null && isDoubtful && totals === 'leave out')) {
      const name = isUnnamed ? 'a row without a name' : listLabels(row, columns).join(', ')
      left.push({ row: row.row, text: label?.text ?? name })
      borders.push(records.length)
      if (label !== null && isTotalLabel(label.text) && !matchSums(amounts, sums, 'some'))
        unmatched.push({ ...row, label, above: records.length, amounts })
      sums.part.rows = 0
      sums.part.amounts.fill(0)
      continue
    }
    if (totals === null && key !== undefined && (label !== null || isDoubtful || isPartSum)) {
      const text = label?.text ?? listLabels(row, columns).join(', ')
      const named = isPartSum ? `a row without ${quoteText(key.heading)}` : quoteText(text)
      const description =
        label === null
          ? `${named}, whose amounts are ${isPartSum ? '' : 'the '}sums of the rows above,`
          : named
      questions.push(askTotal(row.row, label ?? key, description))
      continue
    }
    records.push(row)
  }
  const summed =
    totals === 'keep' || !columns.isNamed
      ? []
      : findSummedNames(records, columns.labels, (row) => readAmounts(row, columns))
  if (totals === null) questions.push(...summed.map(askWhetherTotal))
  const wrong =
    summed.length > 0
      ? null
      : findWrongTotal(unmatched, borders, records, columns, (row) => readAmounts(row, columns))
  if (totals === null && wrong !== null) questions.push(wrong)
  const sumRows = new Set(totals === null ? [] : summed.flatMap(({ rows: ofName }) => ofName))
  for (const { text, rows: ofName } of totals === null ? [] : summed)
    left.push(...ofName.map(({ row }) => ({ row, text })))
  const remarks = [
    ...(repeated.length === 0 ? [] : [`headings are repeated in ${formatRows(repeated)}; left out`]),
    ...(left.length === 0
      ? []
      : [
          `${left.length === 1 ? 'a total is' : `${left.length.toLocaleString('en')} totals are`} left out: ${left
            .slice(0, 5)
            .map(({ row, text }) => `${quoteText(text)} in row ${row}`)
            .join(', ')}${left.length > 5 ? ' …' : ''}`,
        ]),
    ...(wrong === null || totals === null ? [] : [`row ${wrong.row}: ${wrong.found}`]),
  ]
  return { rows: records.filter((row) => !sumRows.has(row)), questions, remarks }
}

/** Asks what the rows of a name are that add up others. */
const askWhetherTotal = ({ location, text, rows: [first] }: SummedName): Question =>
  askTotal(first?.row ?? 0, location, `${quoteText(text)}, whose amounts are the sums of other rows,`)

const askTotal = (row: number, location: CellLocation, found: string): Question =>
  ask({ row, location }, 'totals', found, [
    { value: 'leave out', meaning: 'a total, which is left out' },
    { value: 'keep', meaning: 'a name, whose amounts count' },
  ])

/** Lists the texts that name a row. */
const listLabels = ({ cells }: SheetRow, { labels }: Columns): readonly string[] =>
  labels.map(({ index }) => getCellText(cells[index])).filter((text) => text !== '')

/** Returns true for a row of times, codes and names that the rows above have as well. */
const isOrdinary = ({ cells }: SheetRow, above: readonly SheetRow[], { labels }: Columns): boolean =>
  labels.every(({ index }) => {
    const text = getCellText(cells[index])
    if (typeof cells[index] !== 'string' || /^\d/.test(text)) return text !== ''
    return text !== '' && above.some((row) => getCellText(row.cells[index]) === text)
  })

const createSum = ({ amounts }: Columns) => ({ rows: 0, amounts: amounts.map(() => 0) })

const readAmounts = (row: SheetRow | undefined, { amounts }: Columns): readonly (number | null)[] =>
  amounts.map(({ index, reading }) => {
    const cell = row?.cells[index] ?? null
    const value = isBlank(cell) ? null : parseAmount(cell, ANY, reading)
    return typeof value === 'number' ? value : null
  })

/** Returns true for a row that repeats the headings, as where files were put together. */
function isRepeated({ cells }: SheetRow, headings: readonly string[]): boolean {
  const [first] = cells
  if (first === undefined || getCellText(first).toLowerCase() !== headings[0]) return false
  return headings.every((heading, index) => heading === getCellText(cells[index]).toLowerCase())
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57

/** Finds the text of a row that reads like the label of a total. */
function findLabel({ cells }: SheetRow, { labels, amounts }: Columns) {
  for (const columns of [labels, amounts]) {
    for (const location of columns) {
      const cell = cells[location.index]
      if (typeof cell !== 'string') continue
      // Most cells are amounts: they begin and end with a digit, as no label does.
      if (isDigit(cell.charCodeAt(0)) && isDigit(cell.charCodeAt(cell.length - 1))) continue
      const text = getCellText(cell)
      if (!text.startsWith("'") && mayBeTotal(text)) return { ...location, text }
    }
  }
  return null
}

/** Returns true if some or all amounts of a row are the sums of the rows above. */
function matchSums(
  amounts: readonly (number | null)[],
  sums: Sums,
  how: 'some' | 'every',
  fewest = 2,
): boolean {
  const amountsFound = amounts.flatMap((value, index) => (value === null ? [] : [{ value, index }]))
  if (!amountsFound.some(({ value }) => value !== 0)) return false
  return [sums.all, sums.part].some(({ rows, amounts: above }) => {
    if (rows < fewest) return false
    const isEqual = ({ value, index }: (typeof amountsFound)[number]) => {
      const sum = above[index] ?? 0
      const isNear = Math.abs(value - sum) <= Math.abs(sum) * MOST_ROUNDING
      return isNear && isSum(value, sum, Math.min(rows, MOST_ROUNDED))
    }
    return how === 'every'
      ? amountsFound.every(isEqual)
      : amountsFound.some((one) => one.value !== 0 && isEqual(one))
  })
}
