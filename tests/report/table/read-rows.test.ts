import { describe, expect, test } from 'vitest'
import { DuplicateKeyError } from '../../../src/report/table/read-rows.ts'
import { limitRows } from '../../../src/report/table/limit-table.ts'
import { buildFigure } from '../../../src/report/table/figure.ts'
import { countLeading, type ReportTable } from '../../../src/report/model/report-table.ts'
import { compileOne, MARCH, tabulate } from '../../support/definitions.ts'

const carriers = (rows: object, columns: readonly object[] = [MINUTES, RATE]) =>
  compileOne({
    selectors: [{ kind: 'year', options: { fixed: [2025] } }],
    data: { url: '/v1/carriers/{year}' },
    rows: { key: { kind: 'text', field: 'name', label: 'Carrier' }, total: 'Total', ...rows },
    columns,
  })

const MINUTES = { field: 'minutes', label: 'Minutes' }
const RATE = { id: 'rate', label: 'Rate', value: 'max(rate)', role: 'series' }
const records = [
  { name: 'Ada', minutes: 30, rate: 3 },
  { name: 'Bea', minutes: 10, rate: 9 },
  { name: 'Cleo', rate: 5 },
  { name: 'Dora', minutes: 20 },
  { name: 'Eve', minutes: 10, rate: 1 },
]

function build(rows: object, given: readonly object[] = records, columns?: readonly object[]): ReportTable {
  return tabulate(carriers(rows, columns), given, { year: '2025' })
}
const listKeys = ({ rows }: ReportTable) => rows.map(({ label }) => label).join(' ')

describe('the order of rows (spec 2.20)', () => {
  test.each([
    [{}, 'Ada Bea Cleo Dora Eve'],
    [{ sort: { by: 'minutes', direction: 'descending' } }, 'Ada Dora Bea Eve Cleo'],
    [{ sort: { by: 'minutes' } }, 'Cleo Bea Eve Dora Ada'],
    [{ sort: { by: 'minutes' }, missing: 'blank' }, 'Bea Eve Dora Ada Cleo'],
    [{ sort: { by: 'rate', direction: 'descending' }, missing: 'blank' }, 'Bea Cleo Ada Eve Dora'],
  ])('%j is %s', (rows, expected) => {
    expect(listKeys(build(rows))).toBe(expected)
  })

  test('has values that cannot be sent among the blanks', () => {
    const rows = { sort: { by: 'rate', direction: 'descending' }, missing: 'blank' }
    const given = [{ name: 'Zoe', minutes: 1, rate: 'NaN' }, ...records]
    expect(listKeys(build(rows, given))).toBe('Bea Cleo Ada Eve Zoe Dora')
  })

  test('by the key is that of dates, first or last', () => {
    const key = { kind: 'date', field: 'day', label: 'Date', format: 'YYYY-MM-DD' }
    const days = [{ day: '2025-03-02' }, { day: '2025-03-01' }, { day: '2025-03-03' }]
    const sorted = (direction: string) => listKeys(build({ key, sort: { by: 'key', direction } }, days))
    expect(sorted('ascending')).toBe('2025-03-01 2025-03-02 2025-03-03')
    expect(sorted('descending')).toBe('2025-03-03 2025-03-02 2025-03-01')
  })

  test('by the key is the alphabet for names, without regard to case, numbers by their size', () => {
    const names = ['beta', 'Site 10', 'Alpha', 'Site 9'].map((name) => ({ name }))
    const sorted = (direction: string) => listKeys(build({ sort: { by: 'key', direction } }, names))
    expect(sorted('ascending')).toBe('Alpha beta Site 9 Site 10')
    expect(sorted('descending')).toBe('Site 10 Site 9 beta Alpha')
  })

  test('does not change the last value of a column, which is that of the last date', () => {
    const key = { kind: 'date', field: 'day', label: 'Date' }
    const days = [
      { day: '2025-03-01', minutes: 3 },
      { day: '2025-03-02', minutes: 9 },
    ]
    const last = { id: 'minutes', label: 'Minutes', value: 'last(minutes)', role: 'series' }
    const rows = { key, sort: { by: 'minutes', direction: 'descending' } }
    expect(build(rows, days, [last]).total?.values).toEqual([9])
  })
})

