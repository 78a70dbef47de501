import { operations, type Value } from '../../query/arithmetic.ts'
import { isPoints } from '../model/format.ts'
import { type Comparison, getRowId, type ReportTable, type TableRow } from '../model/report-table.ts'
import type { Figures } from './comparison-lines.ts'

type Line = Comparison['lines'][number]

/** Computes a column from others of its table. */
interface Combination {
  readonly indexes: readonly number[]
  /** Returns its value by those of the others, in their order. */
  readonly combine: (values: readonly Value[]) => Value
  /** Returns the values of the others that an earlier row has, if it does not have all of them. */
  readonly pickValues?: (row: TableRow) => readonly Value[]
  /** Lists what an earlier row lacks of it, beyond what it lacks of the others. */
  readonly listGaps?: (row: TableRow) => readonly string[]
  /** Lists the same for a line, which can be of the first earlier period. */
  readonly listLineGaps?: (line: Line, isFirst: boolean) => readonly string[]
}

const isPeriod = ({ kind }: Line): boolean => kind === 'current' || kind === 'earlier'

/** Finds the last line of an earlier period up to an index. */
const findPeriod = (lines: readonly Line[], index: number): Line | undefined =>
  lines.slice(0, index + 1).findLast(({ kind }) => kind === 'earlier')

/** Replaces the value at a position, and what it lacks. */
function replace<R extends Figures>(row: R, position: number, value: Value, gaps: readonly string[]): R {
  const known = row.gaps ?? (gaps.length > 0 ? row.values.map(() => []) : undefined)
  const values = row.values.with(position, value)
  return { ...row, values, ...(known && { gaps: known.with(position, gaps) }) }
}

/** Joins what a row lacks of some columns, each sentence once. */
export const joinGaps = (
  { gaps }: Pick<Figures, 'gaps'>,
  indexes: readonly number[],
  more: readonly string[] = [],
): readonly string[] => [...new Set([...indexes.flatMap((index) => gaps?.[index] ?? []), ...more])]

/** Gives the column at a position, which combines others, their values of earlier periods, and the differences of those. */
export function compareCombined(
  comparison: Comparison,
  position: number,
  { indexes, combine, pickValues, listGaps = () => [], listLineGaps = () => [] }: Combination,
): Comparison {
  const { rows, lines, totals, earlierTotals } = comparison
  const pick = (values: readonly Value[]) => indexes.map((index) => values[index] ?? null)
  const [own = 0] = indexes
  const first = lines.find(({ kind }) => kind === 'earlier')
  const now = lines.find(({ kind }) => kind === 'current')?.values ?? totals
  const total = combine(pick(now))
  /** Returns what a rate of a column compares its total with: the earlier total, for as many days. */
  const findBase = (index: number, rate: Value, before: Value): Value => {
    if (before === 0) return before
    return rate === null ? null : operations['/']([now[index] ?? null, 1 + Math.sign(before ?? 0) * rate])
  }
  const compute = ({ kind, values, columns }: Line, at: number): Value => {
    const before = findPeriod(lines, at)?.values ?? []
    const earlier = combine(pick(before))
    switch (kind) {
      case 'current':
        return total
      case 'earlier':
        return earlier
      case 'difference':
        return operations['-']([total, earlier])
      case 'change':
        return operations[isPoints(columns[own]?.format ?? null) ? '-' : 'change']([total, earlier])
      case 'rate': {
        const bases = indexes.map((index) => findBase(index, values[index] ?? null, before[index] ?? null))
        return bases.includes(null) ? null : operations.change([total, combine(bases)])
      }
      case 'alike':
        return null
    }
  }
  return {
    ...comparison,
    rows: rows.map(
      (row) =>
        row &&
        replace(
          row,
          position,
          combine(pickValues?.(row) ?? pick(row.values)),
          joinGaps(row, indexes, listGaps(row)),
        ),
    ),
    lines: lines.map((line, at) => {
      const gaps = joinGaps(line, indexes, listLineGaps(line, findPeriod(lines, at) === first))
      const columns = isPeriod(line) ? line.columns : copyFormat(line, own, position)
      return { ...replace(line, position, compute(line, at), gaps), columns }
    }),
    totals: totals.with(position, total),
    earlierTotals: earlierTotals.with(position, combine(pick(earlierTotals))),
  }
}

