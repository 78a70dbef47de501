import { formatNumber } from '../report/model/format.ts'
import { findRuns, type ReportTable, type Run, type Series } from '../report/model/report-table.ts'
import { compareRows } from '../report/table/row-order.ts'
import { type Axes, findLines, findSharedFormat, listLevels, splitAxes } from './axes.ts'
import type { ChartData, ChartParts, DrawnSeries, Labels, PlotArea, TextMark } from './chart-type.ts'
import { getSeriesFigures } from './series-figures.ts'
import type { ChartParams } from './specification.ts'
import type { TableRecord } from './table-data.ts'
import { joinEnds, measureText } from './text.ts'
import { findGaps } from './undrawn.ts'

// What charts with rows on the horizontal and values on the vertical axis have in common.

/** Picks the values without a neighbour: before and after them in their series are blanks. */
export const pickAlone = (records: readonly TableRecord[]): TableRecord[] =>
  records.filter(({ series, value }, index) => {
    const isBlank = (neighbour: TableRecord | undefined) =>
      neighbour === undefined || neighbour.series !== series || neighbour.value === null
    return value !== null && isBlank(records[index - 1]) && isBlank(records[index + 1])
  })

/** Adds what the axes, the notes, the holidays and the rows without a record draw to the data of a chart. */
export const addAxes = (
  table: ReportTable,
  { plotArea, ...axes }: Axes,
  { texts = [], ...data }: ChartData & Partial<Labels>,
  params: Partial<ChartParams> = {},
): ChartParts => ({
  plotArea,
  params: { ...axes.params, ...params },
  data: {
    ...data,
    ...axes.lines,
    notes: findNotes(table),
    gaps: findGaps(table),
    holidays: findHolidays(table),
    texts: [...texts, ...axes.texts, ...nameHolidays(table, plotArea)],
  },
})

/** Finds for each note, by its number, the rows that follow each other. */
export const findNotes = ({ rows, notes = [] }: ReportTable): Run<number>[] =>
  notes.flatMap(({ id, number }) =>
    findRuns(rows, (row) => (row.notes?.some((note) => note.id === id) ? number : null)),
  )

/** Finds the rows that are holidays, neighbours of one name together. */
const findHolidays = ({ rows, keyKind, calendar }: ReportTable): Run<string>[] =>
  keyKind !== 'date' || calendar === undefined
    ? []
    : findRuns(rows, ({ key }) => calendar.holidays[key] ?? null)

/** Names the holidays among the rows: `Holidays: Eid-el-Fitr (3/31/2025).`; empty without any. */
export function describeHolidays(table: ReportTable): string {
  const named = findHolidays(table).map(
    ({ value, first, last }) => `${value} (${joinEnds([table.rows[first]?.label, table.rows[last]?.label])})`,
  )
  return named.length === 0 ? '' : `Holidays: ${named.join(', ')}.`
}

const SIZE = 11
const GAP = 8

/** Names the holidays above their rows; a name that would touch the name before is left out. */
function nameHolidays(table: ReportTable, { width }: PlotArea): readonly TextMark[] {
  let end = 0
  return findHolidays(table).flatMap(({ value, first, last }) => {
    const length = measureText(value, SIZE)
    const middle = ((first + last + 1) / 2) * (width / table.rows.length)
    const x = Math.min(Math.max(middle - length / 2, 0), width - length)
    if (x < end) return []
    end = x + length + GAP
    return [{ x, y: GAP, text: value, size: SIZE, isMuted: true }]
  })
}

/** Implements what line and bar charts share. */
export const cartesianType = {
  select: (_: ReportTable, drawn: readonly Series[]): DrawnSeries => ({ drawn, undrawn: [] }),
  place: 'drawn',
  summarize: summarizeRows,
}

/** Formats the first and the last row that is one of its own: in time, or names in the order of the chart. */
export function formatPeriod({ rows, keyKind }: ReportTable): string {
  const dated = rows.filter(({ isRest }) => !isRest)
  if (keyKind !== 'text') dated.sort(compareRows({ column: null, isAscending: true }, keyKind))
  return joinEnds([dated[0]?.label ?? '', dated.at(-1)?.label ?? ''])
}

function summarizeRows(table: ReportTable, series: readonly Series[]): string {
  const start = `${series.length} series, ${formatPeriod(table)};`
  const { left, right } = splitAxes(series)
  if (findSharedFormat(left) === undefined || findSharedFormat(right) === undefined) {
    return `${start} their units differ, so that heights of lines and bars cannot be compared.`
  }
  const peaks =
    right.length === 0
      ? describePeak(table, left)
      : `${describePeak(table, left)} on the left axis, and ${describePeak(table, right)} on the right one`
  const lines = findLines(table).flatMap((line) => {
    const [first] = line.isSecond && right.length > 0 ? right : left
    const levels = listLevels([line])
    if (levels.length === 0) return []
    const ends = [Math.min(...levels), Math.max(...levels)].map((end) => formatNumber(end, first?.format))
    return ` A line ${ends[0] === ends[1] ? 'at' : 'from'} ${joinEnds(ends)}: ${line.label}.`
  })
  return `${start} the highest value is ${peaks}.${lines.join('')}`
}

/** Names the highest value with its series and row. */
export function describePeak(table: ReportTable, series: readonly Series[]): string {
  const peaks = series.map((item) => ({ ...item, highest: getSeriesFigures(table)(item).highest }))
  const [peak] = peaks.toSorted((a, b) => (b.highest?.value ?? -Infinity) - (a.highest?.value ?? -Infinity))
  return peak?.highest
    ? `${formatNumber(peak.highest.value, peak.format)} (${peak.name}, ${peak.highest.label})`
    : 'blank'
}