describe('the first rows (spec 2.20)', () => {
  test('are by the first column of a group, under its name', () => {
    const calls = { id: 'calls', pivot: 'service', value: 'calls', label: '{name}' }
    const given = ['Ada', 'Bea', 'Cleo'].map((name, index) => ({ name, service: 'Voice', calls: index }))
    const plan = limitRows(carriers({}, [calls]), ['largest:1'])
    expect(tabulate(plan, given, { year: '2025' }).remarks).toEqual([
      'The first 1 of 3 rows, from the highest to the lowest Voice. The other 2 are combined as Others.',
    ])
  })

  const sort = { by: 'minutes', direction: 'descending' }

  const others = 'The first 2 of 5 rows, from the highest to the lowest Minutes. The other 3 are'

  test.each([
    [{ rows: 2, rest: 'Others' }, 'Ada Dora Others', [`${others} combined as Others.`]],
    [{ rows: 2 }, 'Ada Dora', [`${others} not shown, but counted in totals.`]],
    // A row has the name of the rest.
    [{ rows: 2, rest: 'Ada' }, 'Ada Dora Ada (rest)', [`${others} combined as Ada (rest).`]],
    [{ rows: 5, rest: 'Others' }, 'Ada Dora Bea Eve Cleo', []],
  ])('%j are %s', (top, expected, remarks) => {
    const table = build({ sort, top })
    expect(listKeys(table)).toBe(expected)
    expect(table.remarks).toEqual(remarks)
    expect(table.total?.values).toEqual([70, 9])
    expect(table.series.map(({ sum }) => sum)).toEqual([70, null])
  })

  test('combine the others by the total of each column', () => {
    const { rows, hiddenRows } = build({ sort, top: { rows: 2, rest: 'Others' } })
    const others = { key: '\uFFFF', label: 'Others', values: [20, 9], parts: [9] }
    expect(rows.at(-1)).toEqual({ ...others, hasRecord: true, isRest: true })
    expect(rows.filter(({ isRest }) => isRest)).toHaveLength(1)
    expect(hiddenRows).toBe(0)
  })
})

describe('missing values (spec 2.20)', () => {
  const columns = [
    MINUTES,
    { value: 'add(minutes, texts)', id: 'all', label: 'All' },
    { field: 'texts', label: 'Texts' },
  ]
  const given = [{ name: 'Ada', minutes: 3 }, { name: 'Bea' }]

  test.each([
    ['zero', [3, 3, 0], [0, 0, 0], [3, 3, 0]],
    ['blank', [3, 3, null], [null, null, null], [3, 3, null]],
  ])('are %s', (missing, first, second, total) => {
    const table = build({ missing }, given, columns)
    expect(table.rows.map(({ values }) => values)).toEqual([first, second])
    expect(table.total?.values).toEqual(total)
  })

  test.each([
    ['zero', 0],
    ['blank', null],
  ])('of a row without a record are %s', (missing, expected) => {
    const key = { kind: 'month', field: 'month', label: 'Month' }
    const { rows } = build({ key, fillMissing: 'months', missing }, [{ month: 2, minutes: 5, rate: 1 }])
    expect(rows[0]).toMatchObject({ label: 'Jan', values: [expected, expected], hasRecord: false })
  })
})

describe('several records of one key (spec 3.8)', () => {
  const twice = [...records, { name: 'Bea', minutes: 50 }]

  test('are one row of the last record, and a sentence says so', () => {
    expect(build({}, twice).remarks).toEqual([
      '1 record is left out, because a later record has the same Carrier: Bea.',
    ])
    const many = Array.from({ length: 7 }, (_, index) => ({ name: `n${index}`, minutes: 1 }))
    expect(build({}, [...many, ...many, ...many]).remarks).toEqual([
      '14 records are left out, because later records have the same Carrier: n0, n1, n2, n3, n4 and 2 more.',
    ])
  })

  test('are an error that names the key, if the report allows one', () => {
    expect(() => build({ duplicates: 'error' }, twice)).toThrow(DuplicateKeyError)
    expect(() => build({ duplicates: 'error' }, twice)).toThrow(
      'Records 2 and 6 both have the Carrier Bea; this report expects one.',
    )
    expect(build({ duplicates: 'error' }).rows).toHaveLength(5)
  })

  test('are combined, each column by its total, if the report says so', () => {
    const thrice = [...twice, { name: 'Bea', minutes: 5, rate: 4 }]
    const { rows, remarks, total } = build({ duplicates: 'combine' }, thrice)
    expect(rows.map(({ label, values }) => [label, ...values])).toContainEqual(['Bea', 65, 9])
    expect([rows.length, remarks, total?.values[0]]).toEqual([5, [], 125])
  })
})

