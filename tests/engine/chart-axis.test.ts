import { expect, test } from 'vitest'
import { buildRowAxis } from '../../src/chart/scales.ts'
import { measureText } from '../../src/chart/text.ts'
import { sampleTable } from '../sample-table.ts'

test('twelve months all have a label', () => {
  const { labels, ticks } = buildRowAxis(sampleTable({ rows: 'months', names: 1 }), 600)
  expect(ticks).toHaveLength(12)
  expect(labels.slice(0, 2)).toEqual(['Jan', 'Feb'])
})

test('days of one year lose the year, and thin out until they do not collide', () => {
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

test('a year of days is labelled at the beginnings of months', () => {
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
