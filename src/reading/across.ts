import { type Cell, getCellText } from './cells.ts'
import { parseMonthName } from './dates.ts'
import { type CellLocation, formatColumnLetter, quoteText, sanitize } from './errors.ts'
import { keyReaders } from './keys.ts'

/** Returns true for a heading that is a period, such as `Jan-25`, `2025-01` or `Q1 2025`. */
export function isPeriodHeading(heading: string): boolean {
  const reading = { order: 'DD/MM/YYYY', hours: null, zone: null, times: null } as const
  const kinds = ['month', 'quarter', 'date', 'year'] as const
  return (
    parseMonthName(heading) !== null ||
    kinds.some((kind) => 'key' in keyReaders[kind](heading, null, reading))
  )
}

/** A column of a table, with its cells below the heading. */
interface ReadColumn extends CellLocation {
  readonly cells: readonly Cell[]
}

/** Says how to write a table with several columns of periods as rows; null for another table. */
export function describeAcross<Column extends ReadColumn>(
  row: number,
  columns: readonly Column[],
  isPeriod: (column: Column) => boolean,
): string | null {
  const across = columns.filter(isPeriod)
  const [first, last] = [across[0], across.at(-1)]
  if (first === undefined || last === undefined || first === last) return null
  const names = columns.filter((column) => !across.includes(column))
  const getFirst = ({ cells: [cell = null] }: Column) => getCellText(cell)
  const headings = [...names.map(({ heading }) => heading), 'Month', 'Minutes'].map(sanitize).join(', ')
  const example = [...names.map(getFirst), first.heading, getFirst(first)].map(sanitize).join(', ')
  return `row ${row}: the columns ${quoteText(first.heading)} (${formatColumnLetter(first.index)}) to ${quoteText(last.heading)} (${formatColumnLetter(last.index)}) are periods; write a row for each name and period below headings such as ${headings}: the first is ${example}`
}