/** Returns the columns of a line, the one at a position with the format of another one. */
const copyFormat = ({ columns }: Line, from: number, position: number): Line['columns'] =>
  columns.map((column, index) =>
    index === position ? { ...column, format: columns[from]?.format ?? null } : column,
  )

/** Returns the lines by their earlier period and what they say, however many periods are compared. */
const indexLines = ({ lines }: Comparison): ReadonlyMap<string, Line> =>
  new Map(
    lines.map((line, index) => {
      const about = line.label.replace(/ to .*$/, '')
      return [isPeriod(line) ? line.label : `${findPeriod(lines, index)?.label}\n${about}`, line]
    }),
  )

interface Columns {
  /** The indexes of a column, of the column of the other tab, and of that one in its own table. */
  readonly own: number
  readonly beside: number
  readonly other: number
}

/** Gives a column of another tab its values of the earlier periods, which the other table has; not those that it lacks. */
export function compareBeside(
  table: ReportTable,
  { own, beside, other }: Columns,
  otherTable: ReportTable,
): Comparison | undefined {
  const { comparison, rows, columns } = table
  const earlier = otherTable.comparison
  if (comparison === undefined || earlier === undefined) return undefined
  const paired = new Map(otherTable.rows.map((row, index) => [getRowId(row), earlier.rows[index]]))
  const earlierRows = new Map(earlier.table.rows.map((row) => [getRowId(row), row]))
  const earlierIndex = earlier.table.columns.findIndex(
    ({ label }) => label === otherTable.columns[other]?.label,
  )
  const blanks = columns.map(() => null)
  /** Puts the earlier row of the other tab beside one of this tab, either of which can be missing. */
  const putBeside = (row: TableRow | null, index: number): TableRow | null => {
    const shown = rows[index]
    if (shown === undefined || shown.isRest) return row
    const match = paired.get(getRowId(shown))
    // A name that the other tab has in the earlier period only.
    const [found, at] = match ? [match, other] : [row && earlierRows.get(getRowId(row)), earlierIndex]
    if (!found) return row
    const { key, dimension, label: name, hasRecord, isRest } = found
    const named = dimension === undefined ? {} : { dimension }
    const start = row ?? { key, ...named, label: name, hasRecord, isRest, values: blanks }
    return replace(start, beside, found.hasRecord ? (found.values[at] ?? null) : null, found.gaps?.[at] ?? [])
  }
  const otherLines = indexLines(earlier)
  const changes = comparison.lines.find(({ kind }) => kind === 'change')?.columns ?? columns
  const lines = addLines(indexLines(comparison), otherLines, { values: blanks, columns: changes })
  return {
    ...comparison,
    rows: comparison.rows.map(putBeside),
    lines: lines.map(([id, line]) => {
      const { values = [], gaps } = otherLines.get(id) ?? {}
      const filled = replace(line, beside, values[other] ?? null, gaps?.[other] ?? [])
      return { ...filled, columns: copyFormat(line, own, beside) }
    }),
    totals: comparison.totals.with(beside, earlier.totals[other] ?? null),
    earlierTotals: comparison.earlierTotals.with(beside, earlier.earlierTotals[other] ?? null),
  }
}

/** Adds the lines that only the other table has of a period that both have, such as one per day: below those of the period. */
function addLines(
  own: ReadonlyMap<string, Line>,
  others: ReadonlyMap<string, Line>,
  blank: Pick<Line, 'values' | 'columns'>,
): readonly (readonly [id: string, line: Line])[] {
  const lines = [...own]
  const getPeriod = (id: string) => id.split('\n')[0]
  for (const [id, { kind, label }] of others) {
    const last = lines.findLastIndex(([one]) => getPeriod(one) === getPeriod(id))
    if (last >= 0 && !own.has(id)) lines.splice(last + 1, 0, [id, { kind, label, ...blank }])
  }
  return lines
}

/** Lists the earlier periods of a table that another one is not compared with. */
export function listUncompared(
  { comparison }: ReportTable,
  { comparison: other }: ReportTable,
): readonly string[] {
  const known = other?.lines.map(({ label }) => label) ?? []
  const periods = comparison?.lines.filter(({ kind }) => kind === 'earlier') ?? []
  return periods.map(({ label }) => label).filter((label) => !known.includes(label))
}
