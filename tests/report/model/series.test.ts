import { describe, expect, test } from 'vitest'
import { formatSeriesHint } from '../../../src/report/model/series-hint.ts'
import { type Visibility } from '../../../src/report/model/series.ts'
import { compileOne, tabulate } from '../../support/definitions.ts'
import { sampleTable } from '../../support/sample-table.ts'

const { series } = sampleTable({ rows: 'months', names: 8 })
const all = series.map((one) => ({ ...one, visible: true }))
const five = series.map((one, index) => ({ ...one, visible: index < 5 }))
const HINT = '(Showing first 5 carriers by default)'
const show = (mode: Visibility['mode'], ...toggled: number[]): Visibility => ({
  mode,
  toggled: new Set(toggled.flatMap((index) => series[index]?.name ?? [])),
})

test.each([
  ['the default of a report with a hint', five, show('default'), HINT, HINT],
  ['one more', five, show('default', 6), HINT, `${HINT} · 6 of 8 shown`],
  ['all', five, show('all'), HINT, `${HINT} · 8 of 8 shown`],
  ['none', five, show('none'), HINT, `${HINT} · 0 of 8 shown`],
  ['the default of a report without a hint', five, show('default'), null, '5 of 8 shown'],
  ['all, without a hint', five, show('all'), null, null],
  ['a default that hides none', all, show('default'), HINT, null],
  ['one less than such a default', all, show('default', 0), HINT, '7 of 8 shown'],
])('the hint of the series says the truth about %s', (_, table, visibility, hint, expected) => {
  expect(formatSeriesHint(table, visibility, hint)).toBe(expected)
})

describe('the series that are visible at first', () => {
  const columns = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((field) => ({ field, label: field.toUpperCase() }))
  const records = [{ day: '2025-03-01', a: 1, b: 7, c: 2, d: 6, e: 3, f: 5, g: 4 }]
  const listVisible = (changes: object) => {
    const { series } = tabulate(compileOne({ columns, ...changes }), records)
    return series.flatMap(({ name, visible }) => (visible ? [name] : []))
  }

  test.each([
    ['the five largest', {}, ['B', 'D', 'E', 'F', 'G']],
    [
      'the first ones, if the report says how many',
      { initiallyVisible: { first: 5 } },
      ['A', 'B', 'C', 'D', 'E'],
    ],
    [
      'those of the report, and the largest others',
      { initiallyVisible: { columns: ['a'] } },
      ['A', 'B', 'D', 'E', 'F', 'G'],
    ],
  ])('are %s', (_, chart, expected) => {
    expect(listVisible({ chart })).toEqual(expected)
  })

  test('are the first five where a series cannot be added up', () => {
    const [, ...others] = columns
    expect(
      listVisible({ columns: [{ id: 'a', label: 'A', value: 'max(a)', role: 'series' }, ...others] }),
    ).toEqual(['A', 'B', 'C', 'D', 'E'])
  })
})
