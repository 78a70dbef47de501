import { expect, test } from 'vitest'
import { buildExportModel } from '../../src/chart/export-model.ts'
import { buildLegend } from '../../src/chart/legend.ts'
import { sampleTable } from '../support/sample-table.ts'

const table = sampleTable({ rows: 'month', names: 80, visible: 80 })

test('an image has margins of 20, a title band of 80 and a legend band of 120 around 400 px (spec 9.8)', () => {
  const frame = buildExportModel(table, table.series.slice(0, 5), 'line', 'A title', 1_200)?.frame
  expect(frame?.top).toBe(20 + 80 + 16)
  expect((frame?.top ?? 0) + (frame?.height ?? 0) + (frame?.bottom ?? 0)).toBe(640)
  expect((frame?.left ?? 0) + (frame?.width ?? 0) + (frame?.right ?? 0)).toBe(1_200)
})

test('an image contains the title and every visible series', () => {
  const model = buildExportModel(
    table,
    table.series.slice(0, 5),
    'bar',
    'Daily Minutes Bar Chart - 2025 March',
    1_200,
  )
  const captions = (model?.data['captions'] ?? []) as readonly { text: string }[]
  expect(captions.map(({ text }) => text)).toEqual([
    'Daily Minutes Bar Chart - 2025 March',
    'Airtel',
    'MTN',
    '9Mobile',
    'GLO',
    'IDA',
  ])
})

test('an image counts the series that do not fit in the legend', () => {
  const { captions, swatches } = buildLegend(table.series, 'line', 1_160)
  const hidden = 80 - swatches.length
  expect(captions.at(-1)?.text).toBe(`+ ${hidden} more`)
  expect(hidden).toBeGreaterThan(0)
  for (const { x, y } of captions) {
    expect(x).toBeLessThan(1_160)
    expect(y).toBeLessThanOrEqual(114)
  }
})

test('the legend shows dash and marker for a line, an area for other types', () => {
  const [first] = buildLegend(table.series.slice(1, 2), 'line', 1_160).strokes
  expect(first?.series.dash).toEqual([7, 3])
  expect(buildLegend(table.series.slice(1, 2), 'line', 1_160).swatches[0]?.shape).toBe('square')
  expect(buildLegend(table.series.slice(0, 1), 'area', 1_160).strokes).toEqual([])
})

test('a chart without data has no image', () => {
  expect(buildExportModel(table, [], 'line', 'A title', 1_200)).toBeNull()
})
