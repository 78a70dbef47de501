import { type ChartType, isChartType } from '../report/model/report-plan.ts'
import { listRemarks, type ReportTable, type Series } from '../report/model/report-table.ts'
import { explainEmptyChart } from './model.ts'
import { buildPieParts } from './pie-parts.ts'
import { listUnstacked } from './stack.ts'
import { blankUnrecorded, describeUndrawn, describeUndrawnRows, describeUnrecorded } from './undrawn.ts'

interface RemarkedChart {
  /** Null without a chart. */
  readonly type: string | null
  /** The visible series. */
  readonly series: readonly Series[]
  /** Whether its visible summary names the series and rows that it does not draw. */
  readonly isSummarized?: boolean
}

type DescribeSeries = (table: ReportTable, series: readonly Series[]) => string

const describeStack: DescribeSeries = (_, series) => describeUndrawn('stacked', listUnstacked(series))

/** Names the visible series and rows that a type of chart does not draw; types that draw all have no entry. */
const describeSeries: Partial<Readonly<Record<ChartType, DescribeSeries>>> = {
  pie: (table, series) => describeUndrawn('in the pie', buildPieParts(table, series).undrawn),
  stackedBar: describeStack,
  area: describeStack,
}

/** Lists what a reader of a table and its chart has to know: what is not shown or drawn, and why values are missing. */
export function listChartRemarks(
  table: ReportTable,
  { type, series, isSummarized = false }: RemarkedChart,
): readonly string[] {
  const charted = series.flatMap(({ columnIndex }) => table.columns[columnIndex] ?? [])
  const isDrawn = type !== null && explainEmptyChart(table, series, type) === null
  const describe = isDrawn && isChartType(type) ? describeSeries[type] : undefined
  const undrawn = describe?.(blankUnrecorded(table), series)
  return [
    ...listRemarks(table, type === null ? undefined : charted),
    ...(type === null ? [] : describeUndrawnRows(table)),
    ...(isSummarized ? [] : [undrawn?.trim() ?? '', describeUnrecorded(table)]),
  ].filter((text) => text !== '')
}
