import { expect, test } from 'vitest'
import { compileChart } from '../../../src/chart/compile/compile-chart.ts'
import { functionContext } from '../../../src/chart/view/vega-functions.ts'
import { chartOperators } from '../../../src/chart/view/vega-runtime.ts'
import { chartTypeNames } from '../../../src/report/plan.ts'

/** The types of the operators of a dataflow, also of those within facets; `operator` is Vega's plain one. */
function listOperators(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(listOperators)
  if (typeof node !== 'object' || node === null) return []
  const own = 'id' in node && 'type' in node && typeof node.type === 'string' ? [node.type] : []
  return [...own, ...Object.values(node).flatMap(listOperators)]
}

const compileAll = () =>
  chartTypeNames.flatMap((type) => [compileChart(type, 'screen'), compileChart(type, 'image')])

test('the runtime has the functions that the charts of all types call, and no others', () => {
  const calls = compileAll().flatMap(({ functions }) =>
    functions.flatMap((code) => [...code.matchAll(/\bthis\.(\w+)/g)].map(([, name]) => name ?? '')),
  )
  expect([...new Set(calls)].toSorted()).toEqual(Object.keys(functionContext).toSorted())
})

test('the charts name no palette, and load no data', () => {
  const dataflows = compileAll().map(({ dataflow }) => JSON.stringify(dataflow))
  expect(dataflows.filter((text) => /"scheme"|"url"|"\$?format"/.test(text))).toEqual([])
})

test('the runtime has the operators of the charts of all types, and no others', () => {
  const used = new Set(compileAll().flatMap(({ dataflow }) => listOperators(dataflow)))
  used.delete('operator')
  expect([...used].toSorted()).toEqual(Object.keys(chartOperators).toSorted())
})
