import { formatNumber } from '../report/model/format.ts'
import { compareRows } from '../report/table/row-order.ts'
import type { ReportTable, Series } from '../report/model/report-table.ts'
import { type Axes, findLines, findSharedFormat, listLevels, splitAxes } from './axes.ts'
import type { ChartData, ChartParts, DrawnSeries } from './chart-type.ts'
import type { Labels } from './marks.ts'
import { findHolidays, findNotes, nameHolidays } from './row-marks.ts'
import { getSeriesFigures } from './series-figures.ts'
import type { ChartParams } from './specification.ts'
import type { TableRecord } from './table-data.ts'
import { joinEnds } from './text.ts'
import { findGaps } from './undrawn.ts'

// What line and bar have in common: rows on the horizontal axis, values on the vertical one.

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
    ...findNotes(table),
    gaps: findGaps(table),
    holidays: findHolidays(table),
    texts: [...texts, ...axes.texts, ...nameHolidays(table, plotArea)],
  },
})

/** Implements what line and bar charts share. */
export const cartesianType = {
  select: (_: ReportTable, drawn: readonly Series[]): DrawnSeries => ({ drawn, undrawn: [] }),
  place: 'drawn',
  summarize: summarizeRows,
}

/** Formats the first and the last row that is one of its own: in time, or names in the order of the chart. */
export function formatPeriod({ rows, keyKind }: ReportTable): string {
  const own = rows.filter(({ isRest }) => !isRest)
  if (keyKind !== 'text') own.sort(compareRows({ column: null, isAscending: true }, keyKind))
  const [first = '', last = ''] = [own[0]?.label, own.at(-1)?.label]
  return joinEnds([first, last])
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
    const levels = listLevels([line]).toSorted((a, b) => a - b)
    const ends = [levels[0] ?? [], levels.at(-1) ?? []].flat().map((end) => formatNumber(end, first?.format))
    if (ends.length === 0) return []
    return ` A line ${ends[0] === ends[1] ? `at ${ends[0]}` : `from ${ends.join(' to ')}`}: ${line.label}.`
  })
  return `${start} the highest value is ${peaks}.${lines.join('')}`
}

function describePeak(table: ReportTable, series: readonly Series[]): string {
  const [peak] = series
    .flatMap((one) => {
      const { highest } = getSeriesFigures(table)(one)
      return highest === null ? [] : [{ ...one, ...highest }]
    })
    .toSorted((a, b) => b.value - a.value)
  return peak === undefined
    ? 'blank'
    : `${formatNumber(peak.value, peak.format)} (${peak.name}, ${peak.label})`
}
