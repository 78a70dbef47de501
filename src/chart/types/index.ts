import type { ChartType } from '../../report/plan.ts'
import type { ChartTypeDefinition, ChartTypeSpec } from '../chart-type.ts'
import { bar, buildBarSpec } from './bar.ts'
import { buildLineSpec, line } from './line.ts'
import { buildPieSpec, pie } from './pie.ts'

/** Every chart type, as the browser uses it. */
export const chartTypes = { line, bar, pie } satisfies { readonly [T in ChartType]: ChartTypeDefinition<T> }

/** Every chart type, as the build uses it. Functions, so that a bundle without the build omits them. */
export const chartSpecs = { line: buildLineSpec, bar: buildBarSpec, pie: buildPieSpec } satisfies {
  readonly [T in ChartType]: () => ChartTypeSpec
}
