import { compileChart } from '../../../build/compile-chart.ts'
import { chartImageModel } from '../../../engine/chart-image-model.ts'
import type { ChartType } from '../../../engine/report-plan.ts'
import type { ReportTable } from '../../../engine/report-table.ts'
import type { LiftedFunction } from '../../../ui/chart/lifted-expressions.ts'
import { giveModel } from '../../../ui/chart/show-model.ts'
import { type CompiledChart, makeView } from '../../../ui/chart/vega-runtime.ts'

const WIDTH = 960
const compiled = new Map<ChartType, Promise<CompiledChart>>()

/** The chart that a user would save, as SVG; null where there is nothing to draw. */
export async function chartSvg(table: ReportTable, type: ChartType, title: string): Promise<string | null> {
  const series = table.series.filter(({ visible }) => visible)
  const model = chartImageModel(table, series, type, title, WIDTH)
  if (model === null) return null
  const chart = compiled.get(type) ?? compile(type)
  compiled.set(type, chart)
  const view = makeView(await chart, { renderer: 'none' })
  try {
    giveModel(view, model, 'light')
    await view.runAsync()
    return await view.toSVG()
  } finally {
    view.finalize()
  }
}

/** The build leaves the charts' functions as source, for the bundle; here they become a module of their own. */
async function compile(type: ChartType): Promise<CompiledChart> {
  const { dataflow, functions, warnings } = compileChart(type, 'image')
  if (warnings.length > 0) throw new Error(`chart ${type}: ${warnings.join('; ')}`)
  const source = `export default [${functions.join(',\n')}]`
  const module = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as {
    default: readonly LiftedFunction[]
  }
  return { dataflow: dataflow as object, functions: module.default }
}
