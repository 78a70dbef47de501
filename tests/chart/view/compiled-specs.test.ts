import { expect, test } from 'vitest'
import { compileSpec, keepCompiled } from '../../../src/chart/view/compiled-specs.ts'

const createSpec = (width: number) => ({
  $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
  width,
  data: { name: 'table' },
  mark: 'bar',
})

test('a specification is compiled once, also if it is another object', () => {
  const compiled = compileSpec(createSpec(100))
  expect(compiled).toMatchObject({ width: 100, marks: [{ type: 'rect' }] })
  expect(compileSpec(createSpec(100))).toBe(compiled)
  expect(compileSpec(createSpec(200))).not.toBe(compiled)
})

test('the compiled specification of a chart on the page is that of its image', () => {
  const compiled = { width: 300 }
  keepCompiled(createSpec(300), compiled)
  expect(compileSpec(createSpec(300))).toBe(compiled)
})

test('the latest twenty specifications are kept', () => {
  const first = compileSpec(createSpec(1))
  for (let width = 2; width <= 20; width++) compileSpec(createSpec(width))
  expect(compileSpec(createSpec(1))).toBe(first)
  compileSpec(createSpec(21))
  expect(compileSpec(createSpec(1))).not.toBe(first)
})
