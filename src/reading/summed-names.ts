import { isSum } from '../dataset/measures.ts'
import { getCellText, type SheetRow } from './cells.ts'
import type { CellLocation } from './errors.ts'

/** A name whose rows are the sums of other rows, whatever it is called. */
export interface SummedName {
  readonly location: CellLocation
  readonly text: string
  readonly rows: readonly SheetRow[]
}

/** Reads the amounts of a row, one for each column; null for none. */
type ReadAmounts = (row: SheetRow) => readonly (number | null)[]

/** How many sums of at least two rows are no chance: with all amounts of a row, and with one of them. */
const FEWEST_WHOLE = 2
const FEWEST_PART = 4
/** How many groups of rows tell whether a file can have such a name: reading all amounts takes long. */
const SAMPLED = 8

/**
 * Finds names such as `Network` whose rows are sums: in each of its rows, an amount is the sum of the other rows that differ in
 * this label alone.
 */
export function findSummedNames(
  rows: readonly SheetRow[],
  labels: readonly CellLocation[],
  readAmounts: ReadAmounts,
): SummedName[] {
  return labels.flatMap((location) => {
    const [near, ...others] = labels.filter((label) => label !== location)
    if (near === undefined || isDated(rows, location)) return []
    const getId = ({ cells }: SheetRow) =>
      [near, ...others].map(({ index }) => getCellText(cells[index])).join('\n')
    const getNear = ({ cells }: SheetRow) => getCellText(cells[near.index])
    const sampled = Array.from({ length: SAMPLED }, (_, part) =>
      rows.slice(Math.floor((part * rows.length) / SAMPLED)).slice(0, 1),
    ).flat()
    const [nears, ids] = [new Set(sampled.map(getNear)), new Set(sampled.map(getId))]
    const sample = rows.filter((row) => nears.has(getNear(row)) && ids.has(getId(row)))
    const mayBe = tallyNames(groupRows(sample, getId), location, readAmounts).some(
      ({ sums }) => Math.max(...sums) > 0,
    )
    if (!mayBe) return []
    return tallyNames(groupRows(rows, getId), location, readAmounts).filter(
      ({ text, sums }) =>
        text !== '' && Math.max(...sums) >= (sums.includes(NO_SUMS) ? FEWEST_PART : FEWEST_WHOLE),
    )
  })
}

/** Returns true for a column of dates, hours or codes, which are no names of totals. */
function isDated([first]: readonly SheetRow[], { index }: CellLocation): boolean {
  const cell = first?.cells[index]
  return typeof cell !== 'string' || /^\d/.test(cell)
}

/** What the rows of a name have in common. */
interface Tally extends SummedName {
  readonly rows: SheetRow[]
  /** How many of its amounts are sums of at least two others, by column, or that some are no sums. */
  readonly sums: number[]
}
const NO_SUMS = -1

/** Compares the amounts of each name with the sums of the other rows in each group. */
function tallyNames(groups: readonly SheetRow[][], location: CellLocation, readAmounts: ReadAmounts) {
  const tallies = new Map<string, Tally>()
  for (const group of groups) {
    const amounts = group.map(readAmounts)
    const columns = (amounts[0] ?? []).map((_, column) => amounts.map((values) => values[column] ?? 0))
    const totals = columns.map((values) => values.reduce((sum, value) => sum + value, 0))
    // What is as small as the error of rounding proves nothing: a column of zeros has no totals.
    const counts = columns.map((values) => values.filter((value) => !isSum(value, 0, group.length)).length)
    for (const [position, row] of group.entries()) {
      const text = getCellText(row.cells[location.index])
      const tally = tallies.get(text) ?? { location, text, rows: [], sums: columns.map(() => 0) }
      tallies.set(text, tally)
      tally.rows.push(row)
      for (const [column, values] of columns.entries()) {
        const value = values[position] ?? 0
        const isSumOfOthers = isSum(value, (totals[column] ?? 0) - value, group.length)
        const isProof = (counts[column] ?? 0) > 2 && !isSum(value, 0, group.length)
        if (!isSumOfOthers) tally.sums[column] = NO_SUMS
        else if (isProof && tally.sums[column] !== NO_SUMS) tally.sums[column] = (tally.sums[column] ?? 0) + 1
      }
    }
  }
  return [...tallies.values()]
}

function groupRows(rows: readonly SheetRow[], getId: (row: SheetRow) => string): SheetRow[][] {
  const groups = new Map<string, SheetRow[]>()
  for (const row of rows) {
    const group = groups.get(getId(row))
    if (group === undefined) groups.set(getId(row), [row])
    else group.push(row)
  }
  return [...groups.values()]
}
