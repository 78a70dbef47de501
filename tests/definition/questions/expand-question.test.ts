import { describe, expect, test } from 'vitest'
import { DatasetDefinition } from '../../../schemas/dataset/definition.ts'
import { compileDatasets } from '../../../src/definition/datasets/compile-dataset.ts'
import { compileQuestion, compileSources, expand, formatError } from '../../support/questions.ts'

const chosen = {
  year: [{ kind: 'year' }],
  month: [{ kind: 'year' }, { kind: 'month' }],
  quarter: [{ kind: 'year' }, { kind: 'quarter' }],
  week: [{ kind: 'year' }, { kind: 'week' }],
  date: [{ kind: 'date' }],
  range: [{ kind: 'dateRange' }],
} as const
const text = (field: string, label: string) => ({ kind: 'text', field, label })
const dayKey = { kind: 'date', field: 'reportDate', label: 'Day', format: 'M/D/YYYY ddd' }
/** A column of an expression. */
const of = (value: string, more: object = {}) => ({ id: 'v', value, ...more })

test.each([
  ['way', 'year', text('way', 'Way'), { grain: 'month' }, 'combine', 'none'],
  ['site', 'month', text('place', 'Site'), { grain: 'month' }, 'error', 'none'],
  ['site', 'range', text('place', 'Site'), { grain: 'day' }, 'combine', 'none'],
  ['site', 'date', text('place', 'Site'), { grain: 'day' }, 'error', 'none'],
  ['day', 'year', dayKey, { grain: 'day' }, 'error', 'none'],
  ['day', 'month', dayKey, { grain: 'day' }, 'error', 'days'],
  ['day', 'quarter', dayKey, { grain: 'day' }, 'error', 'days'],
  ['day', 'week', dayKey, { grain: 'day' }, 'error', 'days'],
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
  ['carrier', 'month', text('carrier', 'Carrier'), { grain: 'month' }, 'error', 'none'],
] as const)(
  'rows by %s, of a %s, are records of their grain',
  (by, span, key, from, duplicates, fillMissing) => {
    const dataset = by === 'carrier' ? 'carriers' : /hour/i.test(by) ? 'load' : 'calls'
    const columns = dataset === 'load' ? ['busy'] : ['minutes']
    const asked = { selectors: chosen[span], data: { dataset }, rows: { by: [by] }, columns }
    const { errors, definition, question } = expand(asked)
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

const pieOverRows = expect.objectContaining({ types: ['bar', 'pie'], pie: { over: 'rows' } })
const onlyBars = expect.objectContaining({ types: ['bar'] })

test.each([
  ['site', ['minutes'], pieOverRows],
  ['site', ['minutes', { id: 'part', value: 'share(minutes)' }], pieOverRows],
  ['site', ['minutes', 'calls'], onlyBars],
  ['site', [{ id: 'ways', pivot: 'way', value: 'minutes' }], onlyBars],
  ['day', ['minutes'], undefined],
  ['weekday', ['minutes'], undefined],
])('rows by %s of %j have bars where they are names, unless types are written', (by, columns, chart) => {
  const question = { rows: { by: [by] }, columns }
  expect(expand(question).definition?.chart).toEqual(chart)
  const types = ['area']
  expect(expand({ ...question, chart: { types } }).definition?.chart).toMatchObject({ types })
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

describe('a pivot', () => {
  test.each([
    ['mean(minutes)', { style: 'plain', decimals: 0 }],
    ['minutes / calls', { decimals: 0 }],
  ])('of %s has the format %j', (value, format) => {
    const { definition } = expand({ columns: [{ pivot: 'site', value, id: 'all', format: { decimals: 0 } }] })
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

test('a rank is computed by the report, of what the dataset aggregates', () => {
  const { definition, question } = expand({ columns: [of('rank(minutes)')] })
  expect(question?.dataset.measures).toEqual([{ field: 'part1', value: 'sum(minutes)' }])
  expect(definition?.columns).toMatchObject([{ id: 'v', value: 'rank(sum(part1))', total: true }])
})

test('usual values have no total, which no values of names add up to', () => {
  const value = 'window(percentile(minutes, 95), 8, week, before)'
  const { definition, question } = expand({ columns: [{ id: 'v', value }] })
  expect(question?.dataset.measures).toEqual([{ field: 'part1', value }])
  expect(definition?.columns).toMatchObject([{ id: 'v', value: 'max(part1)', total: false }])
})

test('an expression reads the columns beside it, and parts leave their names to authors', () => {
  const columns = ['minutes', { id: 'part2', value: 'minutes / calls' }, { id: 'most', value: 'max(calls)' }]
  const { definition, question } = expand({ columns })
  expect(question?.dataset.measures).toEqual([
    { field: 'minutes', value: 'sum(minutes)' },
    { field: 'part2_', value: 'sum(calls)' },
    { field: 'part3', value: 'max(calls)' },
  ])
  expect(definition?.columns).toMatchObject([
    { field: 'minutes' },
    { id: 'part2', value: '(minutes / sum(part2_))' },
    { id: 'most', value: 'max(part3)' },
  ])
})

test('an expression reads what a column shows, also of another period', () => {
  const columns = [
    { id: 'calls', value: 'max(calls)' },
    { id: 'busiest', value: 'minutes / calls' },
    { id: 'before', value: 'previous(busiest)' },
  ]
  const { errors, definition, question } = expand({ columns })
  expect(errors).toEqual([])
  expect(definition?.columns).toMatchObject([
    { value: 'max(part1)' },
    { value: '(sum(part2) / calls)' },
    { value: '(sum(part3) / max(part4))' },
  ])
  expect(question?.dataset.measures).toMatchObject([
    { field: 'part1', value: 'max(calls)' },
    { field: 'part2', value: 'sum(minutes)' },
    { field: 'part3', value: 'previous(sum(minutes))' },
    { field: 'part4', value: 'previous(max(calls))' },
  ])
})

test.each([
  ['a column', {}, { style: 'percent', decimals: 1, sign: 'always' }],
  ['each column of a pivot', { pivot: 'way' }, { style: 'percent', decimals: 1, sign: 'always' }],
  ['what has a format of its own', { pivot: 'way', format: { decimals: 3 } }, { decimals: 3 }],
])('the format of a change in %s is the expected one', (_, more, format) => {
  const { errors, definition } = expand({ columns: [{ id: 'v', value: 'change(minutes)', ...more }] })
  expect(errors).toEqual([])
  expect(definition?.columns).toMatchObject([{ format }])
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
  const values = ['mean(minutes)', 'calls / minutes', 'share(minutes)']
  const columns = values.map((value, index) => of(value, { id: `v${index}` }))
  const styles = compileQuestion({ columns }).plan.columns.map(
    ({ format }) => format?.options.style ?? 'decimal',
  )
  expect(styles).toEqual(['decimal', 'percent', 'percent'])
})

test('a part that is the sum of a measure is named like the column of the measure', () => {
  const { question } = expand({ columns: ['minutes', { id: 'mean', value: 'minutes / calls' }] })
  expect(Object.fromEntries(question?.words ?? [])).toEqual({
    part2: 'Answered calls',
    mean: 'Minutes divided by Answered calls',
  })
})

describe('a measure that a dataset computes', () => {
  const day = { kind: 'date', field: 'day' }
  const site = { id: 'site', field: 'place', values: ['NORTH', 'SOUTH'] }
  const calls = {
    id: 'calls',
    title: 'Calls',
    time: day,
    dimensions: [site],
    measures: [
      { field: 'minutes', unit: 'min' },
      { field: 'calls' },
      { id: 'length', label: 'ACD', value: 'minutes / calls', format: { unit: 'min' } },
      { id: 'twice', value: 'length * 2' },
      { id: 'cost', value: 'sum(minutes * rates.rate)' },
    ],
    with: { rates: { dataset: 'rates' } },
    endpoints: {},
  }
  const rates = {
    id: 'rates',
    title: 'Rates',
    time: { kind: 'date', inForce: true },
    dimensions: [{ id: 'site', values: ['NORTH', 'SOUTH'] }],
    measures: [{ field: 'rate', unit: 'EUR' }],
    endpoints: {},
  }
  const sources = compileSources([calls, rates])
  const ask = (column: unknown, changes = {}) => {
    const asked = { rows: { by: ['site'] }, columns: ['calls', column], ...changes }
    const { errors, definition, question } = expand(asked, sources)
    const [, shown] = [definition?.columns ?? []].flat()
    return { errors, shown, sent: question?.dataset.measures.map(({ value }) => value) }
  }
  const inFull = { id: 'length', value: 'sum(minutes) / sum(calls)', format: { unit: 'min' } }

  test.each([
    ['length', { ...inFull, label: 'ACD' }],
    [
      { field: 'length', label: 'Mean' },
      { ...inFull, label: 'Mean', role: 'series' },
    ],
    ['twice', { id: 'twice', label: 'Twice', value: '(sum(minutes) / sum(calls)) * 2' }],
    ['cost', { id: 'cost', label: 'Cost', value: 'sum(minutes * rates.rate)' }],
    [of('length / 60'), of('(minutes / sum(calls)) / 60', { format: { style: 'plain', unit: 'h' } })],
    [of('change(length)'), of('change(minutes / sum(calls))')],
    [
      { id: 'days', pivot: 'weekday', value: 'length' },
      { ...inFull, id: 'days', pivot: 'weekday' },
    ],
  ])('is read by its name like the expression: %j', (column, written) => {
    const byName = ask(column)
    expect(byName.errors).toEqual([])
    expect(byName).toEqual(ask(written))
  })

  test('means the measures of its dataset, also where a column has one of their names', () => {
    const columns = [{ id: 'calls', value: 'max(calls)' }, 'length']
    const { definition, question } = expand({ rows: { by: ['site'] }, columns }, sources)
    const sent = question?.dataset.measures.map(({ field, value }) => `${field} ${value}`)
    expect(sent).toEqual(['part1 max(calls)', 'part2 sum(minutes)', 'part3 sum(calls)'])
    expect(definition?.columns).toMatchObject([
      { value: 'max(part1)' },
      { value: '(sum(part2) / sum(part3))' },
    ])
  })

  test('has no value of each record', () => {
    const { errors } = ask({ id: 'v', value: 'mean(length)' })
    expect(errors).toEqual([
      "columns[1].value at 5: 'length' is computed over all records of a cell, not of each record; write length by itself [expression]",
    ])
  })

  test.each([
    [
      of('minuts / calls'),
      "value at 0: no measure 'minuts'; known are minutes, calls; did you mean 'minutes'? [expression]",
    ],
    [of('minutes', { id: 'calls' }), "id: 'calls' is already a measure or a dimension [unique]"],
    [of('v + 1'), "value at 0: 'v' is not above 'v'; write it there [expression]"],
    [
      of('sum(minutes * fx.rate)'),
      "value at 14: no measure 'fx.rate'; known are minutes, calls [expression]",
    ],
    [of('minutes /'), 'value at 9: found the end, expected a name or a number [expression]'],
  ])('is refused where it cannot be computed: %j', (measure, message) => {
    const [minutes, count] = calls.measures
    const written = { ...calls, measures: [minutes, count, measure] }
    const { diagnostics } = compileDatasets([written, rates].map((one) => DatasetDefinition.parse(one)))
    expect(diagnostics.map(formatError)).toEqual([`measures[2].${message}`])
  })

  test('that is refused is no error of a measure that reads it', () => {
    const [minutes, count] = calls.measures
    const measures = [minutes, count, of('minuts / calls'), { id: 'twice', value: 'v * 2' }]
    const { diagnostics } = compileDatasets([DatasetDefinition.parse({ ...calls, measures })])
    expect(diagnostics.map(({ path }) => path)).toEqual([['measures', 2, 'value']])
  })
})
