import { describe, expect, test } from 'vitest'
import { compileQuestion, compileSources } from '../../support/questions.ts'

const sources = compileSources([
  {
    id: 'calls',
    title: 'Calls',
    time: { kind: 'date', field: 'day' },
    dimensions: [
      { id: 'way', field: 'way', values: ['IN', 'OUT'] },
      { id: 'currency', field: 'currency', values: ['NGN', 'USD'] },
    ],
    measures: [
      { field: 'minutes', unit: 'min' },
      { field: 'setup', unit: 'min' },
      { field: 'calls' },
      { field: 'rate', unit: 'USD', decimals: 4 },
      { field: 'amount', unit: { from: 'currency' } },
    ],
    endpoints: {},
  },
])

const compileColumns = (columns: readonly unknown[], changes: object = {}) =>
  compileQuestion({ columns, chart: { types: [] }, ...changes }, sources).plan.columns

test.each(['rate', { field: 'rate', aggregate: 'mean' }])(
  'a small rate has the decimals and the unit of its measure in every report: %j',
  (column) => {
    expect(compileColumns([column])).toMatchObject([
      { format: { options: { minimumFractionDigits: 4, maximumFractionDigits: 4 }, suffix: '\u00A0USD' } },
    ])
  },
)

describe('numbers of two units', () => {
  test.each([
    'minutes + calls',
    'minutes - setup * 0 - calls',
    'add(minutes, calls)',
    'if(calls > minutes, 1, 2)',
  ])('%s is refused', (value) => {
    expect(() =>
      compileColumns([{ id: 'v', value }], { data: { dataset: 'calls', where: { currency: ['USD'] } } }),
    ).toThrow(/'min' and plain numbers are two units|plain numbers and 'min' are two units/)
  })

  test('are refused where one is a number of days, which can multiply and divide', () => {
    expect(() => compileColumns([{ id: 'v', value: 'minutes + days()' }])).toThrow("'min' and 'days' are two")
    const [column] = compileColumns([{ id: 'v', value: 'minutes / daysElapsed() * days()' }])
    expect(column?.format?.suffix).toBe('\u00A0min')
  })

  test('are refused through the columns that an expression names', () => {
    const columns = [
      { id: 'both', value: 'minutes + setup' },
      { id: 'v', value: 'both + calls' },
    ]
    expect(() => compileColumns(columns)).toThrow("columns[1].value: 'min' and plain numbers are two units")
  })
})

test.each([
  ['minutes', '\u00A0min'],
  ['minutes + setup', '\u00A0min'],
  ['mean(minutes)', '\u00A0min'],
  ['minutes * 2', '\u00A0min'],
  ['minutes / calls', ''],
  ['minutes / setup', ''],
  ['share(minutes)', ''],
  ['count(minutes)', ''],
])('%s is shown in the unit%s of its measures', (value, suffix) => {
  const [column] = compileColumns([value === 'minutes' ? value : { id: 'v', value }])
  expect(column?.format?.suffix ?? '').toBe(suffix)
})

describe('a duration', () => {
  const compile = (unit: string | undefined) =>
    compileColumns([{ id: 'v', value: 'minutes / calls', format: { style: 'duration', unit } }], {
      chart: { types: [] },
    })

  test.each(['s', 'min', 'h'])('can have numbers in %s', (unit) => {
    expect(compile(unit)[0]?.format?.scale?.isDuration).toBe(true)
  })

  test.each(['calls', undefined])('is refused for numbers in %s', (unit) => {
    expect(() => compile(unit)).toThrow('a duration with the unit of its numbers: s, min or h')
  })
})

describe('amounts whose unit a dimension says', () => {
  test('are refused where records of several units would be added', () => {
    expect(() => compileColumns(['amount'])).toThrow(
      "the unit of 'amount' is its 'currency'; add \"currency\" to rows.by",
    )
  })

  test.each([
    { rows: { by: ['way', 'currency'], total: 'All' } },
    { rows: { by: ['currency'], total: 'All' } },
  ])('have no total where each row has its own: %j', (changes) => {
    expect(compileColumns(['amount', 'minutes'], changes).map(({ total }) => total)).toEqual([false, true])
  })

  test.each([
    ['where', { data: { dataset: 'calls', where: { currency: ['USD'] } } }],
    [
      'a selector of one value',
      { selectors: [{ kind: 'year' }, { dimension: 'currency', multiple: false }] },
    ],
  ])('have a total where %s chooses one unit', (_, changes) => {
    expect(compileColumns(['amount'], changes).map(({ total }) => total)).toEqual([true])
  })

  test('have a total where each unit is a column', () => {
    const pivot = { id: 'p', pivot: 'currency', value: 'amount' }
    expect(compileColumns([pivot]).map(({ total }) => total)).toEqual([true])
  })
})
