import { describe, expect, test } from 'vitest'
import {
  keepAvailable,
  listOffered,
  requiredMessage,
  selectionValues,
} from '../../../src/report/selection/selection.ts'
import { resolveOptions } from '../../../src/report/selection/options.ts'
import { parseResponse } from '../../../src/report/model/report-response.ts'
import { buildTable } from '../../../src/report/table/build-table.ts'
import { choice, compileOne, fixedOptions, plan } from '../../support/definitions.ts'

describe('a range of dates (spec 5.8)', () => {
  const of = compileOne({
    selectors: [{ kind: 'dateRange', maxDays: 31 }],
    data: { url: '/v1/small?from={datesFrom}&to={datesTo}' },
  })
  const select = (dates: string) => ({ dates })

  test.each([
    ['', '[Dates] is required'],
    ['2025-03-02..2025-03-01', 'Dates: From is after To.'],
    ['2025-01-01..2025-02-28', 'Dates: At most 31 days can be chosen; these are 59.'],
    ['2025-03-01..2025-03-01', null],
    ['2025-03-01..2025-03-31', null],
  ])('%s is %s', (dates, message) => expect(requiredMessage(of, select(dates))).toBe(message))

  test.each(['2025-03-01', '2025-03-01..', '..2025-03-01', '2025-02-30..2025-03-01', 'x..y'])(
    '%s is not chosen',
    (dates) => expect(keepAvailable(of, {}, select(dates))).toEqual({}),
  )

  test('is sent by its two days, named by both, and fills its days', () => {
    const values = selectionValues(of, select('2025-02-27..2025-03-02'), '')
    const name = '2025-02-27 to 2025-03-02'
    const days = { datesFrom: '2025-02-27', datesTo: '2025-03-02' }
    const expected = { dates: '2025-02-27..2025-03-02', ...days, datesName: name, period: name }
    expect(Object.fromEntries(values)).toMatchObject(expected)
    const records = [{ day: '3/1/2025', a: 1 }, { day: '3/3/2025' }]
    const table = buildTable(of, select('2025-02-27..2025-03-02'), parseResponse(of, { records }))
    const rows = Object.fromEntries(table.rows.map(({ key, values: [a] }) => [key, a]))
    expect(rows).toEqual({ '2025-02-27': 0, '2025-02-28': 0, '2025-03-01': 1, '2025-03-02': 0 })
  })
})

describe('options (spec 5.8, Years)', () => {
  const values = (list: readonly { value: string }[]) => list.map(({ value }) => value)

  const offered = async (key: string, body: unknown) => {
    const { options } = await resolveOptions(plan(key), {}, () => Promise.resolve(body), 2026)
    return values(options['year'] ?? [])
  }

  test('fall back to the current year and the ten before it for minutes (11 years)', async () => {
    const monthly = 'monthly-report/mno-to-routelink'
    const eleven = ['2026', '2025', '2024', '2023', '2022', '2021', '2020', '2019', '2018', '2017', '2016']
    const refused = { success: false, records: [2025] }
    for (const body of [refused, { success: true, records: [] }, null, 'x', { success: true }]) {
      expect(await offered(monthly, body)).toEqual(eleven)
    }
    expect(await offered(monthly, Promise.reject(new Error('no response')))).toEqual(eleven)
    const several = { success: true, records: [2025, '2024', 2025, null] }
    expect(await offered(monthly, several)).toEqual(['2025', '2024'])
  })

  test('of which several can be chosen, are one value in the order of the list (spec 4.17)', () => {
    const regions = ['NORTH', 'EAST', 'SOUTH'].map((value) => ({ value, label: value.toLowerCase() }))
    const of = compileOne({
      selectors: [choice('region', regions, { multiple: true })],
      data: { url: '/v1/small/{region}' },
      rows: { key: { kind: 'date', field: 'day', label: 'Date' } },
    })
    const options = fixedOptions(of.selectors)
    const several = { region: 'SOUTH,WEST,NORTH,NORTH' }
    expect(keepAvailable(of, options, several)).toEqual({ region: 'NORTH,SOUTH' })
    expect(keepAvailable(of, options, { region: 'WEST' })).toEqual({})
    expect(selectionValues(of, { region: 'NORTH,SOUTH' }, '').get('period')).toBe('north, south')
    expect(requiredMessage(of, {})).toBe('[Region] is required')
  })

  test('treat a value that is not offered as not chosen (spec 4.17)', () => {
    const of = compileOne()
    const options = fixedOptions(of.selectors)
    expect(keepAvailable(of, options, { year: '1999', month: '3', other: 'x' })).toEqual({ month: '3' })
  })
})

describe('weeks, quarters and dates', () => {
  const year = { kind: 'year', options: { fixed: [2026, 2025, 2024] } }
  const weekly = compileOne({
    selectors: [year, { kind: 'week' }],
    data: { url: '/v1/small/{year}-W{week:2}' },
  })
  const daily = compileOne({ selectors: [{ kind: 'date' }], data: { url: '/v1/small/{date}' } })
  const options = fixedOptions(weekly.selectors)

  test('weeks on offer are those of the chosen year, with their days', () => {
    const offered = (chosen: Record<string, string>) => listOffered(weekly, options, chosen)['week'] ?? []
    expect(offered({})).toHaveLength(53)
    expect(offered({})[6]).toEqual({ value: '7', label: 'W07' })
    expect(offered({ year: '2025' })).toHaveLength(52)
    expect(offered({ year: '2025' })[6]).toEqual({ value: '7', label: 'W07 (Feb 10 - 16)' })
    expect(offered({ year: '2026' })).toHaveLength(53)
    expect(offered({ year: 'x' })).toHaveLength(53)
  })

  test('a week that the year does not have is not kept', () => {
    expect(keepAvailable(weekly, options, { year: '2026', week: '53' })).toEqual({ year: '2026', week: '53' })
    expect(keepAvailable(weekly, options, { year: '2025', week: '53' })).toEqual({ year: '2025' })
    expect(keepAvailable(weekly, options, { year: '2025', week: '07' })).toEqual({ year: '2025' })
  })

  test.each([
    ['2025-03-07', true],
    ['1900-01-01', true],
    ['2999-12-31', true],
    ['2025-02-29', false],
    ['0025-03-07', false],
    ['3/7/2025', false],
    ['2025-03-07T00:00', false],
  ])('the date %s is kept: %s', (date, isKept) =>
    expect(keepAvailable(daily, {}, { date })).toEqual(isKept ? { date } : {}),
  )

  test('have their place in templates', () => {
    const of = (plan: typeof weekly, chosen: Record<string, string>) =>
      Object.fromEntries(selectionValues(plan, chosen, '2025-06-30'))
    const week = { week: '7', weekName: 'W07', period: '2025 W07' }
    expect(of(weekly, { year: '2025', week: '7' })).toMatchObject(week)
    const day = { date: '2025-03-07', dateName: '2025-03-07', period: '2025-03-07' }
    expect(of(daily, { date: '2025-03-07' })).toMatchObject(day)
    const quarterly = compileOne({
      selectors: [year, { kind: 'quarter' }],
      data: { url: '/v1/small/{year}/{quarter}' },
    })
    const second = { quarter: '2', quarterName: 'Q2', period: '2025 Q2' }
    expect(of(quarterly, { year: '2025', quarter: '2' })).toMatchObject(second)
  })
})
