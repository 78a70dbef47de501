import { expect, test } from 'vitest'
import { computeChange } from '../../../src/report/table/add-comparison.ts'
import { type NumberFormat, TWO_DECIMALS } from '../../../src/report/model/format.ts'
import type { Figure } from '../../../src/report/table/figure.ts'
import { formatChange, formatLacks } from '../../../src/report/table/format-figure.ts'
import { buildSparkline } from '../../../src/web/dashboard/figure-tile.tsx'
import { compileOne, tabulate } from '../../support/definitions.ts'

const PERCENT: NumberFormat = {
  ...TWO_DECIMALS,
  options: {
    ...TWO_DECIMALS.options,
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  },
}
const percent = { value: 0.04, format: computeChange(1, 1, null).format }
const points = { value: -0.204, format: computeChange(1, 1, PERCENT).format }
const figure: Figure = {
  label: '',
  value: 1,
  format: null,
  change: percent,
  since: 'period',
  columns: [0],
  points: [],
}

test.each<[what: string, figure: Partial<Figure>, expected: string]>([
  ['a whole percentage', {}, '+4.0% on March 2025'],
  ['a loss', { change: { ...percent, value: -0.0423 } }, '-4.2% on March 2025'],
  ['no change', { change: { ...percent, value: 0 } }, '0.0% on March 2025'],
  ['a part of a period', { since: 'same part' }, '+4.0% on the same part of March 2025'],
  ['the row before', { since: { row: '3/30/2025' } }, '+4.0% on 3/30/2025'],
  ['a percentage, in points', { change: points }, '-20.4%\u00A0pts on March 2025'],
  ['nothing to compare with', { change: null }, ''],
])('the change of a figure has one decimal: %s', (_, part, expected) => {
  expect(formatChange({ ...figure, ...part }, 'March 2025')).toBe(expected)
})

test('a compared period says how many of its days have a record', () => {
  const records = [1, 2].map((day) => ({ day: `2025-03-0${day}`, a: 1, b: 1 }))
  const filled = tabulate(compileOne(), records)
  expect(formatLacks(filled, 'then')).toBe(' (2 of 31 days then)')
  expect(formatLacks({ ...filled, rows: filled.rows.slice(0, 2) }, 'now')).toBe('')
})

test('a sparkline goes from the lowest to the highest value', () => {
  expect(buildSparkline([0, 10, 5])).toBe('M2.0 34.0h0L60.0 2.0h0L118.0 18.0h0')
})

test('a missing value is a gap, and a value between two gaps is a dot', () => {
  expect(buildSparkline([0, null, 10, null, 5, 5])).toBe('M2.0 34.0h0M48.4 2.0h0M94.8 18.0h0L118.0 18.0h0')
})

test('equal values are a line in the middle; fewer than two are none', () => {
  expect(buildSparkline([3, 3])).toBe('M2.0 18.0h0L118.0 18.0h0')
  expect(buildSparkline([3])).toBe('')
  expect(buildSparkline([null, 3])).toBe('')
})
