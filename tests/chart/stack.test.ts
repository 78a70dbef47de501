import { describe, expect, test } from 'vitest'
import { compileNumberFormat } from '../../src/definition/columns/compile-columns.ts'
import { buildChartRows, listChartRemarks, summarizeChart } from '../../src/chart/model.ts'
import { buildExportModel } from '../../src/chart/export-model.ts'
import { layoutStack, pickStacked, stackRow } from '../../src/chart/stack.ts'
import { sampleTable } from '../support/sample-table.ts'

const rest = Array.from({ length: 9 }, () => [null, null, null])
const table = sampleTable({
  rows: 'months',
  names: ['Airtel', 'MTN', 'GLO'],
  values: [[10, 20, 30], [10, -5, -20], [null, 7, 0], ...rest],
})
const [airtel, mtn, glo] = table.series
if (!airtel || !mtn || !glo) throw new Error('no series')
const euros = compileNumberFormat({ decimals: 2, style: 'plain', sign: 'auto', unit: 'EUR' })

test('values above 0 are stacked upwards, values below 0 downwards, blanks are left out (spec 4.19)', () => {
  const stacked = table.rows
    .slice(0, 3)
    .map(({ values }) => stackRow(values).map((piece) => piece && [piece.low, piece.high]))
  expect(stacked).toEqual([
    [
      [0, 10],
      [10, 30],
      [30, 60],
    ],
    [
      [0, 10],
      [-5, 0],
      [-25, -5],
    ],
    [null, [0, 7], [7, 7]],
  ])
  expect(layoutStack(table, table.series, { width: 1_000, height: 400 }).axes.params.firstAxis).toMatchObject(
    {
      domain: [-40, 60],
    },
  )
})

describe('series that are stacked', () => {
  test('can be added up and have the unit of the first of them', () => {
    const series = [{ ...airtel, sum: null }, mtn, { ...glo, format: euros }]
    expect(pickStacked(series)).toEqual([mtn])
    expect(summarizeChart(table, series, 'area')).toBe(
      '1 series, Jan to Dec; the highest value is 20.00 (MTN, Jan).',
    )
    expect(listChartRemarks(table, { type: 'area', series })).toEqual([
      'Not stacked: Airtel (cannot be added up), GLO (another unit).',
    ])
  })

  test('are the first series alone if none can be added up', () => {
    const rates = table.series.map((one) => ({ ...one, sum: null }))
    expect(pickStacked(rates)).toEqual(rates.slice(0, 1))
    expect(pickStacked([])).toEqual([])
  })

  test('are those of the data and of the legend of an image, below which the others are named', () => {
    const series = [airtel, { ...mtn, format: euros }, glo]
    expect(buildChartRows(table, series, 'stackedBar').columns.map(({ label }) => label)).toEqual([
      'Airtel',
      'GLO',
    ])
    const texts = buildExportModel(table, series, 'stackedBar', 'A title', 1_200)?.data.texts ?? []
    expect(texts.slice(-4).map(({ text }) => text)).toEqual([
      'A title',
      'Airtel',
      'GLO',
      'Not stacked: MTN (another unit).',
    ])
  })
})

test('the sentence names the row with the highest sum', () => {
  expect(summarizeChart(table, table.series, 'stackedBar')).toBe(
    '3 series, Jan to Dec; the highest sum is 60.00 (Jan).',
  )
})
