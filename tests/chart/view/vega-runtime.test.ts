import { expect, test } from 'vitest'
import { compileChart } from '../../../src/chart/compile/compile-chart.ts'
import { chartOperators } from '../../../src/chart/view/vega-runtime.ts'
import { chartTypeNames } from '../../../src/report/plan.ts'

/** The types of the operators of a dataflow, also of those within facets; `operator` is Vega's plain one. */
function listOperators(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(listOperators)
  if (typeof node !== 'object' || node === null) return []
  const own = 'id' in node && 'type' in node && typeof node.type === 'string' ? [node.type] : []
  return [...own, ...Object.values(node).flatMap(listOperators)]
}

test('the runtime has the operators of the charts of all types, and no others', () => {
  const charts = chartTypeNames.flatMap((type) => [compileChart(type, 'screen'), compileChart(type, 'image')])
  const used = new Set(charts.flatMap(({ dataflow }) => listOperators(dataflow)))
  used.delete('operator')
  expect([...used].toSorted()).toEqual(Object.keys(chartOperators).toSorted())
})
