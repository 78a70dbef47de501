import type { ChartType } from '../../report/plan.ts'
import type { ChartTypeDefinition, ChartTypeSpec } from '../chart-type.ts'
import { area, buildAreaSpec } from './area.ts'
import { bar, buildBarSpec } from './bar.ts'
import { buildLineSpec, line } from './line.ts'
import { buildPieSpec, pie } from './pie.ts'
import { buildStackedBarSpec, stackedBar } from './stacked-bar.ts'

/** Every chart type, as the browser uses it. */
export const chartTypes = { line, bar, pie, stackedBar, area } satisfies {
  readonly [T in ChartType]: ChartTypeDefinition<T>
}

/** Every chart type, as the build uses it. Functions, so that a bundle without the build omits them. */
export const chartSpecs = {
  line: buildLineSpec,
  bar: buildBarSpec,
  pie: buildPieSpec,
  stackedBar: buildStackedBarSpec,
  area: buildAreaSpec,
} satisfies {
  readonly [T in ChartType]: () => ChartTypeSpec
}
