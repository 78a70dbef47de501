import { expect, test } from 'vitest'
import { diagnose, small } from '../../support/definitions.ts'

const check = (changes: object) => diagnose({ ...small, ...changes })

const a = { field: 'a', label: 'A' }
const rate = { field: 'r', label: 'Rate', role: 'total' }
const percentage = { ...rate, format: { style: 'percent' }, total: 'mean' }
const weighted = { field: 'w', label: 'W', role: 'total', total: { weightedMean: 'r' } }

test.each([
  ['a price is summed', [a, { ...rate, format: { unit: 'EUR/min' } }], {}, 'total-percent'],
  ['a percentage is summed', [a, { ...percentage, total: 'sum' }], {}, 'total-percent'],
  ['a percentage weighs', [a, percentage, weighted], {}, 'total-weights'],
  ['only means are in a pie', [{ ...a, total: 'mean' }], { types: ['pie'] }, 'series-none'],
  ['only means are stacked', [{ ...a, total: 'max' }], { types: ['stackedBar', 'area'] }, 'series-none'],
  [
    'a text is added',
    [a, { text: 't', label: 'T' }, { sum: ['a', 't'], id: 's', label: 'S' }],
    {},
    'column-text',
  ],
  [
    'a text is weighed by',
    [a, { text: 'w', label: 'T' }, { ...a, field: 'b', label: 'B', total: { weightedMean: 'w' } }],
    {},
    'column-text',
  ],
  ['a text is charted', [a, { text: 't', label: 'T' }], { secondAxis: ['t'] }, 'axis-unknown'],
  ['a label is that of the first column', [{ ...a, label: 'Date' }], {}, 'column-label'],
])('numbers that mean nothing are refused: %s', (_, columns, chart, rule) => {
  expect(check({ columns, chart })).toEqual([expect.stringContaining(`[${rule}]`)])
})

test('lines and bars draw means, and a weight can be any number that adds up', () => {
  const weight = { ...rate, format: { decimals: 0 } }
  expect(
    check({ columns: [{ ...a, total: 'mean' }, weight, weighted], chart: { types: ['pie', 'line'] } }),
  ).toEqual([])
})
