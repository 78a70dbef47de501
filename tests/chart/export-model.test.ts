import { expect, test } from 'vitest'
import { buildExportModel } from '../../src/chart/export-model.ts'
import { layoutLegend } from '../../src/chart/labels.ts'
import { sampleTable } from '../support/sample-table.ts'

const table = sampleTable({ rows: 'month', names: 80, visible: 80 })

const BOX = { x: 0, y: 0, width: 1_160, height: 120 }

test('an image has margins of 20, a title band of 80 and a legend band of 120 around 400 px (spec 9.8)', () => {
  const plotArea = buildExportModel(table, table.series.slice(0, 5), 'line', 'A title', 1_200)?.plotArea
  expect(plotArea?.top).toBe(20 + 80 + 16)
  expect((plotArea?.top ?? 0) + (plotArea?.height ?? 0) + (plotArea?.bottom ?? 0)).toBe(640)
  expect((plotArea?.left ?? 0) + (plotArea?.width ?? 0) + (plotArea?.right ?? 0)).toBe(1_200)
})

test('a cropped image ends below its legend', () => {
  const { plotArea, data } =
    buildExportModel(table, table.series.slice(0, 5), 'line', 'A title', 640, true) ?? {}
  const legendY = Math.max(...(data?.texts ?? []).map(({ y }) => y))
  expect((plotArea?.height ?? 0) + (plotArea?.bottom ?? 0) - legendY).toBe(20 + 20)
})

test('an image contains the title and every visible series', () => {
  const model = buildExportModel(
    table,
    table.series.slice(0, 5),
    'bar',
    'Daily Minutes Bar Chart - 2025 March',
    1_200,
  )
  const texts = model?.data.texts ?? []
  expect(texts.slice(-6).map(({ text }) => text)).toEqual([
    'Daily Minutes Bar Chart - 2025 March',
    'Airtel',
    'MTN',
    '9Mobile',
    'GLO',
    'IDA',
  ])
})

test('an image has the remarks of its chart below the legend; a cropped one is below the words of a mail', () => {
  const lacking = { ...table, rows: table.rows.map((row, index) => ({ ...row, hasRecord: index > 0 })) }
  const draw = (isCropped: boolean) =>
    buildExportModel(lacking, table.series.slice(0, 5), 'line', 'A title', 1_200, isCropped)?.data.texts
  const remark = '1 day without a record: 1 March 2024.'
  expect(draw(false)?.at(-1)?.text).toBe(remark)
  expect(draw(true)?.some(({ text }) => text === remark)).toBe(false)
})

test('an image counts the series that do not fit in the legend', () => {
  const { texts, symbols } = layoutLegend(table.series, 'line', BOX)
  const hidden = 80 - symbols.length
  expect(texts.at(-1)?.text).toBe(`+ ${hidden} more`)
  expect(hidden).toBeGreaterThan(0)
  for (const { x, y } of texts) {
    expect(x).toBeLessThan(1_160)
    expect(y).toBeLessThanOrEqual(114)
  }
})

test('the legend shows dash and marker for a line, an area for other types', () => {
  const layout = (symbol: 'line' | 'area') => layoutLegend(table.series.slice(1, 2), symbol, BOX)
  expect(layout('line')).toMatchObject({
    rules: [{ dash: [7, 3] }],
    symbols: [{ shape: 'square', size: 64 }],
  })
  expect(layout('area')).toMatchObject({ rules: [], symbols: [{ shape: 'square', size: 130 }] })
})

test('a chart without data has no image', () => {
  expect(buildExportModel(table, [], 'line', 'A title', 1_200)).toBeNull()
})
