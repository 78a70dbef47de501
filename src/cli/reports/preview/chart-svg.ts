import { compileChart } from '../../../chart/compile/compile-chart.ts'
import { chartImageModel } from '../../../chart/export-model.ts'
import type { ChartType } from '../../../report/plan.ts'
import type { ReportTable } from '../../../report/table.ts'
import type { LiftedFunction } from '../../../chart/view/compiled-expressions.ts'
import { giveModel } from '../../../chart/view/update-view.ts'
import { type CompiledChart, makeView } from '../../../chart/view/vega-runtime.ts'

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
