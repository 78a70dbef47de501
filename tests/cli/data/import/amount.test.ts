import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AmountColumns } from '../../../../src/cli/data/import/amount.ts'

const location = { index: 2, heading: 'Airtel' }
const bounds = { min: 0, max: 1e13, decimals: null }

/** The amounts of a column as numbers or errors, and the commas that stay ambiguous. */
function read(texts: readonly string[]) {
  const columns = new AmountColumns()
  const values = texts.map((text, index) => columns.read(index + 2, location, text, bounds))
  const ambiguous = columns.errors().flatMap((errors) => errors.lines())
  return {
    values,
    ambiguous,
    isRefused: ambiguous.length > 0 || values.some((value) => typeof value === 'string'),
  }
}

describe('an ambiguous comma is rejected', () => {
  test.each<[readonly string[], readonly number[]]>([
    [['412,500.00'], [412_500]],
    [['1,412,500'], [1_412_500]],
    [
      ['412,500', '1,412.50'],
      [412_500, 1_412.5],
    ],
    [
      ['1,412,500', '412,500'],
      [1_412_500, 412_500],
    ],
    [
      ['412,500', '1412.500'],
      [412_500, 1412.5],
    ],
    [
      ['412,500', '0.125'],
      [412_500, 0.125],
    ],
    [
      ['58.125', '412500'],
      [58.125, 412_500],
    ],
  ])('%j is %j', (texts, values) => {
    expect(read(texts)).toMatchObject({ values, isRefused: false })
  })

  test.each<[readonly string[], readonly string[]]>([
    [
      ['412,500'],
      ['row 2, column "Airtel" (C): \'412,500\' may have a decimal comma; write 412.5, or 412500 if'],
    ],
    [
      ['58,125', '7', '236,000'],
      [
        'row 2, column "Airtel" (C): \'58,125\' may have a decimal comma; write 58.125, or 58125 if',
        'row 4, column "Airtel" (C): \'236,000\' may have a decimal comma; write 236, or 236000 if',
      ],
    ],
    // Points between thousands, in the same country as the decimal comma.
    [['412,500', '412.500'], ["'412,500' may have a decimal comma; write 412.5, or 412500 if"]],
    [['412,5'], ["'412,5' is not a number; write 412.5"]],
    [['0,500'], ["'0,500' is not a number; write 0.500"]],
    [['1.412,50'], ["'1.412,50' is not a number; write 1412.50"]],
  ])('%j is refused with what to write', (texts, messages) => {
    const { values, ambiguous } = read(texts)
    const errors = [...ambiguous, ...values.filter((value) => typeof value === 'string')]
    expect(errors).toEqual(messages.map((message) => expect.stringContaining(message) as string))
  })

  const figures = fc.array(fc.integer({ min: 0, max: 10 ** 10 }), { minLength: 1, maxLength: 40 })
  const write = (numbers: readonly number[], locale: string, decimals: number, useGrouping: boolean) =>
    numbers.map((number) =>
      (number / 10 ** decimals).toLocaleString(locale, { minimumFractionDigits: decimals, useGrouping }),
    )

  test('a column with decimal commas is rejected', () => {
    fc.assert(
      fc.property(figures, fc.integer({ min: 1, max: 4 }), fc.boolean(), (numbers, decimals, grouped) => {
        expect(read(write(numbers, 'de', decimals, grouped)).isRefused).toBe(true)
      }),
    )
  })

  test('a column with decimal points and thousands commas is parsed correctly or rejected', () => {
    fc.assert(
      fc.property(figures, fc.integer({ min: 0, max: 4 }), fc.boolean(), (numbers, decimals, grouped) => {
        const texts = write(numbers, 'en', decimals, grouped)
        const { values, isRefused } = read(texts)
        const meant = numbers.map((number) => number / 10 ** decimals)
        expect(isRefused ? meant : values).toEqual(meant)
        // Only whole figures of four to six digits leave open what their comma means.
        const isOpen = texts.every((text) => /^\d{1,3}(?:,\d{3})?$/.test(text)) && texts.join().includes(',')
        expect(isRefused).toBe(isOpen && texts.some((text) => text.includes(',')))
      }),
    )
  })
})
