import { buildPieSlices } from './types/pie.ts'
import { formatNumber } from '../report/format.ts'
import type { ChartType } from '../report/plan.ts'
import type { ReportTable, Series } from '../report/table.ts'
import { isDrawable } from '../report/series.ts'

/** What the chart's place says when there is nothing to draw. */
export const EMPTY_CHART_TEXT = 'No data available for the selected series.'

const counted = (series: readonly unknown[]) => `${series.length} series`

const largestBy = <T>(items: readonly T[], measure: (item: T) => number): T | undefined =>
  items.reduce<T | undefined>(
    (best, item) => (best === undefined || measure(item) > measure(best) ? item : best),
    undefined,
  )

/** The chart in one sentence, for who does not see it and for who wants the gist. */
export function summarizeChart(table: ReportTable, series: readonly Series[], type: ChartType): string {
  if (table.rows.length === 0 || !isDrawable(series, type)) return EMPTY_CHART_TEXT
  return type === 'pie' ? pieSummary(series) : plotSummary(table, series)
}

function pieSummary(series: readonly Series[]): string {
  const slices = buildPieSlices(series, 0, 0)
  const whole = slices.reduce((sum, { value }) => sum + value, 0)
  const largest = largestBy(slices, ({ value }) => value)
  const share = largest ? `; the largest share is ${largest.series.name} with ${largest.percent}%` : ''
  return `${counted(slices)}, together ${formatNumber(whole)}${share}.`
}

function plotSummary(table: ReportTable, series: readonly Series[]): string {
  const first = table.rows[0]?.label ?? ''
  const last = table.rows.at(-1)?.label ?? ''
  const period = first === last ? first : `${first} to ${last}`
  const { value, name, label } = peakOf(table, series)
  return `${counted(series)}, ${period}; the highest value is ${formatNumber(value)} (${name}, ${label}).`
}

function peakOf({ rows }: ReportTable, series: readonly Series[]) {
  let peak = { value: -Infinity, name: '', label: '' }
  for (const { name, columnIndex } of series) {
    for (const { label, values } of rows) {
      const value = values[columnIndex] ?? 0
      if (value > peak.value) peak = { value, name, label }
    }
  }
  return peak
}
