import type { ChartType } from '../../report/plan.ts'
import type { ChartTypeDefinition } from '../chart-type.ts'
import { area } from './area.ts'
import { bar } from './bar.ts'
import { line } from './line.ts'
import { pie } from './pie.ts'
import { stackedBar } from './stacked-bar.ts'

export const chartTypes: { readonly [T in ChartType]: ChartTypeDefinition } = {
  line,
  bar,
  pie,
  stackedBar,
  area,
}
