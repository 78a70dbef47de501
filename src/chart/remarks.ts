import { listRemarks, type ReportTable, type Series } from '../report/model/report-table.ts'
import { explainEmptyChart, listDrawingRemarks } from './model.ts'
import { describeUndrawnRows, describeUnrecorded } from './undrawn.ts'

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
  if (type === null) return [...listRemarks(table), describeUnrecorded(table)].filter((text) => text !== '')
  const charted = series.flatMap(({ columnIndex }) => table.columns[columnIndex] ?? [])
  const isDrawn = explainEmptyChart(table, series, type) === null
  return [
    ...listRemarks(table, charted),
    ...describeUndrawnRows(table),
    ...(isSummarized ? [] : isDrawn ? listDrawingRemarks(table, series, type) : [describeUnrecorded(table)]),
  ].filter((text) => text !== '')
}