describe('rows of a key and a dimension', () => {
  const ofDays = {
    key: { kind: 'date', field: 'day', label: 'Date' },
    dimension: { field: 'country', label: 'Country' },
  }
  const watch = (rows: object = {}, columns: readonly object[] = [{ field: 'a', label: 'A' }]) =>
    compileOne({ rows: { ...ofDays, total: 'Total', ...rows }, columns, chart: { types: [] } })
  const lines = ({ rows }: ReportTable) =>
    rows.map(({ label, texts = [], values }) => [label, texts[0], ...values.slice(1)])
  const records = [
    { day: '2025-03-08', country: 'Togo', a: 1 },
    { day: '2025-03-07', country: 'Togo', a: 2 },
    { day: '2025-03-07', country: 'Benin', a: 4 },
  ]

  test('are one for each combination that has a record, in the order of both', () => {
    const table = tabulate(watch(), records)
    expect(table.columns.map(({ label }) => label)).toEqual(['Country', 'A'])
    expect(lines(table)).toEqual([
      ['3/7/2025', 'Benin', 4],
      ['3/7/2025', 'Togo', 2],
      ['3/8/2025', 'Togo', 1],
    ])
    expect([table.total?.values, countLeading(table)]).toEqual([[null, 7], 2])
  })

  test.each([
    ['key', 'descending', [1, 4, 2]],
    ['dimension', 'ascending', [4, 2, 1]],
    ['a', 'descending', [4, 2, 1]],
  ])('are sorted by %s', (by, direction, expected) => {
    const table = tabulate(watch({ sort: { by, direction } }), records)
    expect(table.rows.map(({ values }) => values[1])).toEqual(expected)
  })

  test('of one combination are one row, and said so', () => {
    const twice = [...records, { day: '2025-03-07', country: 'Togo', a: 8 }]
    expect(tabulate(watch(), twice).remarks).toEqual([
      '1 record is left out, because a later record has the same Date: 3/7/2025 Togo.',
      '29 days of the period have no record and are not listed: 1 to 6 and 9 to 31 March 2025.',
    ])
    expect(lines(tabulate(watch({ duplicates: 'combine' }), twice))[1]).toEqual(['3/7/2025', 'Togo', 10])
    expect(() => tabulate(watch({ duplicates: 'error' }), twice)).toThrow(
      'Records 2 and 4 both have the Date 3/7/2025 Togo; this report expects one.',
    )
  })

  test('are joined by a pivot', () => {
    const columns = [
      { pivot: 'network', value: 'a', id: 'networks' },
      { value: 'add(series)', id: 'all', label: 'All' },
    ]
    const long = records.flatMap((one) => ['MTN', 'GLO'].map((network) => ({ ...one, network })))
    expect(lines(tabulate(watch({ duplicates: 'combine' }, columns), long))).toEqual([
      ['3/7/2025', 'Benin', 4, 4, 8],
      ['3/7/2025', 'Togo', 2, 2, 4],
      ['3/8/2025', 'Togo', 1, 1, 2],
    ])
  })

  test('are compared with the same combination a year before', () => {
    const growth = { value: 'change(a, year)', id: 'growth', label: 'Growth' }
    const before = [{ day: '2024-03-07', country: 'Togo', a: 1 }]
    const table = tabulate(watch({}, [{ field: 'a', label: 'A' }, growth]), records, MARCH, before)
    expect(lines(table).map((line) => line.at(-1))).toEqual([null, 1, null])
  })

  test('have a point for each key in a figure', () => {
    expect(buildFigure(tabulate(watch(), records), null)?.points).toEqual([6, 1])
  })
})
