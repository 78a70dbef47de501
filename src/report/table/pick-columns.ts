import type { Value } from '../../query/arithmetic.ts'
import { mapReads } from '../../query/formula.ts'
import type { Highlights, ReportTable, TableColumn, TableRow } from '../model/report-table.ts'

/** The position of a column that is added to those of a table; -1 is that of a part, which no column shows. */
export const ADDED = -2

/** A column that is added, with its values in the order of the rows. An earlier period has none. */
export interface AddedColumn {
  readonly column: TableColumn
  readonly rows: readonly Value[]
  readonly total: Value
  /** Lists what a row lacks of it, or the total without an index. */
  readonly listGaps?: (row: Pick<TableRow, 'gaps'>, index?: number) => readonly string[]
}

/** Returns the index that a column has among those at these positions; -1 without it. Parts are after the last column. */
export const moveIndex = ({ columns }: Pick<ReportTable, 'columns'>, positions: readonly number[]) => {
  const more = positions.length - columns.length
  return (index: number) => (index < columns.length ? positions.indexOf(index) : index + more)
}

/** Returns the table with the columns at these positions, in this order; its series stay as they are. */
export function pickColumns(
  table: ReportTable,
  positions: readonly number[],
  added: AddedColumn | null = null,
): ReportTable {
  const { columns, rows, total, comparison, highlights } = table
  const move = moveIndex(table, positions)
  const pick = <T>(list: readonly T[], own: T | undefined): T[] =>
    positions.flatMap((index) => {
      const value = index === ADDED ? own : list[index]
      return value === undefined ? [] : [value]
    })
  const pickRow = <R extends Values>(row: R, value: Value, gaps: readonly string[] = []): R => ({
    ...row,
    values: pick(row.values, value),
    ...(row.texts && { texts: pick(row.texts, '') }),
    ...((row.gaps || gaps.length > 0) && { gaps: pick(row.gaps ?? columns.map(() => []), gaps) }),
    ...(row.counts && { counts: pick(row.counts, 0) }),
  })
  return {
    ...table,
    columns: pick(
      columns.map((column) => ({
        ...column,
        weights: column.weights === null ? null : move(column.weights),
        formula: column.formula && mapReads(column.formula, (index) => [{ kind: 'read', name: move(index) }]),
      })),
      added?.column,
    ),
    rows: rows.map((row, index) => pickRow(row, added?.rows[index] ?? null, added?.listGaps?.(row, index))),
    ...(highlights && { highlights: pickHighlights(highlights, move) }),
    total: total && pickRow(total, added?.total ?? null, added?.listGaps?.(total)),
    ...(comparison && {
      comparison: {
        ...comparison,
        rows: comparison.rows.map((row) => row && pickRow(row, null)),
        lines: comparison.lines.map((line) => ({
          ...pickRow(line, null),
          columns: pick(line.columns, added?.column),
        })),
        totals: pick(comparison.totals, null),
        earlierTotals: pick(comparison.earlierTotals, null),
      },
    }),
  }
}

type Values = Pick<TableRow, 'values'> & Partial<Pick<TableRow, 'texts' | 'gaps' | 'counts'>>

/** Keeps what compares or shades columns that are kept. */
function pickHighlights({ conditions, scales }: Highlights, move: (index: number) => number): Highlights {
  const moveAll = (indexes: readonly number[]) => indexes.map(move).filter((index) => index >= 0)
  return {
    conditions: conditions.flatMap((condition) => {
      const columns = moveAll(condition.columns)
      const limits = condition.limits.map((limit) =>
        typeof limit === 'number' ? limit : { index: move(limit.index) },
      )
      const isKept = columns.length > 0 && limits.every((one) => typeof one === 'number' || one.index >= 0)
      return isKept ? [{ ...condition, columns, limits }] : []
    }),
    scales: scales.map((scale) => ({ ...scale, columns: moveAll(scale.columns) })),
  }
}
