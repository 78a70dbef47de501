import { type ChartType, isChartType } from '../../report/model/report-plan.ts'
import type { ReportTable } from '../../report/model/report-table.ts'
import type { ChartTypeDefinition } from '../chart-type.ts'
import { area } from './area.ts'
import { bar } from './bar.ts'
import { heatMap } from './heat-map.ts'
import { line } from './line.ts'
import { createOwnType } from './own.ts'
import { pie } from './pie.ts'
import { stackedBar } from './stacked-bar.ts'

const chartTypes: { readonly [T in ChartType]: ChartTypeDefinition } = {
  line,
  bar,
  pie,
  stackedBar,
  area,
  heatMap,
}

/** Returns how a type of chart is drawn: one of the portal, or one by a specification of the report. */
export const getChartType = ({ chart }: Pick<ReportTable, 'chart'>, type: string): ChartTypeDefinition =>
  isChartType(type) ? chartTypes[type] : createOwnType(chart?.specs?.[type] ?? {})
