import { expect, test } from 'vitest'
import { buildRowAxis, buildValueScale } from '../../src/chart/scales.ts'
import { measureText } from '../../src/chart/text.ts'
import { sampleTable } from '../support/sample-table.ts'
import fc from 'fast-check'
import { formatCompact } from '../../src/report/chart-format.ts'

test('the axis labels all twelve months', () => {
  const { labels, ticks } = buildRowAxis(sampleTable({ rows: 'months', names: 1 }), 600)
  expect(ticks).toHaveLength(12)
  expect(labels.slice(0, 2)).toEqual(['Jan', 'Feb'])
})

test('the axis omits the year for days of one year, and thins out labels that would overlap', () => {
  const table = sampleTable({ rows: 'month', names: 1 })
  expect(buildRowAxis(table, 1_300).labels[2]).toBe('3/3')
  expect(buildRowAxis(table, 1_300).ticks).toHaveLength(31)
  for (const width of [200, 280, 340, 500, 700, 900]) {
    const { labels, ticks } = buildRowAxis(table, width)
    for (const [index, tick] of ticks.slice(1).entries()) {
      const before = ticks[index] ?? 0
      const room = ((tick - before) * width) / 31
      expect(measureText(labels[tick] ?? '', 11)).toBeLessThan(room)
    }
  }
})

test('the axis omits the year beside the row of the remaining rows, too', () => {
  const { rows, ...table } = sampleTable({ rows: 'month', names: 1 })
  const rest = { key: '\uFFFF', label: 'Others', values: [1], hasRecord: true, isRest: true }
  const { labels } = buildRowAxis({ ...table, rows: [...rows.slice(0, 3), rest] }, 1_300)
  expect(labels).toEqual(['3/1', '3/2', '3/3', 'Others'])
})

test('the axis labels days in another order than that of the calendar at equal distances', () => {
  const table = sampleTable({ rows: 'year', names: 1 })
  const rows = table.rows.toSorted((a, b) => (a.values[0] ?? 0) - (b.values[0] ?? 0))
  const { ticks } = buildRowAxis({ ...table, rows }, 1_100)
  expect(new Set(ticks.slice(1).map((tick, index) => tick - (ticks[index] ?? 0))).size).toBe(1)
})

test('the axis labels a year of days at the first of each month', () => {
  const { labels, ticks } = buildRowAxis(sampleTable({ rows: 'year', names: 1 }), 1_100)
  expect(ticks.map((tick) => labels[tick])).toEqual([
    '1/1',
    '2/1',
    '3/1',
    '4/1',
    '5/1',
    '6/1',
    '7/1',
    '8/1',
    '9/1',
    '10/1',
    '11/1',
    '12/1',
  ])
})

test.each([
  [0, 501_537, [0, 100_000, 200_000, 300_000, 400_000, 500_000, 600_000]],
  [0, 1_232_806, [0, 200_000, 400_000, 600_000, 800_000, 1_000_000, 1_200_000, 1_400_000]],
  [0, 1_800, [0, 1_000, 2_000]],
  [0, 0.5, [0, 0.1, 0.2, 0.3, 0.4, 0.5]],
  [-300, 500, [-400, -200, 0, 200, 400, 600]],
  [0, 0, [0, 1]],
])('the value axis from %d to %d has round ticks', (low, high, ticks) => {
  expect(buildValueScale(low, high).ticks).toEqual(ticks)
})

const read = (label: string): number => {
  const factor = label.endsWith('M') ? 1e6 : label.endsWith('K') ? 1e3 : 1
  return Number(label.replace(/[KM]$/, '')) * factor
}

const hundredths = (min: number) => fc.integer({ min, max: 1e14 }).map((value) => value / 100)

test('every tick equals its label, and the scale contains all values and 0 (spec 4.19)', () => {
  fc.assert(
    fc.property(hundredths(-1e14), hundredths(0), (low, high) => {
      const { min, max, ticks } = buildValueScale(low, high)
      expect(min).toBeLessThanOrEqual(Math.min(0, low))
      expect(max).toBeGreaterThanOrEqual(high)
      expect(max).toBeGreaterThan(min)
      expect(ticks.length).toBeLessThanOrEqual(10)
      for (const tick of ticks) expect(read(formatCompact(tick))).toBeCloseTo(tick, 5)
    }),
  )
})

test('the scale stays finite for the most extreme values', () => {
  for (const value of [5e-324, 1e-9, 1e15, Number.MAX_SAFE_INTEGER, 1e300, Number.MAX_VALUE]) {
    expect(buildValueScale(0, value).ticks.length).toBeGreaterThan(0)
    expect(buildValueScale(-value, value).ticks.length).toBeGreaterThan(0)
  }
})
