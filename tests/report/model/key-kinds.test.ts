import { describe, expect, test } from 'vitest'
import type { Selection } from '../../../src/report/model/report-plan.ts'
import { compileOne, tabulate } from '../../support/definitions.ts'

const year = { kind: 'year', options: { fixed: [2026, 2025, 2024] } }
const date = { kind: 'date' }

/** The rows of a report with one column: the keys, labels and values of these records. */
function buildRows(
  rows: { readonly key: object; readonly fillMissing?: string },
  selectors: readonly { readonly kind: string }[],
  selection: Selection,
  values: readonly unknown[],
) {
  const url = selectors.map(({ kind }) => `{${kind}}`).join('/')
  const plan = compileOne({
    selectors,
    data: { url: `/v1/small/${url}` },
    rows: { ...rows, key: { field: 'at', label: 'At', ...rows.key } },
    columns: [{ field: 'a', label: 'A' }],
  })
  const records = values.map((at, index) => ({ at, a: index + 1 }))
  const table = tabulate(plan, records, selection)
  return {
    keys: table.rows.map(({ key }) => key),
    labels: table.rows.map(({ label }) => label),
    values: table.rows.map(({ values: [value] }) => value),
    warnings: table.warnings,
  }
}

describe('a quarter of an hour', () => {
  const rows = { key: { kind: 'quarter-hour' } }

  test('is a number, HH:mm or a timestamp, and has its date while no date is chosen', () => {
    const values = [0, '10:15', '2025-03-07T23:45:00Z', '2025-03-07 23:59']
    const found = buildRows(rows, [date], { date: '2025-03-07' }, values)
    expect(found.labels).toEqual(['00:00', '10:15', '23:45'])
    const open = buildRows(rows, [{ kind: 'month' }, year], { year: '2025', month: '3' }, [values[2]])
    expect(open.labels).toEqual(['2025-03-07 23:45'])
  })

  test('is added for each of a chosen date', () => {
    const filled = { ...rows, fillMissing: 'quarter-hours' }
    const found = buildRows(filled, [date], { date: '2025-03-07' }, ['10:15'])
    expect([found.labels.length, found.labels[41], found.values[41], found.labels.at(-1)]).toEqual([
      96,
      '10:15',
      1,
      '23:45',
    ])
  })
})

describe('an hour', () => {
  const hour = { key: { kind: 'hour' } }
  const chosen = { date: '2025-03-07' }

  test('is a number, HH:mm or a timestamp, as written', () => {
    const found = buildRows(hour, [date], chosen, [
      0,
      '7',
      '08',
      '9:00',
      '10:30',
      '2025-03-07T23:59:59-11:00',
    ])
    expect(found.labels).toEqual(['00:00', '07:00', '08:00', '09:00', '10:00', '23:00'])
    expect(found.warnings).toEqual([])
  })

  test('of another date than the chosen one is left out', () => {
    const found = buildRows(hour, [date], chosen, ['2025-03-07 08:00', '2025-03-08T08:00'])
    expect(found.values).toEqual([1])
    expect(found.warnings).toEqual(['records[1]: 08 is outside the chosen period and was left out'])
  })

  test('has its date while no date is chosen, so that hours of two days are two rows', () => {
    const month = [year, { kind: 'month' }]
    const found = buildRows(hour, month, { year: '2025', month: '3' }, [
      '2025-03-07T08:00',
      '2025-03-06T08:00',
    ])
    expect(found.labels).toEqual(['2025-03-06 08:00', '2025-03-07 08:00'])
  })

  test('is filled to 24 hours of the chosen date', () => {
    const found = buildRows({ ...hour, fillMissing: 'hours' }, [date], chosen, ['2025-03-07T22:00'])
    expect(found.labels).toHaveLength(24)
    expect(found.values.filter((value) => value !== 0)).toEqual([1])
    expect(found.values[22]).toBe(1)
  })

  test.each([
    ['Europe/Berlin', '2025-03-30', 23],
    ['Europe/Berlin', '2025-10-26', 24],
    ['Africa/Lagos', '2025-03-30', 24],
    // Of the hour at two, 30 minutes are left.
    ['Australia/Lord_Howe', '2025-10-05', 24],
  ])('that %s skips on %s is not filled in: %i hours', (zone, day, count) => {
    const rows = { key: { kind: 'hour', zone }, fillMissing: 'hours' }
    const found = buildRows(rows, [date], { date: day }, [`${day}T22:00`])
    expect(found.labels).toHaveLength(count)
    expect(found.labels.includes('02:00')).toBe(count === 24)
  })

  test.each(['Europe/Atlantis', ''])('cannot follow the time zone %j', (zone) =>
    expect(() => buildRows({ key: { kind: 'hour', zone } }, [date], chosen, [])).toThrow(
      'a time zone such as Africa/Lagos',
    ),
  )

  test.each([24, -1, 7.5, '24:00', '7:5', 'noon', '', null, '2025-02-30T08:00'])('is never %j', (value) =>
    expect(() => buildRows(hour, [date], chosen, [value])).toThrow(
      'an hour (0 to 23, HH:mm, or a timestamp)',
    ),
  )
})

