import { expect, test } from 'vitest'
import { compileChart } from '../../src/chart/compile/compile-chart.ts'
import { vegaSpec } from '../../src/chart/vega-spec.ts'

test('the specification compiles without a warning, and does not change', () => {
  const before = JSON.stringify(vegaSpec)
  expect(compileChart().warnings).toEqual([])
  expect(JSON.stringify(vegaSpec)).toBe(before)
})

test('the specification names its datasets and contains no data', () => {
  const text = JSON.stringify(vegaSpec)
  expect(text).not.toMatch(/"values":\s*\[\s*[^\]\s]/)
  expect(text).not.toContain('"url"')
  expect(text).toContain('"data":{"name":')
})

test('the compiled chart contains no expression to interpret or evaluate', () => {
  const { dataflow, functions } = compileChart()
  expect(JSON.stringify(dataflow)).not.toMatch(/"code":"/)
  expect(functions.length).toBeGreaterThan(0)
  for (const source of functions) expect(source).toMatch(/^function\(/)
})
