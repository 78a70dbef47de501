import { describe, expect, test } from 'vitest'
import { diagnose, small } from '../../support/definitions.ts'

/** The diagnostics of a report with further columns. */
const check = (columns: readonly object[], changes: object = {}): string[] =>
  diagnose({ ...small, columns: [...small.columns, ...columns], ...changes })

const share = (of: string) => ({ share: of, id: 'part', label: 'Part' })
const change = (of: string, since: string, id: string) => ({ change: of, since, id, label: id })

describe('a computed column', () => {
  test('refers to columns in any order, also to computed and hidden ones', () => {
    expect(
      check([
        change('rate', 'previousRow', 'better'),
        change('better', 'previousYear', 'yearly'),
        { ratio: 'a', to: 'b', id: 'rate', label: 'Rate', hidden: true },
        { difference: 'a', minus: 'b', id: 'net', label: 'Net' },
        share('net'),
      ]),
    ).toEqual([])
  })

  test('does not lead back to itself through a sum', () => {
    expect(
      check([
        { ratio: 'total', to: 'b', id: 'rate', label: 'Rate', format: { decimals: 2 } },
        { sum: ['a', 'rate'], id: 'total', label: 'Total' },
      ]),
    ).toEqual([
      "columns[3].ratio: 'rate' is computed from itself [operand-cycle]",
      "columns[4].sum: 'total' sums itself [sum-cycle]",
    ])
  })

  test('that is a series is not part of a sum of "series", so that it can be a share of that sum', () => {
    const chart = { secondAxis: ['part'] }
    expect(check([{ ...share('all'), role: 'series' }], { chart })).toEqual([])
  })
})

test.each([
  { difference: 'rate', minus: 'other', id: 'net', label: 'Net' },
  { ratio: 'a', to: 'b', id: 'net', label: 'Net' },
  change('a', 'previousRow', 'net'),
])('a share is not of %j', (operand) => {
  const rate = { field: 'rate', label: 'Rate', total: 'mean' }
  const found = check([rate, { ...rate, field: 'other', label: 'Other' }, operand, share('net')])
  expect(found).toEqual([expect.stringContaining('[share-total]')])
})

test.each([share('a'), { ratio: 'a', to: 'b' }, change('a', 'previousRow', 'part')])(
  'the percentage %j has no unit "%%", also beside the style',
  (column) => {
    for (const format of [{ unit: '%' }, { style: 'percent', unit: '%' }]) {
      expect(check([{ ...column, id: 'part', label: 'Part', format }])).toEqual([
        'columns[3].format.unit: write "style": "percent" instead of the unit "%" [percent-unit]',
      ])
    }
    const perMinute = { ...column, id: 'part', label: 'Part', format: { unit: 'EUR/min' } }
    expect(check([perMinute])).toEqual([])
  },
)

describe('a change to the year before', () => {
  test('is not of such a change, directly or not', () => {
    const columns = [
      change('a', 'previousYear', 'first'),
      change('first', 'previousRow', 'between'),
      change('between', 'previousYear', 'second'),
    ]
    expect(check(columns)).toEqual([
      "columns[5].since: 'first' already compares with the year before, so the year before that would be needed [change-year]",
    ])
  })

  test('is possible for a chosen date', () => {
    const byDate = {
      selectors: [{ kind: 'date' }],
      data: { url: '/v1/small/{date}' },
      rows: { key: { kind: 'hour', field: 'hour', label: 'Hour' }, fillMissing: 'hours' },
    }
    expect(check([change('a', 'previousYear', 'yearly')], byDate)).toEqual([])
  })
})

test('a hidden column is no series of a chart', () => {
  const columns = [
    { field: 'a', label: 'A', hidden: true },
    { field: 'b', label: 'B' },
  ]
  expect(check([], { columns, chart: { initiallyVisible: { columns: ['a'] } } })).toEqual([
    "chart.initiallyVisible.columns[0]: no series 'a'; known are b; did you mean 'b'? [visible-unknown]",
  ])
})
