import { expect, test } from 'vitest'
import { buildExportModel } from '../../src/chart/export-model.ts'
import { getTooltipData, listChartRemarks } from '../../src/chart/model.ts'
import { drawChart, listItems } from '../support/drawn-chart.ts'
import { sampleTable } from '../support/sample-table.ts'

const march = sampleTable({ rows: 'month', names: 2 })
const day = (index: number) => march.rows[index]?.key ?? ''
const label = (index: number) => march.rows[index]?.label ?? ''
const table = {
  ...march,
  calendar: {
    title: 'Office',
    until: '2025-12-31',
    weekend: [0, 6],
    holidays: { [day(4)]: 'Founding Day', [day(20)]: 'Fair', [day(21)]: 'Fair', [day(22)]: 'Rest Day' },
  },
}

test.each(['line', 'bar', 'stackedBar', 'area'] as const)(
  'a holiday is a shade behind its rows of a chart: %s, with its name where names have space',
  async (type) => {
    const { model, view } = await drawChart(table, table.series, type, 900)
    const slot = model.plotArea.width / 31
    const shades = listItems(view, 'rect').filter(({ datum }) => 'first' in datum)
    expect(shades.map(({ x, width = 0 }) => [Math.round(x / slot), Math.round(width / slot)])).toEqual([
      [4, 1],
      [20, 2],
      [22, 1],
    ])
    const names = model.data.texts.filter(({ y }) => y === 8).map(({ text }) => text)
    expect(names).toEqual(['Founding Day', 'Fair'])
  },
)

test('the sentence of a chart names all holidays, and so does an image; a pie has none', () => {
  const sentence = `Holidays: Founding Day (${label(4)}), Fair (${label(20)} to ${label(21)}), Rest Day (${label(22)}).`
  expect(listChartRemarks(table, { type: 'line', series: table.series }).join()).toContain(sentence)
  expect(listChartRemarks(march, { type: 'line', series: march.series }).join()).not.toContain('Holidays')
  expect(listChartRemarks(table, { type: 'pie', series: table.series }).join()).not.toContain('Holidays')
  const drawn = (type: string) =>
    buildExportModel(table, table.series, type, 'Title', 900)
      ?.data.texts.map(({ text }) => text)
      .join(' ')
  expect(drawn('line')).toContain(sentence)
  expect(drawn('pie')).not.toContain('Holidays')
})

test('a tooltip names the holiday after the weekday', () => {
  const read = (index: number) => getTooltipData(table, table.series, index)?.label
  expect(read(4)).toMatch(new RegExp(`^${label(4)} \\w{3}, Founding Day$`))
  expect(read(5)).toMatch(new RegExp(`^${label(5)} \\w{3}$`))
})
