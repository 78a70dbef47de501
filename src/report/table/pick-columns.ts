import { mapReads } from '../../query/formula.ts'
import type { Highlights, ReportTable } from '../model/report-table.ts'

/** Returns the table with the columns at these positions, in this order; its series stay as they are. */
export function pickColumns(table: ReportTable, positions: readonly number[]): ReportTable {
  const { columns, rows, total, comparison } = table
  const pick = <T>(list: readonly T[]): T[] =>
    positions.flatMap((index) => (index in list ? [list[index] as T] : []))
  return {
    ...table,
    columns: pick(columns).map((column) => ({
      ...column,
      weights: column.weights === null ? null : positions.indexOf(column.weights),
      formula:
        column.formula &&
        mapReads(column.formula, (index) => [{ kind: 'read', name: positions.indexOf(index) }]),
    })),
    rows: rows.map((row) => ({
      ...row,
      values: pick(row.values),
      ...(row.texts && { texts: pick(row.texts) }),
      ...(row.gaps && { gaps: pick(row.gaps) }),
    })),
    ...(table.highlights && { highlights: pickHighlights(table.highlights, positions) }),
    total: total && { ...total, values: pick(total.values), ...(total.gaps && { gaps: pick(total.gaps) }) },

    ...(comparison && {
      comparison: {
        ...comparison,
        rows: comparison.rows.map((row) => row && { ...row, values: pick(row.values) }),
        lines: comparison.lines.map((line) => ({
          ...line,
          values: pick(line.values),
          columns: pick(line.columns),
        })),
        totals: pick(comparison.totals),
        earlierTotals: pick(comparison.earlierTotals),
      },
    }),
  }
}

/** Keeps what compares or shades columns that are kept. */
function pickHighlights({ conditions, scales }: Highlights, positions: readonly number[]): Highlights {
  const move = (indexes: readonly number[]) =>
    indexes.map((index) => positions.indexOf(index)).filter((at) => at >= 0)
  return {
    conditions: conditions.flatMap((condition) => {
      const columns = move(condition.columns)
      const limits = condition.limits.map((limit) =>
        typeof limit === 'number' ? limit : { index: positions.indexOf(limit.index) },
      )
      const isKept = columns.length > 0 && limits.every((one) => typeof one === 'number' || one.index >= 0)
      return isKept ? [{ ...condition, columns, limits }] : []
    }),
    scales: scales.map((scale) => ({ ...scale, columns: move(scale.columns) })),
  }
}
