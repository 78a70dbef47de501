import { expect, test } from 'vitest'
import { buildExportModel, buildLegend } from '../../src/chart/export-model.ts'
import { sampleTable } from '../support/sample-table.ts'

const table = sampleTable({ rows: 'month', names: 80, visible: 80 })

test('an image has margins of 20, a title band of 80 and a legend band of 120 around 400 px (spec 9.8)', () => {
  const plotArea = buildExportModel(table, table.series.slice(0, 5), 'line', 'A title', 1_200)?.plotArea
  expect(plotArea?.top).toBe(20 + 80 + 16)
  expect((plotArea?.top ?? 0) + (plotArea?.height ?? 0) + (plotArea?.bottom ?? 0)).toBe(640)
  expect((plotArea?.left ?? 0) + (plotArea?.width ?? 0) + (plotArea?.right ?? 0)).toBe(1_200)
})

test('an image contains the title and every visible series', () => {
  const model = buildExportModel(
    table,
    table.series.slice(0, 5),
    'bar',
    'Daily Minutes Bar Chart - 2025 March',
    1_200,
  )
  const texts = (model?.data['texts'] ?? []) as readonly { text: string }[]
  expect(texts.map(({ text }) => text)).toEqual([
    'Daily Minutes Bar Chart - 2025 March',
    'Airtel',
    'MTN',
    '9Mobile',
    'GLO',
    'IDA',
  ])
})

test('an image counts the series that do not fit in the legend', () => {
  const { texts, swatches } = buildLegend(table.series, 'line', 1_160)
  const hidden = 80 - swatches.length
  expect(texts.at(-1)?.text).toBe(`+ ${hidden} more`)
  expect(hidden).toBeGreaterThan(0)
  for (const { x, y } of texts) {
    expect(x).toBeLessThan(1_160)
    expect(y).toBeLessThanOrEqual(114)
  }
})

test('the legend shows dash and marker for a line, an area for other types', () => {
  const [first] = buildLegend(table.series.slice(1, 2), 'line', 1_160).lines
  expect(first?.series.dash).toEqual([7, 3])
  expect(buildLegend(table.series.slice(1, 2), 'line', 1_160).swatches[0]?.shape).toBe('square')
  expect(buildLegend(table.series.slice(0, 1), 'area', 1_160).lines).toEqual([])
})

test('a chart without data has no image', () => {
  expect(buildExportModel(table, [], 'line', 'A title', 1_200)).toBeNull()
})
