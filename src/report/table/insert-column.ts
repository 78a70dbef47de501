import type { Value } from '../../query/arithmetic.ts'
import { mapReads } from '../../query/formula.ts'
import type { Highlights, ReportTable, Series, TableColumn, TableRow } from '../model/report-table.ts'
import { createSeriesStyles } from '../model/series-style.ts'

interface InsertedColumn {
  readonly column: TableColumn
  /** The values in the order of the rows. */
  readonly rows: readonly Value[]
  readonly total: Value
  /** Whether a chart shows it at first. */
  readonly isVisible: boolean
}

/** Appends a column to a table, with its series. */
export const appendColumn = (table: ReportTable, base: TableColumn, column: InsertedColumn): ReportTable =>
  insertColumn(table, base, column, table.columns.length)

/** Inserts a column before the one at an index, with its series. An earlier period has no values in it. */
export function insertColumn(
  table: ReportTable,
  base: TableColumn,
  { column, rows, total, isVisible }: InsertedColumn,
  at: number,
): ReportTable {
  const { comparison, highlights, forecast, chart } = table
  const sum = column.total === 'sum' ? total : null
  const shift = (index: number) => (index < at ? index : index + 1)
  const insertInto = (columns: readonly TableColumn[]) =>
    columns.map((one) => shiftReads(one, shift)).toSpliced(at, 0, column)
  const insertNothing = (row: TableRow) => insert(row, at, null)
  const added = buildAddedSeries(table, base, { column, isVisible, sum })
  return {
    ...table,
    columns: insertInto(table.columns),
    rows: table.rows.map((row, index) => insert(row, at, rows[index] ?? null)),
    total: table.total && insert(table.total, at, total),
    series: [
      ...table.series.map((series) => ({ ...series, columnIndex: shift(series.columnIndex) })),
      { ...added, columnIndex: at },
    ],
    ...(forecast && { forecast: forecast.map(insertNothing) }),
    ...(highlights && { highlights: shiftHighlights(highlights, shift) }),
    ...(chart?.sort && {
      chart: {
        ...chart,
        sort: { ...chart.sort, column: chart.sort.column === null ? null : shift(chart.sort.column) },
      },
    }),
    ...(comparison && {
      comparison: {
        ...comparison,
        rows: comparison.rows.map((row) => row && insertNothing(row)),
        lines: comparison.lines.map((line) => ({
          ...insert(line, at, null),
          columns: insertInto(line.columns),
        })),
        totals: comparison.totals.toSpliced(at, 0, null),
        earlierTotals: comparison.earlierTotals.toSpliced(at, 0, null),
      },
    }),
  }
}

/** Changes the indexes that a column reads; those of parts are after the last column. */
const shiftReads = (column: TableColumn, shift: (index: number) => number): TableColumn => ({
  ...column,
  weights: column.weights === null ? null : shift(column.weights),
  formula:
    column.formula && mapReads(column.formula, (index) => [{ kind: 'read', name: shift(index) } as const]),
})

const shiftHighlights = (
  { conditions, scales }: Highlights,
  shift: (index: number) => number,
): Highlights => ({
  conditions: conditions.map((condition) => ({
    ...condition,
    columns: condition.columns.map(shift),
    limits: condition.limits.map((limit) =>
      typeof limit === 'number' ? limit : { index: shift(limit.index) },
    ),
  })),
  scales: scales.map((scale) => ({ ...scale, columns: scale.columns.map(shift) })),
})

type Values = Pick<TableRow, 'values'> & Partial<Pick<TableRow, 'texts' | 'gaps' | 'counts'>>

/** Inserts a value at an index, and what a row has beside its values. */
const insert = <R extends Values>(row: R, at: number, value: Value): R => ({
  ...row,
  values: row.values.toSpliced(at, 0, value),
  ...(row.texts && { texts: row.texts.toSpliced(at, 0, '') }),
  ...(row.gaps && { gaps: row.gaps.toSpliced(at, 0, []) }),
  ...(row.counts && { counts: row.counts.toSpliced(at, 0, 0) }),
})

/** Builds the series of an added column, in the colour of its column with another dash. */
function buildAddedSeries(
  { series, columns }: ReportTable,
  base: TableColumn,
  { column, isVisible, sum }: Pick<InsertedColumn, 'column' | 'isVisible'> & Pick<Series, 'sum'>,
): Series {
  const getStyle = createSeriesStyles()
  for (const [index, { color }] of series.entries()) getStyle(index, color)
  const own = series.find(({ columnIndex }) => columnIndex === columns.indexOf(base))
  return {
    id: `c${columns.length}`,
    name: column.label,
    columnIndex: columns.length,
    format: column.format,
    sum,
    visible: isVisible,
    isSecond: isVisible ? (own?.isSecond ?? false) : true,
    ...getStyle(series.length, own?.color ?? null),
  }
}
