import { getRowId, type ReportTable, type TableRow } from '../report/model/report-table.ts'
import { dataset, type Json } from './specification.ts'
import { joinEnds } from './text.ts'

/** Finds the columns with the ends of the band, the lower one first; none without a band. */
const findEnds = ({ chart, columns }: ReportTable): readonly number[] =>
  (chart?.band ?? []).map((id) => columns.findIndex(({ from }) => from === id))

/** Lists the ends of the band behind lines, a part for each row; none without a band. */
export const listBand = (table: ReportTable) =>
  listParts(table, ({ isRest, ...row }) => (isRest ? null : row))

/** Lists the ends of the band after the last record, and those of the row before; none without a forecast. */
export function listForecast(table: ReportTable) {
  const ahead = findAhead(table)
  const first = table.rows.findIndex((row) => ahead.has(getRowId(row)))
  if (first < 0) return []
  return listParts(table, (row, index) => ahead.get(getRowId(row)) ?? (index === first - 1 ? row : null))
}

/** Lists the ends of the band in each row, null where one of them is blank; alone is one without neighbours. */
function listParts(
  table: ReportTable,
  find: (row: TableRow, index: number) => Pick<TableRow, 'values'> | null,
) {
  const columns = findEnds(table)
  if (columns.length === 0) return []
  const ends = table.rows.map((row, index) => {
    const values = find(row, index)?.values
    const [low = null, high = null] = columns.map((column) => values?.[column] ?? null)
    return low === null || high === null ? { low: null, high: null } : { low, high }
  })
  const isBlank = (index: number) => (ends[index]?.low ?? null) === null
  return ends.map((part, row) => ({ row, ...part, isAlone: isBlank(row - 1) && isBlank(row + 1) }))
}

/** Finds the rows after the last record that have a band, by their ids. */
function findAhead(table: ReportTable): ReadonlyMap<string, TableRow> {
  const ends = findEnds(table)
  const rows = ends.length === 0 ? [] : (table.forecast ?? [])
  const hasBand = ({ values }: TableRow) => ends.every((index) => (values[index] ?? null) !== null)
  return new Map(rows.filter(hasBand).map((row) => [getRowId(row), row]))
}

/** Names the columns of the band: `Low to High`; null without a band. */
export const nameBand = (table: ReportTable): string | null =>
  findEnds(table)
    .map((index) => table.columns[index]?.label)
    .join(' to ') || null

/** Says what the band behind the lines is; then for when its forecast is, and on how many periods it stands. */
export function describeBand(table: ReportTable): string[] {
  const { chart, columns, forecast = [] } = table
  const name = nameBand(table)
  if (name === null) return []
  const band = `The band is ${name}.`
  if (forecast.length === 0 || (chart?.forecast ?? null) === null) return [band]
  const ahead = [...findAhead(table).values()]
  if (ahead.length === 0) return [band, `There is no forecast of ${name}: it needs six periods before.`]
  const basis = columns.findIndex(({ from }) => from === chart?.forecast)
  const counts = ahead.flatMap(({ values }) => values[basis] ?? [])
  const count = joinEnds([Math.min(...counts), Math.max(...counts)])
  const days = joinEnds([ahead[0]?.label, ahead.at(-1)?.label])
  return [band, `Dashed is the forecast of ${name} for ${days}, by ${count} periods before.`]
}

/**
 * Draws the band as an area, and a part of it between blanks as a bar; after the last record paler, between dashed lines.
 * The filter leaves out the second axis.
 */
export function bandLayer({ x, y }: Readonly<Record<'x' | 'y', Json>>, filter: readonly Json[]): Json {
  const look = { color: { expr: 'mutedColor' }, invalid: 'break-paths-show-domains' }
  const encoding = { x, y: { ...y, field: 'low' }, y2: { field: 'high' } }
  const drawEnd = (field: 'low' | 'high'): Json => ({
    mark: { type: 'line', strokeDash: [5, 4], strokeWidth: 1.5, ...look },
    encoding: { x, y: { ...y, field } },
  })
  const drawArea = (opacity: number): Json => ({ mark: { type: 'area', ...look, opacity }, encoding })
  return {
    transform: filter,
    layer: [
      {
        data: dataset('band'),
        layer: [
          drawArea(0.22),
          {
            transform: [{ filter: 'datum.isAlone' }],
            mark: { type: 'bar', width: 4, ...look, opacity: 0.22 },
            encoding,
          },
        ],
      },
      { data: dataset('forecast'), layer: [drawArea(0.1), drawEnd('low'), drawEnd('high')] },
    ],
  }
}
