import type { View } from 'vega'
import { buildChartModel, specifyChart } from '../../src/chart/model.ts'
import { createView } from '../../src/chart/view/chart-image.ts'
import { updateView } from '../../src/chart/view/update-view.ts'
import type { ChartType } from '../../src/report/model/report-plan.ts'
import type { ReportTable, Series } from '../../src/report/model/report-table.ts'

/** What Vega has drawn of a record. */
export interface Item {
  readonly x: number
  readonly y: number
  readonly x2?: number
  readonly y2?: number
  readonly width?: number
  readonly height?: number
  readonly fill?: string
  readonly stroke?: string
  readonly strokeWidth?: number
  readonly strokeDash?: readonly number[]
  readonly opacity?: number
  readonly defined?: boolean
  readonly text?: string
  readonly angle?: number
  readonly startAngle?: number
  readonly endAngle?: number
  readonly datum: Readonly<Record<string, unknown>>
}

interface Node {
  readonly marktype?: string
  readonly role?: string
  readonly items?: readonly (Node & Item)[]
}

/** Lists what a view has drawn by marks of a type, axes and their grid left out. */
export function listItems(view: View, type: string): readonly Item[] {
  const visit = ({ marktype, role = '', items = [] }: Node): readonly Item[] =>
    role.startsWith('axis') ? [] : marktype === type ? items : items.flatMap(visit)
  return visit((view.scenegraph() as unknown as { readonly root: Node }).root)
}

/** Draws a chart of these series. */
export async function drawChart(
  table: ReportTable,
  series: readonly Series[],
  type: ChartType,
  width = 1_000,
) {
  const model = buildChartModel(table, series, type, width)
  if (model === null) throw new Error('nothing to draw')
  const spec = specifyChart(table, model.type)
  const view = createView(spec)
  updateView(view, model, 'light')
  await view.runAsync()
  return { view, spec, model, list: (type: string) => listItems(view, type) }
}

/** The runs of points of each line or area that are connected, by the ids of their series. */
export function listRuns(items: readonly Item[]): readonly (readonly Item[])[] {
  const runs: Item[][] = []
  let before: Item | null = null
  for (const item of items) {
    const isConnected =
      before !== null &&
      before.defined !== false &&
      before.datum['series'] === item.datum['series'] &&
      before.x < item.x
    if (item.defined !== false) {
      if (isConnected) runs.at(-1)?.push(item)
      else runs.push([item])
    }
    before = item
  }
  return runs
}
