import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Note } from '../../schemas/api/note.ts'
import { buildExportModel } from '../../src/chart/export-model.ts'
import { buildChartModel, getTooltipData } from '../../src/chart/model.ts'
import { placeNotes } from '../../src/report/table/place-notes.ts'
import { drawChart } from '../support/drawn-chart.ts'
import { sampleNote } from '../support/sample-note.ts'
import { sampleTable } from '../support/sample-table.ts'

const march = sampleTable({ rows: 'month', names: 2 })
const note = (id: number, from: string, to: string, text = 'Cable cut') =>
  sampleNote({ id, from, to, text, createdAt: '2024-04-02T08:00:00.000Z' })
const noted = (...notes: Note[]) => placeNotes(march, { year: 2024, days: null }, notes)
const [first, second] = [note(1, '2024-03-01', '2024-03-01'), note(2, '2024-03-30', '2024-04-02')]

const round = (value: number) => Math.round(value * 100) / 100 + 0

describe('notes in a chart (spec 2.25)', () => {
  test.each(['line', 'bar', 'heatMap'] as const)(
    '%s: the number above the first row, a line above all rows',
    async (type) => {
      const table = noted(first, second)
      const { model, list } = await drawChart(table, table.series, type, 900)
      const { width, height } = model.plotArea
      const slot = width / 31
      const rules = list('rule').filter(({ y }) => y === -2)
      expect(rules.map(({ x, x2 = x, y2 }) => [round(x / slot), round(x2 / slot), y2])).toEqual([
        [0, 1, undefined],
        [29, 31, undefined],
        [0.5, 0.5, height],
        [29.5, 29.5, height],
      ])
      const numbers = list('text').filter(({ datum }) => 'numbers' in datum)
      expect(numbers.map(({ x, y, text }) => [round(x / slot), y < 0, text])).toEqual([
        [0.5, true, '1'],
        [29.5, true, '2'],
      ])
      expect(model.plotArea).toEqual(buildChartModel(march, march.series, type, 900)?.plotArea)
    },
  )

  test('a pie has none, and the numbers of two notes on one row are side by side', async () => {
    const pie = buildChartModel(noted(first), march.series, 'pie', 900)
    expect(pie?.data).toEqual(buildChartModel(march, march.series, 'pie', 900)?.data)
    const both = noted(first, note(2, '2024-03-01', '2024-03-01'))
    const { list } = await drawChart(both, both.series, 'line', 900)
    const numbers = list('text').filter(({ datum }) => 'numbers' in datum)
    expect(numbers.map(({ text }) => text)).toEqual(['1, 2'])
  })

  test('the tooltip of its rows has its sentence', () => {
    const table = noted(first)
    const read = (row: number) => getTooltipData(table, table.series, row)?.notes.map(({ text }) => text)
    expect(read(0)).toEqual(['Cable cut'])
    expect(read(1)).toEqual([])
  })

  test('an image has its size, or is higher if notes do not fit, and no word is lost', () => {
    const size = (table: typeof march) => {
      const { plotArea, data } = buildExportModel(table, march.series, 'line', 'T', 1200) ?? {}
      const { top = 0, bottom = 0, height = 0, left = 0, right = 0, width = 0 } = plotArea ?? {}
      return { size: [left + right + width, top + bottom + height], texts: data?.texts ?? [] }
    }
    expect(size(march).size).toEqual([1200, 640])
    const text = fc.oneof(fc.lorem({ maxCount: 60 }), fc.string({ minLength: 1, maxLength: 500 }))
    fc.assert(
      fc.property(text, (sentence) => {
        const ids = [1, 2, 3, 4]
        const table = noted(...ids.map((id) => note(id, '2024-03-01', '2024-03-01', sentence)))
        const { size: grown, texts } = size(table)
        const lines = texts.slice(size(march).texts.length)
        expect(grown).toEqual([1200, Math.max(640, 640 + 20 * (lines.length - 4))])
        const written = lines.map((line) => line.text)
        const bare = (value: string) => value.replaceAll(/\s/g, '')
        const wanted = ids.map((id) => `${id} 1 Mar 2024: ${sentence} (ada, 2 Apr 2024)`)
        expect(bare(written.join(''))).toBe(bare(wanted.join('')))
      }),
      { numRuns: 50 },
    )
  })
})
