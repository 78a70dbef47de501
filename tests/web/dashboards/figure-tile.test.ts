import { expect, test } from 'vitest'
import type { Figure } from '../../../src/report/table/figure.ts'
import { formatChange } from '../../../src/web/dashboards/figure-tile.tsx'

const figure: Figure = { label: '', value: 1, format: null, change: 0.04, since: 'period', points: [] }

test.each<[what: string, figure: Partial<Figure>, expected: string]>([
  ['a whole percentage', {}, '+4.0% on March 2025'],
  ['a loss', { change: -0.0423 }, '-4.2% on March 2025'],
  ['no change', { change: 0 }, '0.0% on March 2025'],
  ['a part of a period', { since: 'same part' }, '+4.0% on the same part of March 2025'],
  ['the row before', { since: { row: '3/30/2025' } }, '+4.0% on 3/30/2025'],
  ['nothing to compare with', { change: null }, ''],
])('the change of a figure has one decimal: %s', (_, part, expected) => {
  expect(formatChange({ ...figure, ...part }, 'March 2025')).toBe(expected)
})
