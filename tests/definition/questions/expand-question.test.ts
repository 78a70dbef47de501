import { describe, expect, test } from 'vitest'
import { compileQuestion, expand } from '../../support/questions.ts'

const chosen = {
  year: [{ kind: 'year' }],
  month: [{ kind: 'year' }, { kind: 'month' }],
  quarter: [{ kind: 'year' }, { kind: 'quarter' }],
  week: [{ kind: 'year' }, { kind: 'week' }],
  date: [{ kind: 'date' }],
  range: [{ kind: 'dateRange' }],
} as const
const text = (field: string, label: string) => ({ kind: 'text', field, label })

test.each([
  ['way', 'year', text('way', 'Way'), { grain: 'month' }, 'combine', 'none'],
  ['site', 'month', text('place', 'Site'), { grain: 'month' }, 'error', 'none'],
  ['site', 'range', text('place', 'Site'), { grain: 'day' }, 'combine', 'none'],
  ['site', 'date', text('place', 'Site'), { grain: 'day' }, 'error', 'none'],
  ['day', 'year', { kind: 'date', field: 'reportDate', label: 'Day' }, { grain: 'day' }, 'error', 'none'],
  ['day', 'month', { kind: 'date', field: 'reportDate', label: 'Day' }, { grain: 'day' }, 'error', 'days'],
  ['day', 'quarter', { kind: 'date', field: 'reportDate', label: 'Day' }, { grain: 'day' }, 'error', 'days'],
  ['day', 'week', { kind: 'date', field: 'reportDate', label: 'Day' }, { grain: 'day' }, 'error', 'days'],
  ['week', 'year', { kind: 'week', field: 'week', label: 'Week' }, { grain: 'week' }, 'error', 'weeks'],
  ['month', 'year', { kind: 'month', field: 'reportMonth' }, { grain: 'month' }, 'error', 'months'],
  ['quarter', 'year', { kind: 'quarter', field: 'quarter' }, { grain: 'quarter' }, 'error', 'quarters'],
  ['hour', 'date', { kind: 'hour', field: 'hour', label: 'Hour' }, { grain: 'hour' }, 'error', 'hours'],
  ['quarter-hour', 'date', { kind: 'quarter-hour', field: 'time' }, {}, 'error', 'quarter-hours'],
  [
    'hourOfDay',
    'month',
    text('hourOfDay', 'Hour'),
    { grain: 'month', cycles: ['hourOfDay'] },
    'error',
    'none',
  ],
  ['weekday', 'year', text('weekday', 'Weekday'), { grain: 'year', cycles: ['weekday'] }, 'error', 'none'],
  ['carrier', 'month', text('carrier', 'Carrier'), {}, 'error', 'none'],
] as const)(
  'rows by %s, of a %s, are records of their grain',
  (by, span, key, from, duplicates, fillMissing) => {
    const dataset = by === 'carrier' ? 'carriers' : /hour/i.test(by) ? 'load' : 'calls'
    const columns = dataset === 'load' ? ['busy'] : ['minutes']
    const { errors, definition, question } = expand({
      selectors: chosen[span],
      data: { dataset },
      rows: { by: [by] },
      columns,
    })
    expect(errors).toEqual([])
    expect(question?.source.id).toBe(dataset)
    expect(question?.dataset).toMatchObject({ where: {}, grain: null, cycles: [], ...from })
    expect(definition?.rows).toMatchObject({ key, duplicates, fillMissing, missing: 'blank' })
  },
)

test.each([
  ['year', 'year={year}', ['years']],
  ['month', 'year={year}&month={month}', ['years', 'months']],
  ['quarter', 'year={year}&quarter={quarter}', ['years']],
  ['date', 'date={date}', []],
  ['range', 'from={from}&to={to}', []],
] as const)('the calls of a report of a %s are its own', (span, query, lists) => {
  const { definition, question } = expand({ selectors: chosen[span], rows: { by: ['day'] } })
  const call = (name: string) => `/v1/reports/asked/${name}`
  expect(question?.dataset).toMatchObject({
    id: 'report-asked',
    endpoints: {
      list: `${call('records')}?${query}`,
      download: `${call('download')}?${query}`,
      ...Object.fromEntries(lists.map((name) => [name, call(name)])),
    },
  })
  const options = lists.map((name) => ({ options: { url: call(name) } }))
  const others = chosen[span].slice(lists.length).map(({ kind }) => ({ kind }))
  expect(definition?.selectors).toMatchObject([...options, ...others])
})

