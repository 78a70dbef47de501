import { describe, expect, test } from 'vitest'
import type { Compare, ReportPlan, Selection } from '../../../src/report/model/report-plan.ts'
import {
  addComparison,
  addComparisons,
  findEarlierPeriod,
  listEarlierPeriods,
} from '../../../src/report/table/add-comparison.ts'
import { parseResponse } from '../../../src/report/model/report-response.ts'
import { buildTable } from '../../../src/report/table/build-table.ts'
import { buildFigure } from '../../../src/report/table/figure.ts'
import { describeChange } from '../../../src/report/table/format-figure.ts'
import { formatNumber } from '../../../src/report/model/format.ts'
import type { ReportTable } from '../../../src/report/model/report-table.ts'
import { compileOne, small } from '../../support/definitions.ts'

const MARCH: Selection = { year: '2025', month: '3' }
const LEAP: Selection = { year: '2024', month: '2' }
const WEEK: Selection = { year: '2025', week: '7' }
const year = { kind: 'year', options: { fixed: [2025, 2024] } }

/** Compares the records of a period with those of the earlier one; null for a response that is missing. */
function compare(
  plan: ReportPlan,
  records: readonly object[],
  before: readonly object[] | null,
  how: Compare = 'previous',
  selection = MARCH,
  said: object = {},
) {
  const respond = (list: readonly object[]) => parseResponse(plan, { success: true, records: list, ...said })
  const response = respond(records)
  const table = buildTable(plan, selection, response)
  const earlier = findEarlierPeriod(plan, selection, how)
  if (earlier.problem !== null) throw new Error(earlier.problem)
  return addComparison({ plan, selection, compare: how, response, table }, earlier, before && respond(before))
}

/** The lines below the rows: their labels and values. */
const listLines = ({ comparison }: ReportTable) =>
  comparison?.lines.map(({ label, values }) => [label, ...values])
const listLabels = (table: ReportTable) => listLines(table)?.map(([label]) => label)
/** Records of names, each with its number. */
const names = (values: Readonly<Record<string, number>>) =>
  Object.entries(values).map(([name, a]) => ({ name, a }))
const byName = { key: { kind: 'text', field: 'name', label: 'Name' }, total: 'All' }
/** For each row its label and that of the row that it is compared with. */
const listPairs = ({ rows, comparison }: ReportTable) =>
  rows.map(({ label }, index) => [label, comparison?.rows[index]?.label ?? null])

