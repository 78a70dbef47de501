import { describe, expect, test } from 'vitest'
import { compileChart } from '../../src/chart/compile/compile-chart.ts'
import { buildVegaSpec } from '../../src/chart/vega-spec.ts'
import { chartTypeNames } from '../../src/report/plan.ts'

const cases = chartTypeNames.flatMap((type) => [
  { type, variant: 'screen' as const },
  { type, variant: 'image' as const },
])

describe.each(cases)('the $type specification on $variant', ({ type, variant }) => {
  test('compiles without a warning', () => {
    expect(compileChart(type, variant).warnings).toEqual([])
  })

  test('does not change during compilation', () => {
    const before = JSON.stringify(buildVegaSpec(type, variant))
    compileChart(type, variant)
    expect(JSON.stringify(buildVegaSpec(type, variant))).toBe(before)
  })

  test('names its datasets and contains no data', () => {
    const text = JSON.stringify(buildVegaSpec(type, variant))
    expect(text).not.toMatch(/"values":\s*\[\s*[^\]\s]/)
    expect(text).not.toContain('"url"')
    expect(text).toContain('"data":{"name":')
  })

  test('contains no expression to interpret or evaluate', () => {
    const { dataflow, functions } = compileChart(type, variant)
    expect(JSON.stringify(dataflow)).not.toMatch(/"code":"/)
    expect(functions.length).toBeGreaterThan(0)
    for (const source of functions) expect(source).toMatch(/^function\(/)
  })
})

test('an image has a white background, the screen shows the page background (spec 4.20)', () => {
  expect(buildVegaSpec('line', 'image')['background']).toBe('#ffffff')
  expect(buildVegaSpec('line', 'screen')['background']).toBeNull()
})