describe('a week', () => {
  const week = { key: { kind: 'week' } }

  test('is a number of the chosen year, or written with its year', () => {
    const found = buildRows(week, [year], { year: '2025' }, [9, '10', '2025-W07', 'W01'])
    expect(found.keys).toEqual(['2025-W01', '2025-W07', '2025-W09', '2025-W10'])
    expect(found.labels).toEqual(['W01', 'W07', 'W09', 'W10'])
  })

  test('has its year while none is chosen', () => {
    const found = buildRows(week, [date], { date: '2025-01-01' }, ['2025-W01', '2024-W52'])
    expect(found.labels).toEqual(['2025-W01'])
  })

  test('is labelled by its days if the report says so', () => {
    const found = buildRows({ key: { kind: 'week', format: 'dates' } }, [year], { year: '2025' }, [1, 7])
    expect(found.labels).toEqual(['Dec 30 - Jan 5', 'Feb 10 - 16'])
  })

  test.each([
    ['2025', 52],
    ['2026', 53],
  ])('of %s is one of %i', (chosen, count) => {
    const found = buildRows({ ...week, fillMissing: 'weeks' }, [year], { year: chosen }, [2])
    expect(found.keys).toHaveLength(count)
    expect(found.keys.at(-1)).toBe(`${chosen}-W${count}`)
  })

  test('of a quarter is one that has days of it', () => {
    const selectors = [year, { kind: 'quarter' }]
    const found = buildRows({ ...week, fillMissing: 'weeks' }, selectors, { year: '2025', quarter: '2' }, [
      '2025-W14',
      '2025-W27',
      '2025-W13',
      '2025-W28',
    ])
    expect(found.keys[0]).toBe('2025-W14')
    expect(found.keys.at(-1)).toBe('2025-W27')
    expect(found.warnings).toHaveLength(2)
  })

  test.each([0, 54, 1.5, '2025-W53', '2025-07', 'Week 7', '', null])('is never %j', (value) =>
    expect(() => buildRows(week, [year], { year: '2025' }, [value])).toThrow('a week (2025-W07, or 1 to 53)'),
  )

  test('53 is none of a year with 52', () => {
    expect(() => buildRows(week, [year], { year: '2025' }, [53])).toThrow('a week')
    expect(buildRows(week, [year], { year: '2026' }, [53]).keys).toEqual(['2026-W53'])
  })
})

describe('a quarter', () => {
  const quarter = { key: { kind: 'quarter' } }

  test('is a number or Q1 of the chosen year, or written with its year', () => {
    const found = buildRows(quarter, [year], { year: '2025' }, ['2025-Q4', 'Q1', 2, '3'])
    expect(found.keys).toEqual(['2025-Q1', '2025-Q2', '2025-Q3', '2025-Q4'])
    expect(found.labels).toEqual(['Q1', 'Q2', 'Q3', 'Q4'])
  })

  test('is filled to four', () => {
    const found = buildRows({ ...quarter, fillMissing: 'quarters' }, [year], { year: '2025' }, [3])
    expect(found.values).toEqual([0, 0, 1, 0])
  })

  test.each([0, 5, '2025-Q5', 'first', '', null])('is never %j', (value) =>
    expect(() => buildRows(quarter, [year], { year: '2025' }, [value])).toThrow(
      'a quarter (2025-Q1, Q1, or 1 to 4)',
    ),
  )
})

describe('days are filled', () => {
  const rows = { key: { kind: 'date' }, fillMissing: 'days' }

  test('over a week, also across the year end', () => {
    const selectors = [year, { kind: 'week' }]
    const found = buildRows(rows, selectors, { year: '2025', week: '1' }, ['2025-01-02', '2024-12-29'])
    expect(found.keys[0]).toBe('2024-12-30')
    expect(found.keys).toHaveLength(7)
    expect(found.warnings).toHaveLength(1)
  })

  test('over a quarter', () => {
    const selectors = [year, { kind: 'quarter' }]
    const found = buildRows(rows, selectors, { year: '2024', quarter: '1' }, ['2024-02-29'])
    expect(found.keys).toHaveLength(91)
    expect(found.keys.at(-1)).toBe('2024-03-31')
  })
})
