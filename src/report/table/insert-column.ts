import type { ReportTable, Series, TableColumn } from '../model/report-table.ts'
import { createSeriesStyles } from '../model/series-style.ts'
import { ADDED, type AddedColumn, moveIndex, pickColumns } from './pick-columns.ts'

export interface InsertedColumn extends AddedColumn {
  readonly isVisible: boolean
}

/** Appends a column to a table, with its series. */
export const appendColumn = (table: ReportTable, base: TableColumn, column: InsertedColumn): ReportTable =>
  insertColumn(table, base, column, table.columns.length)

/** Inserts a column before the one at an index, with its series. */
export function insertColumn(
  table: ReportTable,
  base: TableColumn,
  inserted: InsertedColumn,
  at: number,
): ReportTable {
  const { series, forecast, chart } = table
  const { column, total, isVisible } = inserted
  const positions = [...table.columns.keys()].toSpliced(at, 0, ADDED)
  const move = moveIndex(table, positions)
  const sum = column.total === 'sum' ? total : null
  const added = buildAddedSeries(table, base, { column, isVisible, sum })
  return {
    ...pickColumns(table, positions, inserted),
    series: [
      ...series.map((one) => ({ ...one, columnIndex: move(one.columnIndex) })),
      { ...added, columnIndex: at },
    ],
    ...(forecast && {
      forecast: pickColumns({ ...table, rows: forecast }, positions, { column, rows: [], total }).rows,
    }),
    ...(chart?.sort && {
      chart: {
        ...chart,
        sort: { ...chart.sort, column: chart.sort.column === null ? null : move(chart.sort.column) },
      },
    }),
  }
}

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
