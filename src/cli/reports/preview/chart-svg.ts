import { compileChart } from '../../../chart/compile/compile-chart.ts'
import { buildExportModel } from '../../../chart/export-model.ts'
import type { ChartType } from '../../../report/plan.ts'
import type { ReportTable } from '../../../report/table.ts'
import type { CompiledFunction } from '../../../chart/view/compiled-expressions.ts'
import { setModel } from '../../../chart/view/update-view.ts'
import { type CompiledChart, createView } from '../../../chart/view/vega-runtime.ts'

const WIDTH = 960
const compiled = new Map<ChartType, Promise<CompiledChart>>()

/** The chart that a user would save, as SVG; null where there is nothing to draw. */
export async function chartSvg(table: ReportTable, type: ChartType, title: string): Promise<string | null> {
  const series = table.series.filter(({ visible }) => visible)
  const model = buildExportModel(table, series, type, title, WIDTH)
  if (model === null) return null
  const chart = compiled.get(type) ?? compile(type)
  compiled.set(type, chart)
  const view = createView(await chart, { renderer: 'none' })
  try {
    setModel(view, model, 'light')
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
    default: readonly CompiledFunction[]
  }
  return { dataflow: dataflow as object, functions: module.default }
}
