import { expect, test } from 'vitest'
import { compileNumberFormat } from '../../src/definition/columns/compile-columns.ts'
import { getNumberFormatCode } from '../../src/workbook/cells.ts'

test.each([
  [{ style: 'thousands', decimals: 1 }, '#,##0.0,"\u00A0k"'],
  [{ style: 'millions', unit: 'NGN' }, '#,##0.00,,"\u00A0M\u00A0NGN"'],
  [{ style: 'duration', unit: 'min' }, '#,##0.00"\u00A0min"'],
  [{ style: 'percent', decimals: 1 }, '#,##0.0%'],
] as const)('a column of the format %j has the code %s in a workbook', (format, code) => {
  expect(getNumberFormatCode(compileNumberFormat(format))).toBe(code)
})