test('a report has what an author leaves out: path, breadcrumb, download, labels', () => {
  const { definition } = expand({ columns: ['calls', 'minutes'] })
  expect(definition).toMatchObject({
    path: '/report/asked',
    breadcrumb: ['Reports', '{report}'],
    download: { fileName: 'asked_{year}_{month:2}.xlsx' },
    columns: [{ field: 'calls', label: 'Answered calls', format: { decimals: 0 } }, { field: 'minutes' }],
  })
})

test('a selector of a dimension offers its values, all of them at first, and combines their records', () => {
  const { definition, question } = expand({
    selectors: [{ kind: 'year' }, { kind: 'month' }, { dimension: 'site', prompt: 'Sites' }],
  })
  expect(definition?.selectors).toMatchObject([
    {},
    {},
    {
      kind: 'select',
      name: 'site',
      label: 'Site',
      prompt: 'Sites',
      options: [{ value: 'NORTH' }, { value: 'SOUTH' }, { value: 'WEST' }],
      multiple: true,
      default: ['NORTH', 'SOUTH', 'WEST'],
    },
  ])
  expect(definition?.rows).toMatchObject({ duplicates: 'combine' })
  expect(question?.dataset).toMatchObject({
    dimensions: ['way', 'site'],
    endpoints: { list: '/v1/reports/asked/records?year={year}&month={month}&site={site}' },
  })
})

test('order, first rows, the rest and the total are those of rows, values of dimensions those of records', () => {
  const rows = { by: ['site'], sort: '-minutes', top: 2, rest: 'Others', total: 'All' }
  const { definition, question } = expand({ rows, data: { dataset: 'calls', where: { way: ['IN'] } } })
  expect(definition?.rows).toMatchObject({
    sort: { by: 'minutes', direction: 'descending' },
    top: { rows: 2, rest: 'Others' },
    total: 'All',
  })
  expect(question?.dataset.where).toEqual({ way: ['IN'] })
  const ascending = expand({ rows: { by: ['site'], sort: 'minutes' } }).definition?.rows
  expect(ascending).toMatchObject({ sort: { by: 'minutes', direction: 'ascending' } })
})

describe('a pivot', () => {
  test.each([
    ['mean(minutes)', { style: 'plain', decimals: 0 }],
    ['minutes / calls', { decimals: 0 }],
  ])('of %s has the format %j', (value, format) => {
    const { definition } = expand({
      columns: [{ pivot: 'site', value, id: 'all', format: { decimals: 0 } }],
    })
    expect(Object(definition?.columns)[0].format).toEqual(format)
  })

  test.each([
    ['site', 'place', ['NORTH', 'SOUTH', 'WEST'], { dimensions: ['way', 'site'] }],
    ['place', 'place', ['NORTH', 'SOUTH', 'WEST'], { dimensions: ['way', 'site'] }],
    [
      'weekday',
      'weekday',
      ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
      { dimensions: ['way'], cycles: ['weekday'] },
    ],
  ])('over %s has a column of each value, in their order', (pivot, field, order, dataset) => {
    const { definition, question } = expand({ columns: [{ pivot, value: 'minutes', id: 'all' }] })
    expect(definition?.columns).toMatchObject([{ pivot: field, value: 'minutes', order }])
    expect(question?.dataset).toMatchObject(dataset)
  })
})

