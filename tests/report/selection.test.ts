import { describe, expect, test } from 'vitest'
import { keepAvailable, requiredMessage } from '../../src/report/selection.ts'
import { fallbackOptions, fixedOptions, parseOptions } from '../../src/report/selectors.ts'
import type { ServerOptions } from '../../src/report/plan.ts'
import { compileOne, plan } from '../support/definitions.ts'

describe('required messages (spec 5.7)', () => {
  const each = plan('daily-international-minutes/ida-to-routelink')
  const together = plan('daily-international-exchange-traffic')
  const year = plan('monthly-report/mno-to-routelink')
  test.each([
    [each, {}, '[Year, Month] is required'],
    [each, { year: '2025' }, '[Month] is required'],
    [each, { month: '3' }, '[Year] is required'],
    [each, { year: '2025', month: '3' }, null],
    [together, {}, '[Year, Month] is required'],
    [together, { year: '2025' }, '[Year, Month] is required'],
    [together, { month: '3' }, '[Year, Month] is required'],
    [year, {}, '[Year] is required'],
  ])('name the missing selectors of $key for %j', (of, selection, message) =>
    expect(requiredMessage(of, selection)).toBe(message),
  )
})

describe('options (spec 5.8, Years)', () => {
  const yearsOf = (key: string) => {
    const options = plan(key).selectors[0]?.options
    if (options === undefined) throw new Error('no selector')
    return options
  }
  const server = (key: string): ServerOptions => {
    const options = yearsOf(key)
    if ('fixed' in options && !('url' in options)) throw new Error('not from the server')
    return options as ServerOptions
  }
  const values = (list: readonly { value: string }[]) => list.map(({ value }) => value)

  test('fall back to the current year and the ten before it for minutes (11 years)', () => {
    const monthly = server('monthly-report/mno-to-routelink')
    const eleven = ['2026', '2025', '2024', '2023', '2022', '2021', '2020', '2019', '2018', '2017', '2016']
    for (const body of [
      { success: false, records: [2025] },
      { success: true, records: [] },
      null,
      'x',
      { success: true },
    ]) {
      expect(values(parseOptions(monthly, body, 2026))).toEqual(eleven)
    }
    expect(values(fallbackOptions(monthly, 2026))).toEqual(eleven)
    expect(
      values(parseOptions(monthly, { success: true, records: [2025, '2024', 2025, null] }, 2026)),
    ).toEqual(['2025', '2024'])
  })

  test('fall back to 2025 and 2024 for international exchange', () => {
    expect(
      values(
        parseOptions(server('daily-international-exchange-traffic'), { success: true, records: [] }, 2026),
      ),
    ).toEqual(['2025', '2024'])
  })

  test.each(['daily-international-minutes/ida-to-routelink', 'daily-local-exchange-traffic'])(
    'are the fixed years 2025 and 2024 for %s',
    (key) => {
      expect(yearsOf(key)).toEqual({
        fixed: [
          { value: '2025', label: '2025' },
          { value: '2024', label: '2024' },
        ],
      })
    },
  )

  test('are the months January to December with the values 1 to 12', () => {
    const months = fixedOptions(compileOne().selectors)['month']
    expect(months?.map(({ label }) => label).join()).toBe(
      'January,February,March,April,May,June,July,August,September,October,November,December',
    )
    expect(months && values(months)).toEqual(Array.from({ length: 12 }, (_, index) => String(index + 1)))
  })

  test('treat a value that is not offered as not chosen (spec 4.17)', () => {
    const of = compileOne()
    const options = fixedOptions(of.selectors)
    expect(keepAvailable(of, options, { year: '1999', month: '3', other: 'x' })).toEqual({ month: '3' })
  })
})
