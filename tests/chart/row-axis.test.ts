import { describe, expect, test } from 'vitest'
import { buildRowAxis as buildAxis } from '../../src/chart/row-axis.ts'
import { measureText } from '../../src/chart/text.ts'
import type { ReportTable } from '../../src/report/model/report-table.ts'
import { grains } from '../../src/time/grains.ts'
import { sampleTable } from '../support/sample-table.ts'

const buildRowAxis = (table: ReportTable, width: number, left = 50) => buildAxis(table, width, left)

test('the axis labels all twelve months', () => {
  const { labels, ticks } = buildRowAxis(sampleTable({ rows: 'months', names: 1 }), 600)
  expect(ticks).toHaveLength(12)
  expect(labels.slice(0, 2)).toEqual(['Jan', 'Feb'])
})

test('the axis omits the year for days of one year, and weekdays, and thins out labels that would overlap', () => {
  const table = sampleTable({ rows: 'month', names: 1 })
  expect(buildRowAxis(table, 1_300).labels[2]).toBe('3/3')
  expect(buildRowAxis(table, 1_300).ticks).toHaveLength(31)
  const named = table.rows.map((row) => ({ ...row, label: `${row.label} Mon` }))
  expect(buildRowAxis({ ...table, rows: named }, 1_300)).toEqual(buildRowAxis(table, 1_300))
  for (const width of [200, 280, 340, 500, 700, 900]) {
    const { labels, ticks } = buildRowAxis(table, width)
    for (const [index, tick] of ticks.slice(1).entries()) {
      const before = ticks[index] ?? 0
      const room = ((tick - before) * width) / 31
      expect(measureText(labels[tick] ?? '', 11)).toBeLessThan(room)
    }
  }
})

test('the axis of hours has its ticks at every third, sixth or twelfth hour if not all fit', () => {
  const { rows, ...table } = sampleTable({ rows: 'month', names: 1 })
  const hours = rows.slice(0, 24).map((row, hour) => {
    const key = String(hour).padStart(2, '0')
    return { ...row, key, label: `${key}:00` }
  })
  const ticks = (width: number) =>
    buildRowAxis({ ...table, keyKind: 'hour', rows: hours }, width).ticks.slice(0, 3)
  expect([1_300, 340, 170, 90].map(ticks)).toEqual([
    [0, 1, 2],
    [0, 3, 6],
    [0, 6, 12],
    [0, 12],
  ])
})

test('the axis of quarters of an hour has its ticks at whole hours if not all fit', () => {
  const { rows, ...table } = sampleTable({ rows: 'year', names: 1 })
  const times = rows.slice(0, 96).map((row, index) => {
    const key = grains['quarter-hour'].formatPart(index)
    return { ...row, key, label: key }
  })
  const ticks = (width: number) =>
    buildRowAxis({ ...table, keyKind: 'quarter-hour', rows: times }, width).ticks.slice(0, 3)
  expect([5_000, 1_300, 700, 340].map(ticks)).toEqual([
    [0, 1, 2],
    [0, 4, 8],
    [0, 8, 16],
    [0, 12, 24],
  ])
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
  expect(ticks.map((tick) => labels[tick])).toEqual(
    Array.from({ length: 12 }, (_, index) => `${index + 1}/1`),
  )
})

const named = (names: readonly string[]) => {
  const table = sampleTable({ rows: 'year', names: 1 })
  return {
    ...table,
    keyKind: 'text' as const,
    rows: table.rows
      .slice(0, names.length)
      .map((one, index) => ({ ...one, key: names[index] ?? '', label: names[index] ?? '' })),
  }
}
const countries = 'Nigeria,United Kingdom,Ghana,South Africa,Benin,Saudi Arabia,Togo,Niger'.split(',')

describe('names of rows', () => {
  test('are side by side where all of them fit', () => {
    expect(buildRowAxis(named(countries), 1_300)).toMatchObject({ angle: 0, height: 28 })
    expect(buildRowAxis(named(countries), 1_300).ticks).toHaveLength(8)
  })

  test('are as long as the slots of their rows allow', () => {
    const axis = buildRowAxis(named(['Democratic Republic of the Congo', 'Niger']), 600)
    expect(axis.labels).toEqual(['Democratic Republic of the Congo', 'Niger'])
  })

  test('are slanted on a narrow screen, and none is left out', () => {
    const axis = buildRowAxis(named(countries), 260)
    const { labels, ticks, angle, height } = axis
    expect(ticks).toEqual(countries.map((_, index) => index))
    expect([labels, angle]).toEqual([countries, -45])
    expect(height).toBeLessThan(100)
  })

  test('never begin outside of the box', () => {
    const axis = buildRowAxis(named(countries.map((name) => name.repeat(5))), 260, 30)
    for (const [index, label] of axis.labels.entries()) {
      const x = ((index + 0.5) * 260) / countries.length
      expect(measureText(label, 11) * Math.SQRT1_2).toBeLessThanOrEqual(30 + x)
    }
  })

  test('are upright where they are close, and thinned out where they would overlap', () => {
    const axis = buildRowAxis(named(Array.from({ length: 60 }, (_, index) => `Carrier ${index}`)), 300)
    expect(axis.ticks).toHaveLength(20)
    expect(axis.angle).toBe(-90)
  })
})
