import { describe, expect, test } from 'vitest'
import { drawChart } from '../../support/drawn-chart.ts'
import { sampleTable } from '../../support/sample-table.ts'

describe('a stacked bar', () => {
  const table = sampleTable({
    rows: 'months',
    names: ['Airtel', 'MTN'],
    values: [[100, 250], [0, 40], [null, -60], ...Array.from({ length: 9 }, () => [1, 1])],
  })

  test('has a piece for each value that is not 0 or blank, in the order of the series, on an axis of the sums', async () => {
    const { model, list } = await drawChart(table, table.series, 'stackedBar')
    const bars = list('rect').filter(({ datum }) => 'value' in datum)
    expect(bars).toHaveLength(22)
    expect(model.params.firstAxis.domain).toEqual([-100, 400])
    const [airtel, mtn] = bars.filter(({ datum }) => datum['row'] === 0)
    expect([airtel?.fill, mtn?.fill]).toEqual(['#8884d8', '#82ca9d'])
    expect((mtn?.y ?? 0) + (mtn?.height ?? 0)).toBeCloseTo(airtel?.y ?? 0, 8)
    expect((mtn?.height ?? 0) / (airtel?.height ?? 1)).toBeCloseTo(2.5, 8)
    const below = bars.find(({ datum }) => datum['row'] === 2)
    expect(below?.y).toBeCloseTo((model.plotArea.height * 4) / 5, 8)
  })

  test('has no seams between very narrow pieces', async () => {
    const seamOf = async (rows: 'months' | 'year') => {
      const wide = sampleTable({ rows, names: 3 })
      const { list } = await drawChart(wide, wide.series, 'stackedBar', 900)
      return list('rect').find(({ datum }) => 'value' in datum)?.strokeWidth
    }
    expect([await seamOf('months'), await seamOf('year')]).toEqual([1, 0])
  })
})

test('the bars of a row are side by side and in the middle of it, also if the row is much wider', async () => {
  const quarters = sampleTable({ rows: 'months', names: 2 })
  const table = { ...quarters, rows: quarters.rows.slice(0, 4) }
  const { list, model } = await drawChart(table, table.series, 'bar', 1_400)
  const [first, second] = list('rect')
    .filter(({ datum, height }) => datum['row'] === 0 && height !== 0)
    .toSorted((a, b) => a.x - b.x)
  const [left, right] = [first?.x ?? 0, (second?.x ?? 0) + (second?.width ?? 0)]
  expect([first?.width, second?.width]).toEqual([expect.closeTo(32, 5), expect.closeTo(32, 5)])
  expect(right - left).toBeLessThan(2 * 32 + 4)
  expect((left + right) / 2).toBeCloseTo(model.plotArea.width / 8, 5)
})