const before = 'previous(sum(minutes))'
test.each([
  ['minutes', ['sum(minutes)'], 'sum(part1)'],
  ['minutes / calls', ['sum(minutes)', 'sum(calls)'], '(sum(part1) / sum(part2))'],
  ['sum(minutes * calls)', ['sum((minutes * calls))'], 'sum(part1)'],
  ['mean(minutes)', ['sum(minutes)', 'count(minutes)'], '(sum(part1) / sum(part2))'],
  [
    'mean(minutes, calls)',
    ['sum((minutes * calls))', 'sum((calls + (minutes * 0)))'],
    '(sum(part1) / sum(part2))',
  ],
  ['min(minutes)', ['min(minutes)'], 'min(part1)'],
  ['max(minutes)', ['max(minutes)'], 'max(part1)'],
  ['count()', ['count()'], 'sum(part1)'],
  ['count(minutes)', ['count(minutes)'], 'sum(part1)'],
  ['share(minutes)', ['sum(minutes)'], 'share(sum(part1))'],
  ['rank(minutes)', ['sum(minutes)'], 'rank(sum(part1))'],
  ['previous(minutes, year)', ['previous(sum(minutes), year)'], 'sum(part1)'],
  [
    'change(minutes)',
    [before, 'sum(minutes)'],
    '((add(sum(part2), (sum(part1) * 0)) - sum(part1)) / abs(sum(part1)))',
  ],
  ['contribution(minutes, previous)', [before, 'sum(minutes)'], 'share(add(sum(part2), (-sum(part1))))'],
  [
    'window(percentile(minutes, 95), 8, week, before)',
    ['window(percentile(minutes, 95), 8, week, before)'],
    'sum(part1)',
  ],
  ['running(minutes)', ['running(sum(minutes))'], 'sum(part1)'],
  ['minutes - previous(minutes)', ['sum(minutes)', before], '(sum(part1) - sum(part2))'],
  [
    'window(mean(minutes), 3, month, before)',
    ['window(sum(minutes), 3, month, before)', 'window(count(minutes), 3, month, before)'],
    '(sum(part1) / sum(part2))',
  ],
  ['if(minutes > 1, -calls, 0)', ['sum(minutes)', 'sum(calls)'], 'if((sum(part1) > 1), (-sum(part2)), 0)'],
])('the dataset aggregates the records of %s, and the report computes with these', (value, parts, shown) => {
  const { errors, definition, question } = expand({ columns: [{ id: 'v', value }] })
  expect(errors).toEqual([])
  expect(question?.dataset.measures).toEqual(
    parts.map((part, index) => ({ field: `part${index + 1}`, value: part })),
  )
  expect(definition?.columns).toMatchObject([{ id: 'v', value: shown, total: true }])
})

test('an expression reads the columns beside it, and parts leave their names to authors', () => {
  const columns = [
    'minutes',
    { id: 'part2', value: 'minutes / calls' },
    { field: 'calls', id: 'most', aggregate: 'max' },
  ]
  const { definition, question } = expand({ columns })
  expect(question?.dataset.measures).toEqual([
    { field: 'minutes', value: 'sum(minutes)' },
    { field: 'part2_', value: 'sum(calls)' },
    { field: 'calls', value: 'max(calls)' },
  ])
  expect(definition?.columns).toMatchObject([
    { field: 'minutes' },
    { id: 'part2', value: '(minutes / sum(part2_))' },
    { field: 'calls', aggregate: 'max' },
  ])
})

test('an expression reads what a column shows, also of another period', () => {
  const columns = [
    { field: 'calls', aggregate: 'max' },
    { id: 'busiest', value: 'minutes / calls' },
    { id: 'before', value: 'previous(busiest)' },
  ]
  const { errors, definition, question } = expand({ columns })
  expect(errors).toEqual([])
  expect(definition?.columns).toMatchObject([
    { field: 'calls', aggregate: 'max' },
    { value: '(sum(part2) / calls)' },
    { value: '(sum(part3) / max(part4))' },
  ])
  expect(question?.dataset.measures).toMatchObject([
    { field: 'calls', value: 'max(calls)' },
    { field: 'part2', value: 'sum(minutes)' },
    { field: 'part3', value: 'previous(sum(minutes))' },
    { field: 'part4', value: 'previous(max(calls))' },
  ])
})

test.each([
  ['a', 'change(b)', 'change(a)'],
  ['b', 'previous(a)', 'change(a)'],
])('columns that read one another are refused: %s', (id, first, second) => {
  const columns = ['minutes', { id, value: first }, { id: id === 'a' ? 'b' : 'a', value: second }]
  expect(expand({ columns }).errors.length).toBeGreaterThan(0)
})

test('a change is a percentage, and has no total where rows are periods', () => {
  const columns = [{ id: 'v', value: 'change(minutes)' }]
  const { definition } = expand({ columns, rows: { by: ['month'] }, selectors: chosen.year })
  const format = { style: 'percent', decimals: 1, sign: 'always' }
  expect(definition?.columns).toMatchObject([{ format, total: false }])
})

test('a mean is a plain number, a quotient and a share are percentages', () => {
  const columns = ['mean(minutes)', 'calls / minutes', 'share(minutes)'].map((value, index) => ({
    id: `v${index}`,
    value,
  }))
  const { plan } = compileQuestion({ columns, chart: { types: [] } })
  expect(plan.columns.map(({ format }) => format?.options.style ?? 'decimal')).toEqual([
    'decimal',
    'percent',
    'percent',
  ])
})

test('a part that is the sum of a measure is named like the column of the measure', () => {
  const { question } = expand({ columns: ['minutes', { id: 'mean', value: 'minutes / calls' }] })
  expect(Object.fromEntries(question?.words ?? [])).toEqual({
    part2: 'Answered calls',
    mean: 'Minutes divided by Answered calls',
  })
})
