import { buildPieSlices } from './types/pie.ts'
import type { ChartType } from '../report/plan.ts'
import type { ReportTable, Series } from '../report/table.ts'

/** What a chart draws as a table: the rows and the drawn series alone; for a pie, sums and shares. */
export function buildChartRows(table: ReportTable, series: readonly Series[], type: ChartType): ReportTable {
  return type === 'pie' ? pieData(series) : plotData(table, series)
}

function plotData(table: ReportTable, series: readonly Series[]): ReportTable {
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

function pieData(series: readonly Series[]): ReportTable {
  const slices = buildPieSlices(series, 0, 0)
  return {
    keyLabel: 'Series',
    keyKind: 'text',
    keyFormat: null,
    columns: [
      { id: 'sum', label: 'Total', role: 'series' },
      { id: 'share', label: 'Share %', role: 'series' },
    ],
    rows: slices.map(({ series: { id, name }, value, percent }) => ({
      key: id,
      label: name,
      values: [value, percent],
      hasRecord: true,
    })),
    total: null,
    series: [],
    warnings: [],
  }
}