describe('the lines below the total (spec 4.23)', () => {
  const march = [
    { day: '2025-03-01', a: 30, b: 0 },
    { day: '2025-03-31', a: 30, b: 5 },
  ]

  test('are the earlier totals, the differences, and the differences in percent', () => {
    const { table, problem } = compare(compileOne(), march, [{ day: '2025-02-28', a: 80, b: 0 }])
    expect(problem).toBeNull()
    expect(table.total).toEqual({ label: 'Total', values: [60, 5, 65] })
    expect(listLines(table)).toEqual([
      ['February 2025', 80, 0, 80],
      ['Difference', -20, 5, -15],
      // Nothing can be said in relation to 0.
      ['Difference %', -0.25, null, -0.1875],
    ])
    expect(table.comparison?.lines.map(({ columns }) => columns[0]?.format?.options)).toEqual([
      undefined,
      expect.objectContaining({ style: 'decimal', maximumFractionDigits: 2, signDisplay: 'exceptZero' }),
      expect.objectContaining({ style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' }),
    ])
  })

  test('of percentages differ by points', () => {
    const rate = { value: 'b / a', id: 'rate', label: 'Rate' }
    const columns = [...small.columns, rate, { ...rate, id: 'other', label: 'Other' }]
    const net = { value: 'rate - other', id: 'net', label: 'Net', format: { style: 'percent' } }
    const plan = compileOne({ columns: [...columns, net] })
    const { table } = compare(plan, march, [{ day: '2025-02-28', a: 80, b: 4 }])
    const [index] = table.columns.flatMap(({ label }, at) => (label === 'Rate' ? [at] : []))
    const at = index ?? -1
    const [, ...differences] = table.comparison?.lines ?? []
    // 8.3 % after 5.0 %: two thirds more would be a per cent of a per cent.
    expect(
      differences.map(({ label, values, columns: formats }) => [
        label,
        formatNumber(values[at] ?? 0, formats[at]?.format),
      ]),
    ).toEqual([
      ['Difference', '+3.3%\u00A0pts'],
      ['Difference %', '+3.3%\u00A0pts'],
    ])
    expect(formatNumber(0.5, table.columns.at(-1)?.format)).toBe('50.00%\u00A0pts')
  })

  test('are means and their differences if the table has no totals, such as that of daily averages', () => {
    const plan = compileOne({ rows: { key: { kind: 'date', field: 'day', label: 'Day' } } })
    const { table } = compare(plan, march, [{ day: '2025-02-28', a: 80, b: 0 }])
    expect(table.total).toBeNull()
    expect(listLines(table)).toEqual([
      ['Mean of March 2025', 30, 2.5, 32.5],
      ['Mean of February 2025', 80, 0, 80],
      ['Difference', -50, 2.5, -47.5],
      ['Difference %', -0.625, null, -0.59375],
    ])
    expect(table.comparison?.totals).toEqual([60, 5, 65])
  })

  test('compare totals of each kind, and are blank for columns without one', () => {
    const plan = compileOne({
      columns: [
        { id: 'a', label: 'A', value: 'mean(a)' },
        { field: 'b', label: 'B', total: false },
        { value: 'b / a', id: 'rate', label: 'Rate' },
      ],
    })
    const { table } = compare(plan, march, [{ day: '2025-02-28', a: 80, b: 0 }])
    expect(listLines(table)?.[1]).toEqual(['Difference', -50, null, null])
  })

  test('find the columns of a list by their names: one that is new had nothing, one that is gone is named', () => {
    const plan = compileOne({
      columns: [
        { pattern: '{from}_to_{to}', id: 'ways', label: '{from} to {to}' },
        { value: 'add(series)', id: 'all', label: 'All' },
      ],
    })
    const { table } = compare(
      plan,
      [{ day: '2025-03-01', x_to_y: 4, x_to_z: 6 }],
      [{ day: '2025-02-01', x_to_w: 1, x_to_y: 5 }],
    )
    const [line] = listLines(table) ?? []
    expect(table.columns).toHaveLength(3)
    expect(line).toEqual(['February 2025', 5, 0, 6])
    expect(table.remarks).toEqual([
      'In February 2025, not in March 2025: x to w.',
      'In March 2025, not in February 2025: x to z.',
    ])
    expect(listLines(table)?.at(-1)).toEqual(['Like for like (1 name)', null, null, -0.2])
  })

  test('the table without them stays as it was', () => {
    const { comparison, remarks, ...rest } = compare(compileOne(), march, [{ day: '2025-02-01', a: 1 }]).table
    const plain = buildTable(compileOne(), MARCH, parseResponse(compileOne(), { records: march }))
    expect({ ...rest, remarks: [] }).toEqual(plain)
    expect(comparison).toBeDefined()
    expect(remarks).toEqual(['Days with a record: 2 in March 2025, 1 in February 2025.'])
  })
})

describe('what the earlier period lacks', () => {
  const gap = 'Rates has no record of Delta.'
  const march = [{ day: '2025-03-01', a: 30, b: 0 }]
  const february = [
    { day: '2025-02-01', a: 80, b: 2, 'a\nlacks': gap },
    { day: '2025-02-02', a: 20, b: 2 },
  ]

  test('is at its totals, and at each difference of the columns that read it', () => {
    const { table } = compare(compileOne(), march, february, 'previous', MARCH, { partial: [] })
    expect(table.total?.gaps).toEqual([[], [], []])
    expect(table.comparison?.lines.map(({ label, gaps }) => [label, gaps])).toEqual([
      ['February 2025', [[gap], [], [gap]]],
      ['Difference', [[gap], [], [gap]]],
      ['Difference %', [[gap], [], [gap]]],
    ])
    expect(table.comparison?.rows[0]?.gaps).toEqual([[gap], [], [gap]])
    const figure = buildFigure(table)
    expect(figure && describeChange(figure, table)).toBe(
      'incomplete ▼ -63.4% on the same part of February 2025',
    )
  })

  test('is at the column that has its label, wherever that is in the earlier period', () => {
    const columns = [{ pivot: 'name', value: 'sum(a)', id: 'names', label: '{name}' }]
    const { table } = compare(
      compileOne({ columns, chart: { types: [] } }),
      [
        { day: '2025-03-01', name: 'y', a: 4 },
        { day: '2025-03-01', name: 'z', a: 6 },
      ],
      [
        { day: '2025-02-01', name: 'w', a: 1, 'a\nlacks': gap },
        { day: '2025-02-01', name: 'y', a: 5, 'a\nlacks': 'Other gap.' },
      ],
      'previous',
      MARCH,
      { partial: [] },
    )
    expect(table.comparison?.lines[0]?.gaps).toEqual([['Other gap.'], []])
  })

  test('is said below the table, with the name of the period, unless it is said of the chosen one', () => {
    const plan = compileOne()
    const respond = (records: readonly object[], notice: string) =>
      parseResponse(plan, { success: true, records, notice })
    const say = (notice: string) => {
      const response = respond(march, 'Read at noon.')
      const table = buildTable(plan, MARCH, response)
      const earlier = { selection: { year: '2025', month: '2' }, name: 'February 2025' }
      const compared = { plan, selection: MARCH, compare: 'previous', response, table } as const
      return addComparison(compared, earlier, respond(february, notice)).table.remarks
    }
    expect(say('Read at noon.')).not.toContainEqual(expect.stringContaining('February 2025: '))
    expect(say(gap)).toContain(`February 2025: ${gap}`)
  })
})

describe('rows are compared by their position in the period (spec 4.23)', () => {
  const day = (key: string, a = 1) => ({ day: key, a })

  const quarter = { year: '2025', quarter: '1' }
  // The last days of March have no counterpart in February.
  const march = {
    0: ['3/1/2025', '2/1/2025'],
    27: ['3/28/2025', '2/28/2025'],
    28: ['3/29/2025', null],
    30: ['3/31/2025', null],
  }
  // A year before by their dates: a leap day has no counterpart.
  const leap = { 0: ['2/1/2024', '2/1/2023'], 28: ['2/29/2024', null] }
  // Monday with Monday.
  const week = { 0: ['2/10/2025', '2/12/2024'], 6: ['2/16/2025', '2/18/2024'] }

  // The selectors, what is chosen and compared, a record of both periods, the number of rows, and pairs by their place.
  test.each<[string, Selection, Compare, string, string, number, Readonly<Record<number, unknown>>]>([
    ['month', MARCH, 'previous', '2025-03-01', '2025-02-01', 31, march],
    ['month', LEAP, 'year', '2024-02-01', '2023-02-01', 29, leap],
    ['quarter', quarter, 'year', '2025-03-31', '2024-03-31', 90, { 89: ['3/31/2025', '3/31/2024'] }],
    ['quarter', quarter, 'previous', '2025-03-31', '2024-12-31', 90, { 89: ['3/31/2025', '12/29/2024'] }],
    ['week', WEEK, 'year', '2025-02-10', '2024-02-12', 7, week],
  ])('days of a %s: %j with the period %s', (kind, chosen, how, now, before, count, pairs) => {
    const plan = compileOne({ selectors: [year, { kind }], data: { url: `/v1/small/{year}/{${kind}}` } })
    const found = listPairs(compare(plan, [day(now)], [day(before)], how, chosen).table)
    expect(found).toHaveLength(count)
    expect(Object.fromEntries(found.entries())).toMatchObject(pairs)
  })

  test('days without rows are left out on both sides', () => {
    const plan = compileOne({ rows: { key: { kind: 'date', field: 'day', label: 'Day' } } })
    const { table } = compare(
      plan,
      [day('2025-03-01'), day('2025-03-03'), day('2025-03-05')],
      [day('2025-02-03', 7), day('2025-02-04'), day('2025-02-05')],
    )
    expect(listPairs(table)).toEqual([
      ['3/1/2025', null],
      ['3/3/2025', '2/3/2025'],
      ['3/5/2025', '2/5/2025'],
    ])
    expect(table.comparison?.rows[1]?.values[0]).toBe(7)
  })

  test.each<[string, Compare, string, string]>([
    ['week', 'previous', '2025-W15', '2025-W02'],
    ['week', 'previous', '2025-W14', '2025-W01'],
    ['week', 'year', '2025-W15', '2024-W15'],
    ['quarter', 'previous', '2025-Q2', '2025-Q1'],
    ['quarter', 'year', '2025-Q2', '2024-Q2'],
    ['month', 'previous', '4', '1'],
    ['month', 'year', '4', '4'],
    ['hour', 'previous', '2025-04-02T03:00', '2025-01-02T03:00'],
    ['hour', 'year', '2025-04-02T03:00', '2024-04-02T03:00'],
    ['text', 'previous', 'Lagos', 'Lagos'],
  ])('of the kind %s in the second quarter, %s: %s with %s', (kind, how, now, before) => {
    const plan = compileOne({
      selectors: [year, { kind: 'quarter' }],
      data: { url: '/v1/small/{year}/{quarter}' },
      rows: { key: { kind, field: 'key', label: 'Key' } },
    })
    const chosen = { year: '2025', quarter: '2' }
    const { table } = compare(plan, [{ key: now, a: 1 }], [{ key: before, a: 2 }], how, chosen)
    expect(table.comparison?.rows.map((row) => row?.values[0])).toEqual([2])
  })

  test('the row of the remaining rows with all that are in no other row', () => {
    const plan = compileOne({
      columns: [{ field: 'a', label: 'A' }],
      rows: {
        ...byName,
        sort: { by: 'a', direction: 'descending' },
        top: { rows: 1, rest: 'Others' },
      },
    })
    const { table } = compare(plan, names({ x: 9, y: 5, z: 1 }), names({ y: 8, x: 2, w: 4 }))
    expect(listPairs(table)).toEqual([
      ['x', 'x'],
      ['Others', 'Others'],
    ])
    expect(table.comparison?.rows.map((row) => row?.values)).toEqual([[2], [12]])
    expect(listLines(table)?.[0]).toEqual(['February 2025', 14])
    // Names that the row of the others has are in both periods, or nobody knows.
    expect(table.remarks.filter((text) => /with a record|not in/.test(text))).toEqual([])
    const { table: short } = compare(plan, names({ x: 9 }), names({ y: 8, x: 2 }))
    expect(short.remarks).toEqual(['In February 2025, not in March 2025: y.'])
  })

  test.each<[string, readonly object[]]>([
    ['one pivot', []],
    ['pivots of one dimension', [{ pivot: 'carrier', id: 'b', value: 'sum(b)', top: 1, rest: 'Others' }]],
  ])('the columns that the chosen period ranks first decide for both: %s', (_, more) => {
    const plan = compileOne({
      rows: { key: { kind: 'date', field: 'day', label: 'Day' }, total: 'Total', duplicates: 'combine' },
      columns: [{ pivot: 'carrier', id: 'a', value: 'sum(a)', top: 1, rest: 'Others' }, ...more],
    })
    const list = (day: string, values: Readonly<Record<string, number>>) =>
      Object.entries(values).map(([carrier, a]) => ({ day, carrier, a, b: 10 - a }))
    const { table } = compare(
      plan,
      list('2025-03-01', { x: 9, y: 5, z: 1 }),
      list('2025-02-01', { y: 8, x: 2, w: 4 }),
    )
    expect(table.total?.values).toEqual([9, 6, 1, 14].slice(0, 2 + 2 * more.length))
    expect(listLines(table)?.[0]).toEqual(['February 2025', 2, 12, 8, 8].slice(0, 3 + 2 * more.length))
    expect(table.remarks.filter((text) => /with a record|not in/.test(text))).toEqual([])
  })
})

describe('like for like', () => {
  const list = ['sameDays', 'previous', 'year'] as const
  const plan = compileOne({ compare: list })
  const dayOf = (month: string, day: number) => `2025-${month}-${String(day).padStart(2, '0')}`
  const month = (name: string, days: number, a: (day: number) => number) =>
    Array.from({ length: days }, (_, index) => ({ day: dayOf(name, index + 1), a: a(index + 1), b: 1 }))
  const february = month('02', 28, (day) => 10 * day)
  /** Compares the first days of March with February. */
  const compareMarch = (days: number, a: number | ((day: number) => number), how?: Compare) =>
    compare(plan, month('03', days, typeof a === 'number' ? () => a : a), february, how).table
  const named = compileOne({ rows: byName })
  const labels = [
    'February 2025',
    'Difference',
    'Difference %',
    'Difference per day %',
    'Difference by weekday %',
  ]
  const addDays = (days: number, a: (day: number) => number) => {
    let sum = 0
    for (let day = 1; day <= days; day++) sum += a(day)
    return sum
  }

  test('a month to date is compared with the same days of the month before', () => {
    const table = compareMarch(14, (day) => 12 * day, 'sameDays')
    const [now, before] = [addDays(14, (day) => 12 * day), addDays(14, (day) => 10 * day)]
    expect(listLines(table)).toEqual([
      ['Feb 1 - 14, 2025', before, 14, before + 14],
      ['Difference', now - before, 0, now - before],
      ['Difference %', (now - before) / before, 0, (now - before) / (before + 14)],
    ])
    expect(listPairs(table)[13]).toEqual(['3/14/2025', '2/14/2025'])
    expect(table.comparison?.rows.filter((row) => row?.hasRecord)).toHaveLength(14)
  })

  test.each([
    ['of whole months by the days of each', '2025-04-30', 31],
    ['of a month that has begun by its days up to the last record', '2025-03-14', 14],
  ])('names are compared per day where they add up: %s', (_, upTo, days) => {
    const columns = [
      { field: 'a', id: 'a', label: 'A' },
      { value: 'mean(a)', id: 'mean', label: 'Mean' },
    ]
    const compareNames = (named: object, now: string) =>
      compare(
        compileOne({ rows: byName, columns, chart: { types: [] }, ...named }),
        names({ x: 60 }),
        names({ x: 50 }),
        'previous',
        MARCH,
        { upTo: now },
      ).table
    expect(listLines(compareNames({}, upTo))?.slice(2)).toEqual([
      ['Difference %', expect.closeTo(0.2, 12), expect.closeTo(0.2, 12)],
      ['Difference per day %', expect.closeTo(60 / days / (50 / 28) - 1, 12), null],
    ])
    expect(listLabels(compareNames({ columns: columns.slice(1) }, upTo))).not.toContain(
      'Difference per day %',
    )
  })

  test('a month to date is divided by as many days as the month before is read', () => {
    const columns = [
      { field: 'a', id: 'a', label: 'A' },
      { value: 'a / daysElapsed()', id: 'perDay', label: 'Per day' },
      { value: 'perDay * days()', id: 'projected', label: 'Projected' },
    ]
    const { table } = compare(
      compileOne({ compare: list, columns, chart: { types: [] } }),
      month('03', 14, () => 12),
      february,
      'sameDays',
      MARCH,
      { upTo: '2025-03-14' },
    )
    const before = addDays(14, (day) => 10 * day)
    expect(listLines(table)?.[0]).toEqual(['Feb 1 - 14, 2025', before, before / 14, (before / 14) * 28])
  })

  test.each([
    ['that is over', 31],
    ['of more days than the month before has', 29],
  ])('a month %s is compared with the whole month before, per day too', (_, days) => {
    const table = compareMarch(days, (day) => 12 * day, 'sameDays')
    const [now, before] = [addDays(days, (day) => 12 * day), addDays(28, (day) => 10 * day)]
    const lines = listLines(table) ?? []
    expect(listLabels(table)).toEqual(labels)
    expect(lines[0]?.[1]).toBe(before)
    expect(lines[3]?.[1]).toBeCloseTo(now / days / (before / 28) - 1, 12)
    // For each day of March the mean of the four days of its weekday in February.
    let usual = 0
    for (let day = 1; day <= days; day++) {
      const first = ((day - 1) % 7) + 1
      usual += 10 * ((first + first + 7 + first + 14 + first + 21) / 4)
    }
    expect(lines[4]?.[1]).toBeCloseTo(now / usual - 1, 12)
    expect(lines[4]?.[2]).toBeCloseTo(0, 12)
  })

  test('days are compared by weekday where a year before has as many days of other weekdays', () => {
    const weekend = month('03', 31, (day) =>
      [0, 6].includes(new Date(dayOf('03', day)).getUTCDay()) ? 1 : 9,
    )
    const yearBefore = weekend.map(({ day, ...values }) => {
      const isWeekend = [0, 6].includes(new Date(`2024${day.slice(4)}`).getUTCDay())
      return { ...values, day: `2024${day.slice(4)}`, a: isWeekend ? 1 : 9 }
    })
    const { table } = compare(plan, weekend, yearBefore, 'year')
    const lines = new Map(listLines(table)?.map(([label, value]) => [label, value]))
    expect([lines.has('Difference per day %'), lines.get('Difference')]).toEqual([false, 0])
    expect(lines.get('Difference by weekday %')).toBe(0)
  })

  test.each([
    ['the earlier period begins late', 31, 19, ['per day', 'by weekday']],
    ['days are missing in the chosen period', 28, 28, []],
    ['as many are missing in both', 25, 25, ['by weekday']],
  ])('days without a record count neither per day nor by weekday: %s', (_, days, daysBefore, expected) => {
    // Each day has the same: the last days of February, and the last ones of March.
    const { table } = compare(
      plan,
      month('03', 31, () => 10).slice(31 - days),
      month('02', 28, () => 10).slice(28 - daysBefore),
      'previous',
    )
    const rates = listLines(table)?.slice(3) ?? []
    expect(rates.map(([label]) => label)).toEqual(expected.map((name) => `Difference ${name} %`))
    for (const [, ...values] of rates) for (const value of values) expect(value).toBeCloseTo(0, 12)
  })

  test.each([
    ['of days and names', { dimension: { field: 'name', label: 'Name' } }],
    ['that are the first ones', { sort: { by: 'a', direction: 'descending' }, top: { rows: 3 } }],
  ])('rows %s are compared per day and by weekday of all their days', (_, rows) => {
    const named = compileOne({
      compare: list,
      chart: { types: [] },
      rows: { key: { kind: 'date', field: 'day', label: 'Day' }, total: 'Total', ...rows },
    })
    const repeat = (records: readonly { readonly day: string }[], names: readonly string[]) =>
      names.flatMap((name) => records.map((record) => ({ ...record, name })))
    const names = 'dimension' in rows ? ['Airtel', 'Glo'] : ['Airtel']
    const { table } = compare(
      named,
      repeat(
        month('03', 31, (day) => 40 - day),
        names,
      ),
      repeat(
        month('02', 28, () => 10),
        names,
      ),
      'previous',
    )
    const column = table.columns.findIndex(({ label }) => label === 'A')
    const lines = new Map(table.comparison?.lines.map(({ label, values }) => [label, values[column]]))
    const now = addDays(31, (day) => 40 - day)
    expect(lines.get('Difference per day %')).toBeCloseTo(now / 31 / 10 - 1, 12)
    expect(lines.get('Difference by weekday %')).toBeCloseTo(now / 310 - 1, 12)
  })

  test('days of less than a week, and months with as many of each weekday, are not compared by weekday', () => {
    for (const days of [6, 28]) {
      expect(listLabels(compareMarch(days, 12))).not.toContain('Difference by weekday %')
    }
  })

  test('the days so far are compared per day with the whole period before', () => {
    const lines = listLines(compareMarch(14, 12)) ?? []
    expect(lines[0]).toEqual(['February 2025', 4060, 28, 4088])
    expect(lines[3]?.[0]).toBe('Difference per day %')
    expect(lines[3]?.[1]).toBeCloseTo(12 / (4060 / 28) - 1, 12)
    // As many days in both: there is nothing to add.
    expect(listLabels(compareMarch(28, 12))).not.toContain('Difference per day %')
  })

  test('all earlier periods are below the total at once, each one once, with the problems of others', () => {
    const response = parseResponse(plan, { success: true, records: month('03', 31, () => 12) })
    const compared = { plan, selection: MARCH, response, table: buildTable(plan, MARCH, response) }
    const listed = listEarlierPeriods(plan, MARCH, 'all', { year: [{ value: '2025', label: '2025' }] })
    const february2025 = parseResponse(plan, { success: true, records: february })
    const march2024 = parseResponse(plan, { success: true, records: [{ day: '2024-03-31', a: 4, b: 1 }] })
    const respond = (list: typeof listed) =>
      list.map((one) => ({ ...one, response: one.compare === 'year' ? march2024 : february2025 }))
    const { table, problem } = addComparisons(compared, respond(listed))
    expect(problem).toBe('March 2024 is not available in this report.')
    expect(listLabels(table)).toEqual(labels)
    const both = addComparisons(compared, respond(listEarlierPeriods(plan, MARCH, 'all')))
    expect(both.problem).toBeNull()
    expect(listLabels(both.table)?.slice(0, 5)).toEqual([
      'February 2025',
      'Difference to February 2025',
      'Difference % to February 2025',
      'Difference per day % to February 2025',
      'Difference by weekday % to February 2025',
    ])
    expect(listLines(both.table)?.slice(5)).toEqual([
      ['March 2024', 4, 1, 5],
      ['Difference to March 2024', 368, 30, 398],
      ['Difference % to March 2024', 92, 30, 79.6],
      ['Difference per day % to March 2024', 2, 0, 1.6],
    ])
  })

  test('names that only one period has are named apart', () => {
    const { table } = compare(named, names({ Atlantic: 1, Baobab: 2 }), names({ Baobab: 3, Cedar: 4 }))
    expect(table.remarks).toEqual([
      'In February 2025, not in March 2025: Cedar.',
      'In March 2025, not in February 2025: Atlantic.',
    ])
    expect(listLines(table)?.slice(2)).toEqual([
      ['Difference %', (3 - 7) / 7, null, (3 - 7) / 7],
      ['Difference per day %', 3 / 31 / (7 / 28) - 1, null, 3 / 31 / (7 / 28) - 1],
      ['Like for like (1 name)', (2 - 3) / 3, null, (2 - 3) / 3],
    ])
  })

  test('a name that is there for a change alone is none of its period', () => {
    const march = [...names({ Baobab: 2 }), { name: 'Cedar', '\nearlier': true }]
    const before = names({ Baobab: 3, Cedar: 4 })
    const { table } = compare(named, march, before)
    expect(table.remarks).toEqual(['In February 2025, not in March 2025: Cedar.'])
    expect(listLines(table)?.at(-1)).toEqual(['Like for like (1 name)', (2 - 3) / 3, null, (2 - 3) / 3])
    // So is one that only the month before February has.
    const after = compare(named, before, march)
    expect(after.table.remarks).toEqual(['In March 2025, not in February 2025: Cedar.'])
  })

  test('a name of two parts is told from two names', () => {
    const rows = { ...byName, dimension: { field: 'currency', label: 'Currency' } }
    const cedar = { name: 'Cedar', currency: 'NGN', a: 4 }
    const march = [{ ...cedar, currency: 'USD' }]
    const before = [cedar, { ...cedar, name: 'Delta' }, ...march]
    const { table } = compare(compileOne({ rows, chart: { types: [] } }), march, before)
    expect(table.remarks).toEqual(['In February 2025, not in March 2025: Cedar NGN, Delta NGN.'])
  })

  test('rows of two parts are compared by both, where each part is in both periods', () => {
    const rows = { ...byName, dimension: { field: 'route', label: 'Route' } }
    const row = (name: string, route: string, a: number) => ({ name, route, a })
    const { table } = compare(
      compileOne({ rows, chart: { types: [] } }),
      [row('Cedar', 'In', 6), row('Cedar', 'Out', 5), row('Delta', 'In', 3)],
      [row('Cedar', 'In', 4), row('Delta', 'In', 4), row('Delta', 'Out', 9)],
    )
    expect(listLines(table)?.at(-1)).toEqual(['Like for like (2 names)', null, 9 / 8 - 1, null, 9 / 8 - 1])
  })

  test('a name whose number is blank in one period is left out of that number alone', () => {
    const rate = { value: 'a / b', id: 'rate', label: 'Rate' }
    const { table } = compare(
      compileOne({ rows: byName, columns: [...small.columns, rate] }),
      [
        { name: 'Atlantic', a: 10, b: 5 },
        { name: 'Baobab', a: 20, b: 6 },
        { name: 'Cedar', a: 7 },
      ],
      [
        { name: 'Atlantic', a: 8, b: 4 },
        { name: 'Baobab', a: null, b: 3 },
      ],
    )
    // A quotient of the numbers of different names would be neither.
    expect(listLines(table)?.at(-1)).toEqual([
      'Like for like (at most 2 names)',
      (10 - 8) / 8,
      null,
      (21 - 15) / 15,
      null,
    ])
  })

  test('a quotient beside a number that a name lacks in one period is of the names that both have', () => {
    const columns = [
      ...small.columns,
      { value: 'a / b', id: 'rate', label: 'Rate' },
      { field: 'was', label: 'Was', role: 'total' },
    ]
    const { table } = compare(
      compileOne({ rows: byName, columns }),
      [
        { name: 'Atlantic', a: 10, b: 5, was: 1 },
        { name: 'Baobab', a: 20, b: 5, was: 1 },
        { name: 'Cedar', a: 7, b: 2, was: 1 },
      ],
      [
        { name: 'Atlantic', a: 8, b: 4 },
        { name: 'Baobab', a: 8, b: 4, was: 1 },
      ],
    )
    // Percentages differ by percentage points.
    expect(listLines(table)?.at(-1)?.[4]).toBe(30 / 10 - 16 / 8)
    expect(table.comparison?.lines.at(-1)?.gaps?.flat()).toEqual([])
  })

  test('names that both periods have, or that neither shares, have no like for like', () => {
    for (const before of [names({ Atlantic: 2 }), names({ Baobab: 2 })]) {
      const { table } = compare(named, names({ Atlantic: 1 }), before)
      const kinds = table.comparison?.lines.map(({ kind }) => kind)
      expect(kinds).toEqual(['earlier', 'difference', 'change', 'rate'])
    }
  })

  test('names like for like are compared per day in periods of more or fewer days, also as values of a pivot', () => {
    const pivoted = compileOne({
      compare: ['previous', 'sameDays'],
      rows: { key: { kind: 'date', field: 'day', label: 'Day' }, total: 'Total', duplicates: 'combine' },
      columns: [
        { pivot: 'carrier', id: 'carriers', value: 'sum(a)' },
        { value: 'sum(a)', id: 'all', label: 'All' },
      ],
    })
    const { table } = compare(
      pivoted,
      [
        { day: '2025-03-30', carrier: 'Atlantic', a: 31 },
        { day: '2025-03-30', carrier: 'Baobab', a: 62 },
        { day: '2025-03-31', carrier: 'Baobab', a: 50 },
      ],
      [
        { day: '2025-02-28', carrier: 'Baobab', a: 28 },
        { day: '2025-02-28', carrier: 'Cedar', a: 1000 },
      ],
    )
    expect(table.columns.map(({ label }) => label)).toEqual(['Atlantic', 'Baobab', 'All'])
    expect(listLines(table)?.at(-1)).toEqual(['Like for like per day (1 name)', null, null, 1])
  })

  test.each([
    [{ compare: ['previous', 'previous'] }, "'previous' is there twice"],
    [
      { compare: ['sameDays'], rows: { key: { kind: 'text', field: 'day', label: 'Day' } } },
      "this screen is not compared with 'sameDays', which needs rows of days and a period before theirs; allowed: previous, year",
    ],
    [
      { compare: ['previous'], selectors: [year], data: { url: '/v1/small/{year}' } },
      "this screen is not compared with 'previous'; allowed: year",
    ],
  ])('%j is refused', (changes, message) => {
    expect(() => compileOne(changes)).toThrow(message)
  })
})

describe('a period that cannot be compared (spec 4.23)', () => {
  const march = [{ day: '2025-03-01', a: 30 }]

  test.each([
    ['could not be loaded', null, 'February 2025 could not be loaded.'],
    ['has no records', [], 'No data for February 2025.'],
    ['has records that do not fit', [{ day: 'Monday' }], 'February 2025 could not be loaded.'],
  ])('leaves the table as it is, and says why, if it %s', (_, before, problem) => {
    const compared = compare(compileOne(), march, before)
    expect(compared.problem).toBe(problem)
    expect(compared.table.comparison).toBeUndefined()
  })

  test('is not requested if its year is not on offer, or the calendar does not have it', () => {
    const years = ['2025', '2024'].map((value) => ({ value, label: value }))
    const plan = compileOne()
    expect(findEarlierPeriod(plan, { year: '2024', month: '1' }, 'previous', { year: years })).toEqual({
      problem: 'December 2023 is not available in this report.',
    })
    expect(findEarlierPeriod(plan, { year: '2025', month: '1' }, 'previous', { year: years })).toEqual({
      selection: { year: '2024', month: '12' },
      name: 'December 2024',
      problem: null,
    })
    const weekly = compileOne({
      selectors: [year, { kind: 'week' }],
      data: { url: '/v1/small/{year}/{week}' },
    })
    expect(findEarlierPeriod(weekly, { year: '2020', week: '53' }, 'year')).toEqual({
      problem: 'There is no 2019-W53.',
    })
  })

  test('is not missed by a table without rows', () => {
    expect(compare(compileOne(), [], null)).toMatchObject({ problem: null, table: { rows: [] } })
  })
})
