import { formatCompact, formatNumber } from '../report/format.ts'
import type { ReportTable, Series } from '../report/table.ts'
import type { PlotArea } from './plot-area.ts'
import { buildRowAxis, buildValueScale, getSeriesExtent, type ValueScale } from './scales.ts'
import { measureText } from './text.ts'

// What line and bar have in common: rows on the horizontal axis, values on the vertical one.

/** The space around the plot in px; the left side depends on the labels of the value axis. */
export const TOP = 16
export const RIGHT = 12
export const BOTTOM = 28

/** The scale of the values, and the width of its labels in px. */
export function buildValueAxis(table: ReportTable, series: readonly Series[]) {
  const { low, high } = getSeriesExtent(table, series)
  const scale = buildValueScale(low, high)
  const widest = scale.ticks.reduce((most, tick) => Math.max(most, measureText(formatCompact(tick), 11)), 0)
  return { scale, left: Math.ceil(widest) + 14 }
}

/** The values of the signals of both axes. */
export function buildAxisSignals(table: ReportTable, plotArea: PlotArea, scale: ValueScale) {
  const axis = buildRowAxis(table, plotArea.width)
  return {
    count: table.rows.length,
    yMin: scale.min,
    yMax: scale.max,
    yTicks: scale.ticks,
    xTicks: axis.ticks,
    xLabels: axis.labels,
  }
}

export const hasSeries = (series: readonly Series[]): boolean => series.length > 0

export function summarizeRows(table: ReportTable, series: readonly Series[]): string {
  const first = table.rows[0]?.label ?? ''
  const last = table.rows.at(-1)?.label ?? ''
  const period = first === last ? first : `${first} to ${last}`
  const { value, name, label } = findPeak(table, series)
  return `${series.length} series, ${period}; the highest value is ${formatNumber(value)} (${name}, ${label}).`
}

function findPeak({ rows }: ReportTable, series: readonly Series[]) {
  let peak = { value: -Infinity, name: '', label: '' }
  for (const { name, columnIndex } of series) {
    for (const { label, values } of rows) {
      const value = values[columnIndex] ?? 0
      if (value > peak.value) peak = { value, name, label }
    }
  }
  return peak
}

/** The rows of the table with the given series alone. */
export function buildSeriesRows(table: ReportTable, series: readonly Series[]): ReportTable {
  const values = series.map(({ sum }) => sum)
  return {
    ...table,
    columns: series.map(({ id, name }) => ({ id, label: name, role: 'series' })),
    rows: table.rows.map((row) => ({
      ...row,
      values: series.map(({ columnIndex }) => row.values[columnIndex] ?? 0),
    })),
    total: table.total && { label: table.total.label, values },
  }
}
