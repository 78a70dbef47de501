import { compileNumberFormat } from '../../src/definition/columns/compile-columns.ts'
import { expect, test } from 'vitest'
import { getTooltipData } from '../../src/chart/model.ts'
import type { Series } from '../../src/report/model/report-table.ts'
import { sampleTable } from '../support/sample-table.ts'

const table = sampleTable({
  rows: 'months',
  names: ['Airtel', 'MTN'],
  values: [
    [1_000, 20],
    [11, 2_500.5],
  ],
})

test('the tooltip of a row has the drawn series, largest value first, and their total', () => {
  const tooltip = getTooltipData(table, table.series, 1)
  expect(tooltip?.label).toBe('Feb')
  expect(tooltip?.values.map(({ series, value }) => [series.name, value])).toEqual([
    ['MTN', 2_500.5],
    ['Airtel', 11],
  ])
  expect(tooltip?.total).toBe(2_511.5)
  expect(getTooltipData(table, table.series, 12)).toBeNull()
})

test('the tooltip of a row has blanks last, and a total without them', () => {
  const gap = sampleTable({
    rows: 'months',
    names: ['Airtel', 'MTN'],
    values: [
      [null, -3],
      [null, null],
    ],
  })
  const tooltip = getTooltipData(gap, gap.series, 0)
  expect(tooltip?.values.map(({ value }) => value)).toEqual([-3, null])
  expect(tooltip?.total).toBe(-3)
  expect(getTooltipData(gap, gap.series, 1)?.total).toBeNull()
})

const percent = compileNumberFormat({ decimals: 1, style: 'percent', sign: 'auto', unit: '' })

test.each<[string, Partial<Series>]>([
  ['a rate', { sum: null }],
  ['a value of another unit', { format: percent }],
])('the tooltip of a row has no total if one of its values is %s (spec 9.6)', (_, change) => {
  const series = table.series.map((one, index) => (index === 0 ? { ...one, ...change } : one))
  expect(getTooltipData(table, series, 1)?.total).toBeNull()
})
