import { compileNumberFormat } from '../../../src/definition/columns/compile-columns.ts'
import { describe, expect, test } from 'vitest'
import { formatCompact, formatTick } from '../../../src/chart/scales.ts'
import { isSameUnit, formatNumber, toPoints } from '../../../src/report/model/format.ts'

describe('numbers (spec 9.6)', () => {
  test.each([
    [0, '0.00'],
    [-0, '0.00'],
    [-0.001, '0.00'],
    [1234567.891, '1,234,567.89'],
    [0.005, '0.01'],
    // Shortest, they are 0.08499999999999999 and -1794.2050000000002: both are halves.
    [0.01 + 0.075, '0.09'],
    [-1757.17 - 12.345 - 12.345 - 12.345, '-1,794.21'],
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

  const plain = { decimals: 2, style: 'plain', sign: 'auto', unit: '' } as const

  test.each([
    [1234.5, { decimals: 0 }, '1,235'],
    [1234.5, { decimals: 3, unit: 'min' }, '1,234.500\u00A0min'],
    [98.46, { decimals: 1, unit: '%' }, '98.5%'],
    [3.7, { style: 'duration', unit: 'min' }, '3:42'],
    [222, { style: 'duration', unit: 's' }, '3:42'],
    [1.5, { style: 'duration', unit: 'h' }, '1:30:00'],
    [59.999, { style: 'duration', unit: 's' }, '1:00'],
    [-0.05, { style: 'duration', unit: 'min' }, '-0:03'],
    [-0.001, { style: 'duration', unit: 'min' }, '0:00'],
    [0.2, { style: 'duration', unit: 'min', sign: 'always' }, '+0:12'],
    [1_250_000, { style: 'thousands', decimals: 1 }, '1,250.0\u00A0k'],
    [1_250_000, { style: 'millions', unit: 'NGN' }, '1.25\u00A0M\u00A0NGN'],
    [12.5, { unit: 'kbit' }, '12.50\u00A0kbit'],
    [12.5, { unit: 'Erlang' }, '12.50\u00A0Erlang'],
    [0.9846, { decimals: 1, style: 'percent' }, '98.5%'],
    [-0.02, { decimals: 0, style: 'percent' }, '-2%'],
    [1_250_000, { decimals: 1, style: 'compact' }, '1.3M'],
    [999, { decimals: 0, style: 'compact', unit: 'EUR' }, '999\u00A0EUR'],
    [12, { sign: 'always' }, '+12.00'],
    [-12, { sign: 'always' }, '-12.00'],
    [0, { sign: 'always' }, '0.00'],
    [-0, { decimals: 1, unit: '%' }, '0.0%'],
    [-0.0004, { decimals: 1, style: 'percent' }, '0.0%'],
    [-0.0004, { decimals: 1, style: 'percent', sign: 'always' }, '0.0%'],
  ] as const)('formats %d in the format of its column %j as %s', (value, format, text) =>
    expect(formatNumber(value, compileNumberFormat({ ...plain, ...format }))).toBe(text),
  )

  test.each([
    [0.25, { style: 'percent' }, '25%'],
    [0.0005, { style: 'percent' }, '0.05%'],
    [1_500_000, { unit: 'EUR' }, '1.5M\u00A0EUR'],
    [50, { unit: '%' }, '50%'],
  ] as const)('labels the tick %d of an axis of the format %j as %s', (value, format, text) =>
    expect(formatTick(value, compileNumberFormat({ ...plain, ...format }))).toBe(text),
  )

  test('of percentages differ by points; other units stay', () => {
    const format = (value: number, written: object) =>
      formatNumber(value, toPoints(toPoints(compileNumberFormat({ ...plain, ...written }))))
    expect(format(0.0125, { decimals: 2, style: 'percent', sign: 'always' })).toBe('+1.25%\u00A0pts')
    expect(format(-1.5, { decimals: 1, unit: '%' })).toBe('-1.5%\u00A0pts')
    expect(format(3, { decimals: 0, unit: 'min' })).toBe('3\u00A0min')
  })

  test('of one unit can be added, whatever their decimals', () => {
    const compile = (format: object) => compileNumberFormat({ ...plain, ...format })
    expect(isSameUnit(null, compile({}))).toBe(true)
    expect(isSameUnit(compile({ decimals: 0 }), compile({}))).toBe(true)
    expect(isSameUnit(compile({ unit: 'min' }), compile({}))).toBe(false)
    expect(isSameUnit(compile({ style: 'percent' }), null)).toBe(false)
  })
})
