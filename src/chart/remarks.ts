import { listRemarks, type ReportTable, type Series } from '../report/model/report-table.ts'
import { describeForecast } from './band.ts'
import { hasRows } from './chart-type.ts'
import { describeHolidays } from './holiday-marks.ts'
import { explainEmptyChart } from './model.ts'
import { getChartType } from './types/index.ts'
import { blankUnrecorded, describeUndrawn, describeUndrawnRows, describeUnrecorded } from './undrawn.ts'

interface RemarkedChart {
  /** Null without a chart. */
  readonly type: string | null
  /** The visible series. */
  readonly series: readonly Series[]
  /** Whether its visible summary names the series and rows that it does not draw. */
  readonly isSummarized?: boolean
}

/** Lists what a reader of a table and its chart has to know: what is not shown or drawn, and why values are missing. */
export function listChartRemarks(
  table: ReportTable,
  { type, series, isSummarized = false }: RemarkedChart,
): readonly string[] {
  const charted = series.flatMap(({ columnIndex }) => table.columns[columnIndex] ?? [])
  const isDrawn = type !== null && explainEmptyChart(table, series, type) === null
  const chart = isDrawn ? getChartType(table, type) : null
  const undrawn = chart && describeUndrawn(chart.place, chart.select(blankUnrecorded(table), series).undrawn)
  return [
    ...listRemarks(table, type === null ? undefined : charted),
    ...(type === null ? [] : describeUndrawnRows(table)),
    ...(isSummarized ? [] : [undrawn ?? '', describeUnrecorded(table)]),
    ...(!isSummarized && chart !== null && hasRows(chart) ? [describeHolidays(table)] : []),
    ...(!isSummarized && isDrawn && type === 'line' ? describeForecast(table) : []),
  ].filter((text) => text !== '')
}
