import { describe, expect, test } from 'vitest'
import { formatCompact, formatNumber, formatPercent } from '../../src/report/format.ts'

describe('numbers (spec 9.6)', () => {
  test.each([
    [0, '0.00'],
    [-0, '0.00'],
    [1234567.891, '1,234,567.89'],
    [0.005, '0.01'],
    [-1234.5, '-1,234.50'],
    [1e15, '1,000,000,000,000,000.00'],
  ])('formats %d as %s', (value, text) => expect(formatNumber(value)).toBe(text))

  test.each([
    [0, '0'],
    [999, '999'],
    [1000, '1K'],
    [1500, '2K'],
    [250_000, '250K'],
    [1e6, '1.0M'],
    [12_345_678, '12.3M'],
    [-2000, '-2K'],
  ])('formats %d on an axis as %s', (value, text) => expect(formatCompact(value)).toBe(text))

  test('formats a share as a whole percentage', () => {
    expect(formatPercent(1, 3)).toBe(33)
    expect(formatPercent(0, 0)).toBe(0)
  })
})
