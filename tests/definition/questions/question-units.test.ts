import { describe, expect, test } from 'vitest'
import { buildPieParts } from '../../../src/chart/types/pie.ts'
import { pickStacked } from '../../../src/chart/stack.ts'
import { formatNumber } from '../../../src/report/model/format.ts'
import type { ReportTable, TableColumn } from '../../../src/report/model/report-table.ts'
import { listAdditions } from '../../../src/report/table/added-columns.ts'
import { formatCopiedCells } from '../../../src/report/table/copied-cells.ts'
import { explainNumber } from '../../../src/report/table/explain-number.ts'
import { buildFigure } from '../../../src/report/table/figure.ts'
import { canLimit, limitColumns } from '../../../src/report/table/limit-table.ts'
import { buildTableSheet } from '../../../src/workbook/table-sheet.ts'
import { openAsked } from '../../support/asked-tables.ts'
import { compileQuestion, compileSources } from '../../support/questions.ts'

const sources = compileSources([
  {
    id: 'calls',
    time: { kind: 'date', field: 'day' },
    dimensions: [
      { id: 'way', field: 'way', values: ['IN', 'OUT'] },
      { id: 'currency', field: 'currency', values: ['NGN', 'USD'] },
    ],
    measures: [
      { field: 'minutes', unit: 'min' },
      { field: 'setup', unit: 'min' },
      { field: 'calls' },
      { field: 'answered', decimals: 0 },
      { field: 'level', unit: '%' },
      { field: 'rate', unit: 'USD', decimals: 4 },
      { field: 'amount', unit: { from: 'currency' } },
      { field: 'cost', unit: 'USD' },
      { field: 'fee', unit: 'USD' },
      { field: 'price', unit: 'USD/min' },
      { field: 'length', unit: 'min' },
      { field: 'volume', unit: 'B' },
      { id: 'acd', value: 'minutes / answered', format: { unit: 'min' } },
    ],
  },
])

const compileColumns = (columns: readonly unknown[], changes: object = {}) =>
  compileQuestion({ columns, ...changes }, sources).plan.columns
/** A column of an expression. */
const of = (value: string, more: object = {}) => ({ id: 'v', value, ...more })
const oneCurrency = { selectors: [{ kind: 'year' }, { dimension: 'currency', multiple: false }] }
const ofDollars = { data: { dataset: 'calls', where: { currency: ['USD'] } } }

test.each(['rate', of('mean(rate)')])(
  'a small rate has the decimals and the unit of its measure in every report: %j',
  (column) => {
    expect(compileColumns([column])).toMatchObject([
      { format: { options: { minimumFractionDigits: 4, maximumFractionDigits: 4 }, suffix: '\u00A0USD' } },
    ])
  },
)

test.each([
  ['answered / calls - 1', '%'],
  ['1 - answered / calls', '%'],
  ['answered / calls - answered / calls', '%\u00A0pts'],
])('a difference of two percentages has points, and one from a number has none: %s', (value, unit) => {
  const [column] = compileColumns([of(value, { format: { style: 'percent' } })])
  expect(formatNumber(0.5, column?.format ?? null)).toBe(`50.00${unit}`)
})

describe('numbers of two units', () => {
  test.each([{ field: 'rate' }, { id: 'cost', value: 'sum(calls * rate)' }])(
    'are refused where the format of %j names another currency',
    (column) => {
      expect(() => compileColumns([{ ...column, format: { unit: 'EUR' } }])).toThrow(
        'the amounts are in USD, and the format says EUR; convert them',
      )
      expect(() => compileColumns([{ ...column, format: { unit: 'USD' } }])).not.toThrow()
    },
  )

  test.each([
    ['minutes', 'min', 'Erlang'],
    ['mean(minutes)', 'min', 's'],
    ['sum(minutes + setup)', 'min', 'h'],
    ['minutes / days()', 'min', 'calls/day'],
  ])('are refused where the format of %s in %s names %s', (value, unit, written) => {
    const message = `the numbers are in ${unit}, and the format says ${written}; leave out its unit, or multiply by a number`
    const format = { unit: written }
    expect(() => compileColumns([of(value, { format })])).toThrow(message)
    expect(() => compileColumns([of(value, { format: { unit } })])).not.toThrow()
    expect(() => compileColumns([{ id: 'p', pivot: 'way', value, format }])).toThrow(message)
  })

  test.each([
    { field: 'minutes', format: { unit: 's' } },
    of('mean(minutes)', { format: { style: 'duration', unit: 's' } }),
  ])('are refused where the format of a measure names another: %j', (column) => {
    expect(() => compileColumns([column])).toThrow('the numbers are in min, and the format says s;')
  })

  test.each([
    ['minutes / 60', { unit: 'h' }],
    ['sum(minutes * 60)', { style: 'duration', unit: 's' }],
    ['minutes / calls', { unit: 's' }],
    ['calls', { unit: 'calls' }],
    ['mean(rate)', { unit: 'USD/min' }],
    ['sum(calls * rate) / 1000', { unit: 'kUSD' }],
  ])('are not those of %s in %j', (value, format) => {
    expect(compileColumns([of(value, { format })])).toHaveLength(1)
  })

  const both = { id: 'both', value: 'minutes + setup' }
  test.each([
    [
      'where a number makes another currency',
      [of('sum(calls * rate) * 1500', { format: { unit: 'NGN' } })],
      'the amounts are in USD, and the format says NGN',
    ],
    ['where one is a number of days', [of('minutes + days()')], "'min' and 'days' are two"],
    [
      'through the columns that an expression names',
      [both, of('both + calls')],
      "columns[1].value: 'min' and plain numbers are two units",
    ],
  ])('are refused %s', (_, columns, message) => {
    expect(() => compileColumns(columns)).toThrow(message)
  })
})

describe('sums, products and quotients', () => {
  test.each([
    ['minutes + calls', "'min' and plain numbers"],
    ['minutes - setup * 0 - calls', "'min' and plain numbers"],
    ['add(minutes, calls)', "'min' and plain numbers"],
    ['if(calls > minutes, 1, 2)', "plain numbers and 'min'"],
    ['cost / minutes + cost', "'USD/min' and 'USD'"],
    ['cost - sum(cost) / minutes', "'USD' and 'USD/min'"],
    ['cost / minutes + fee', "'USD/min' and 'USD'"],
    ['cost / minutes + sum(fee)', "'USD/min' and 'USD'"],
    ['if(cost / minutes > fee, 1, 0)', "'USD/min' and 'USD'"],
    ['calls / answered + minutes', "plain numbers and 'min'"],
    ['share(minutes) + minutes', "plain numbers and 'min'"],
    ['level + minutes', "'%' and 'min'"],
    ['cost / minutes + minutes', "'USD/min' and 'min'"],
    ['minutes * minutes + minutes', "'min*min' and 'min'"],
    ['minutes * setup - setup', "'min*min' and 'min'"],
    ['volume / minutes + volume', "'B/min' and 'B'"],
    ['cost / volume + cost / minutes', "'USD/B' and 'USD/min'"],
    ['calls / minutes + calls', "'1/min' and plain numbers"],
    ['cost / minutes + count()', "'USD/min' and plain numbers"],
    ['price + cost', "'USD/min' and 'USD'"],
    ['price * minutes + minutes', "'USD' and 'min'"],
    ['cost / minutes / minutes - cost / minutes', "'USD/min/min' and 'USD/min'"],
    ['cost / minutes * 60 + cost', "'USD/min' and 'USD'"],
    ['minutes * cost + cost', "'USD*min' and 'USD'"],
    ['if(cost / minutes > cost, 1, 0)', "'USD/min' and 'USD'"],
    ['cost / minutes * minutes + minutes', "'USD' and 'min'"],
    ['volume / 1000000 + calls', "'B' and plain numbers"],
  ])('are not added to another unit: %s', (value, units) => {
    expect(() => compileColumns([of(value)])).toThrow(`${units} are two units`)
  })

  test.each([
    'cost / minutes * minutes + cost',
    'cost / calls * calls + cost',
    'minutes / calls * calls + minutes',
    'cost / minutes + cost / setup',
    'cost / minutes - price',
    'cost / minutes - mean(rate)',
    'acd * 2 + minutes',
    'sum(minutes * rate) + cost',
    'sum(minutes * rate) - sum(calls * rate) - cost',
    'sum(minutes * rate) + sum(volume * rate)',
    'sum(minutes * price) - cost',
    'minutes / calls - length',
    'calls / minutes - answered',
    'minutes / setup + share(minutes)',
    'minutes / (setup / 60) / 60 + share(minutes)',
    'minutes * level / 100 + minutes',
    'level * level / 100 - level',
    'if(cost / minutes > 2, cost / minutes, 2)',
    'if(minutes / cost > 2, cost / minutes, mean(rate))',
  ])('are added where they fit, or a measure can be a rate: %s', (value) => {
    expect(compileColumns([of(value)])).toHaveLength(1)
  })
})

test.each([
  ['minutes', '\u00A0min'],
  ['minutes + setup', '\u00A0min'],
  ['mean(minutes)', '\u00A0min'],
  ['minutes * 2', '\u00A0min'],
  ['minutes / 60', '\u00A0h'],
  ['acd * 2', '\u00A0min'],
  ['2 * acd', '\u00A0min'],
  ['acd * 60', '\u00A0s'],
  ['share(minutes) * minutes', '\u00A0min'],
  ['60 * minutes', '\u00A0s'],
  ['sum(minutes / 60)', '\u00A0h'],
  ['minutes + 60 * (setup / 60)', '\u00A0min'],
  ['minutes / daysElapsed() * days()', '\u00A0min'],
  ['volume / 1000000', ''],
  ['volume / 1024 + volume / 1024', ''],
  ['volume / 1000 * 1000', '\u00A0B'],
  ['cost * 1000', ''],
  ['cost * 1.075', '\u00A0USD'],
  ['minutes / 1440', ''],
  ['cost * level / 100', '\u00A0USD'],
  ['days() * 2', ''],
  ['cost * minutes', '\u00A0USD'],
  ['sum(price * minutes)', '\u00A0USD'],
  ['max(price)', '\u00A0USD/min'],
  ['minutes / calls', '\u00A0min'],
  ['cost / calls', '\u00A0USD'],
  ['cost / minutes', '\u00A0USD/min'],
  ['volume / calls', ''],
  ['minutes / setup', ''],
  ['share(minutes)', ''],
  ['count(minutes)', ''],
])('%s is shown in the unit%s of its measures', (value, suffix) => {
  const [column] = compileColumns([value === 'minutes' ? value : of(value)])
  expect(column?.format?.suffix ?? '').toBe(suffix)
})

test.each([
  ['count(minutes)', 0],
  ['distinct(way) - rank(minutes)', 0],
  ['if(daysLeft() > 2, 3 * previous(count()), 1)', 0],
  ['window(count(minutes), 7, day)', 0],
  ['count(minutes) * 1.5', 2],
  ['max(answered)', 0],
  ['mean(answered)', 2],
  ['max(rate)', 4],
  ['minutes', 2],
])('%s is shown with %i decimals', (value, decimals) => {
  const changes = { rows: { by: [value.startsWith('window') ? 'day' : 'way'] } }
  const other = of(value, { id: 'w', format: { decimals: 1 } })
  const [column, written] = compileColumns([of(value), other], changes)
  expect([column, written].map((one) => one?.format?.options.maximumFractionDigits)).toEqual([decimals, 1])
})

test.each([of('mean(answered)'), of('window(mean(answered), 7, day)')])(
  'percentages are not averaged without a weight: %j',
  (column) => {
    const compile = (one: object) =>
      compileColumns([{ ...one, format: { style: 'percent' } }], { rows: { by: ['day'] } })
    expect(() => compile(column)).toThrow('write mean(answered, weight), or mean(answered, 1)')
    const weighted = [of('mean(answered, calls)'), of('mean(answered, 1)')].flatMap(compile)
    expect(weighted.map((one) => one?.format?.options.style)).toEqual(['percent', 'percent'])
  },
)

test('a quotient of two units is no percentage, unless its author says so', () => {
  const getStyle = (column: object) => compileColumns([column]).map((one) => one.format?.options.style)
  const acd = 'minutes / calls'
  expect([of(acd), of(acd, { format: { decimals: 1 } })].map(getStyle)).toEqual([['decimal'], ['decimal']])
  expect(getStyle(of(acd, { format: { style: 'percent' } }))).toEqual(['percent'])
  expect([of('answered / calls'), of('minutes / setup')].map(getStyle)).toEqual([['percent'], ['percent']])
  const [ofWays] = compileColumns([{ id: 'v', pivot: 'way', value: acd }], { rows: { by: ['day'] } })
  expect(ofWays?.format).toMatchObject({ options: { style: 'decimal' }, suffix: '\u00A0min' })
})

test('a mean of percentages keeps their unit, and a quotient is a percentage by its style', () => {
  const percent = { unit: '%' }
  const columns = [of('mean(level, calls)'), of('mean(level, calls)', { id: 'w', format: percent })]
  expect(compileColumns(columns).map((column) => column.format?.suffix)).toEqual(['%', '%'])
  for (const format of [percent, { ...percent, style: 'plain' }, { ...percent, style: 'percent' }]) {
    expect(() => compileColumns([of('answered / calls', { format })])).toThrow('"style": "percent"')
  }
})

describe('a duration', () => {
  const compile = (unit: string | undefined) =>
    compileColumns([of('minutes / calls', { format: { style: 'duration', unit } })])

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
    ['where', ofDollars],
    ['a selector of one value', oneCurrency],
  ])('have a total where %s chooses one unit', (_, changes) => {
    expect(compileColumns(['amount'], changes).map(({ total }) => total)).toEqual([true])
  })

  test('have a total where each unit is a column', () => {
    const pivot = { id: 'p', pivot: 'currency', value: 'amount' }
    expect(compileColumns([pivot]).map(({ total }) => total)).toEqual([true])
  })
})

describe('amounts of several currencies', () => {
  const pivot = { id: 'p', pivot: 'currency', value: 'amount' }
  const rows = { by: ['currency'] }
  const ofDays = { by: ['day', 'currency'] }

  test.each([
    ['a share of all rows', [of('share(amount)')], { rows }],
    ['a share by something else', [of('share(amount, way)')], { rows: { by: ['way', 'currency'] } }],
    ['a share of a column', ['amount', of('share(amount * 2)')], { rows }],
    ['a rank', [of('rank(amount)')], { rows }],
    ['a rank of prices', [of('rank(amount / minutes)')], { rows }],
    ['a rank of their inverse', [of('rank(minutes / amount + 1)')], { rows }],
    ['a rank of prices times calls', [of('rank(amount / minutes * calls * 2)')], { rows }],
    ['a share of prices', [{ ...pivot, value: 'share(amount / minutes)' }], {}],
    ['a rank of days', [of('rank(amount)')], { rows: ofDays }],
    ['what each row contributes', [of('contribution(amount, previous)')], { rows }],
    ['a share of all cells', [{ ...pivot, value: 'share(amount)' }], {}],
    ['a share of a row', [{ ...pivot, value: 'share(amount, way)' }], {}],
  ])('are refused in %s', (_, columns, changes) => {
    expect(() => compileColumns(columns, changes)).toThrow("would add or compare amounts of each 'currency'")
  })

  test.each([
    ['a share of those in its currency', [of('share(amount, currency)')], { rows }],
    ['a share of a column of one', [{ ...pivot, value: 'share(amount, currency)' }], {}],
    ['a rank of prices of one', [of('rank(amount / minutes)')], { rows, ...ofDollars }],
    ['a price less another', [of('amount / minutes - amount / (minutes + setup)')], { rows }],
    ['a rank of minutes', ['amount', of('rank(minutes)')], { rows }],
    ['a share where one is read', [of('share(amount)')], { rows, ...ofDollars }],
  ])('are not compared by %s', (_, columns, changes) => {
    expect(compileColumns(columns, changes)).toHaveLength(columns.length)
  })

  test.each(['priceEffect', 'volumeEffect'])('have a %s in each row, and none in total', (name) => {
    const columns = ['amount', 'minutes', of(`${name}(amount, minutes)`)]
    expect(compileColumns(columns, { rows }).map(({ total }) => total)).toEqual([false, true, false])
  })

  test.each([{ top: 2 }, { top: 2, rest: 'Others' }])('are not ranked as columns: %j', (changes) => {
    expect(() => compileColumns([{ ...pivot, ...changes }])).toThrow(
      `columns[0].top: the columns are amounts of each 'currency', which cannot be ranked or added`,
    )
    expect(compileColumns([{ ...pivot, value: 'minutes', ...changes }])).toHaveLength(1)
  })
})

describe('columns of several currencies', async () => {
  const bills = compileSources([
    {
      id: 'bills',
      time: { kind: 'date', field: 'day' },
      dimensions: [
        { id: 'carrier', field: 'carrier' },
        { id: 'currency', field: 'currency', values: ['JPY', 'NGN', 'USD'] },
        { id: 'other', field: 'other' },
      ],
      measures: [
        { field: 'amount', unit: { from: 'currency' } },
        { field: 'fee', unit: { from: 'other' } },
      ],
    },
  ])
  const asked = await openAsked(bills)
  await asked.store(
    'bills',
    ['JPY', 'NGN', 'USD'].map((currency, index) => ({
      key: `2025-03-0${index + 1}`,
      values: ['Atlantic', currency, currency],
      measures: { amount: 1000.5 * (index + 1), fee: 3 },
    })),
  )
  const askBills = (question: object, chosen: object = {}) =>
    asked.ask(compileQuestion({ data: { dataset: 'bills' }, ...question }, bills), {
      year: '2025',
      month: '3',
      ...chosen,
    })
  const ask = async (column: object) =>
    askBills({
      rows: { by: ['day'], total: 'All' },
      columns: [{ id: 'p', ...column }],
      chart: { types: ['pie', 'stackedBar'] },
    })
  const amounts = { pivot: 'currency', value: 'sum(amount)' }

  test.each([
    ['has the decimals of its currency', amounts, [0, 2, 2]],
    ['has the decimals that are written', { ...amounts, format: { decimals: 1 } }, [1, 1, 1]],
    ['has them of an open dimension too', { pivot: 'other', value: 'fee' }, [0, 2, 2]],
  ])('each %s, and its unit', async (_, column, decimals) => {
    const { columns } = await ask(column)
    expect(columns.map(({ label }) => label)).toEqual(['JPY', 'NGN', 'USD'])
    expect(columns.map(({ format }) => format?.suffix)).toEqual(['\u00A0JPY', '\u00A0NGN', '\u00A0USD'])
    expect(columns.map(({ format }) => format?.options.maximumFractionDigits)).toEqual(decimals)
  })

  test('that a selector chooses are shown in it, with its decimals', async () => {
    const selectors = [{ kind: 'year' }, { kind: 'month' }, { dimension: 'currency', multiple: false }]
    const written = [{ field: 'amount', format: { decimals: 1 } }, of('amount * 2')]
    const question = { selectors, rows: { by: ['carrier'] }, columns: written }
    const { rows, columns } = await askBills(question, { currency: 'JPY' })
    const texts = rows.flatMap((row) =>
      columns.map(({ format }, index) => formatNumber(row.values[index] ?? 0, format)),
    )
    expect(texts).toEqual(['1,000.5\u00A0JPY', '2,001\u00A0JPY'])
  })

  describe('as rows', () => {
    const askRows = async (changes: object = {}) =>
      askBills({
        rows: { by: ['currency'], sort: '-amount', total: 'All' },
        columns: ['amount', of('count()')],
        ...changes,
      })
    const read = ({ rows, columns }: ReportTable) => {
      const index = columns.findIndex(({ role }) => role !== 'text')
      return rows.map((row) => formatNumber(row.values[index] ?? 0, columns[index]?.format, row))
    }

    test.each([
      [{}, ['3,001.50 USD', '2,001.00 NGN', '1,001 JPY']],
      [{ rows: { by: ['day', 'currency'], sort: '-amount', total: 'All' } }, undefined],
      [
        { rows: { by: ['currency', 'carrier'], sort: 'amount' } },
        ['1,001 JPY', '2,001.00 NGN', '3,001.50 USD'],
      ],
      [
        { columns: [{ field: 'amount', format: { decimals: 1 } }] },
        ['3,001.5 USD', '2,001.0 NGN', '1,000.5 JPY'],
      ],
      [
        { columns: ['fee'], rows: { by: ['other'], sort: 'key', total: 'All' } },
        ['3 JPY', '3.00 NGN', '3.00 USD'],
      ],
    ])(
      'each has its unit with the decimals of its currency, in the order of numbers: %j',
      async (changes, texts) => {
        const table = await askRows(changes)
        const expected = (texts ?? ['3,001.50 USD', '2,001.00 NGN', '1,001 JPY']).map((text) =>
          text.replace(' ', '\u00A0'),
        )
        expect(read(table).filter((text) => text !== '0.00')).toEqual(expected)
        expect(table.total?.values[0] ?? null).toBe(null)
      },
    )

    test('have a blank total, and the heading says why', async () => {
      const table = await askRows()
      expect(table.total?.values).toEqual([null, 3])
      expect(table.columns.map(({ description }) => description)).toEqual([
        'No total, since each row has a unit of its own.',
        null,
      ])
      expect(listAdditions(table, table.columns[0] as TableColumn).map(({ label }) => label)).toEqual([])
      expect(listAdditions(table, table.columns[1] as TableColumn).map(({ label }) => label)).toContain(
        'rank',
      )
    })

    test('have their units in the workbook, in explanations, and their decimals in copied cells', async () => {
      const table = await askRows()
      const { cells } = buildTableSheet(table, 'Title', 'March', 'Sheet')
      expect(['3,1', '4,1', '5,1'].map((address) => cells?.get(address)?.style?.numFmt)).toEqual([
        '#,##0.00"\u00A0USD"',
        '#,##0.00"\u00A0NGN"',
        '#,##0"\u00A0JPY"',
      ])
      expect(explainNumber(table, 0, table.rows[2] ?? null, 'March')?.value).toBe('1,001\u00A0JPY')
      const { html } = formatCopiedCells(table, { rows: table.rows, columns: [0] })
      expect(html.match(/;#,##0[^"]*/g)).toEqual([';#,##0.00', ';#,##0.00', ';#,##0'])
    })
  })

  test('are refused where their format names one of them', async () => {
    await expect(ask({ ...amounts, format: { unit: 'NGN' } })).rejects.toThrow(
      'the amounts are in its currency, and the format says NGN; convert them',
    )
  })

  test('are not added by a chart, a limit or a figure', async () => {
    const table = await ask(amounts)
    expect(buildPieParts(table, table.series).drawn.map(({ name }) => name)).toEqual(['JPY'])
    expect(pickStacked(table.series).map(({ name }) => name)).toEqual(['JPY'])
    expect(canLimit(table, 1)).toBe(false)
    expect(limitColumns(table, { text: 'largest:1', count: 1 })).toBe(table)
    expect(buildFigure(table, 'p')?.value).toBe(null)
  })
})

describe('rows of rates', () => {
  const joined = compileSources([
    {
      id: 'traffic',
      time: { kind: 'date', field: 'day' },
      dimensions: [
        { id: 'way', field: 'way', values: ['IN', 'OUT'] },
        { id: 'currency', field: 'currency', values: ['NGN', 'USD'] },
      ],
      measures: [{ field: 'minutes', unit: 'min' }],
    },
    {
      id: 'prices',
      time: { kind: 'date', field: 'from', inForce: true },
      dimensions: [{ id: 'currency', field: 'currency', values: ['NGN', 'USD'] }],
      measures: [{ field: 'rate', unit: { from: 'currency' } }],
    },
  ])
  const compile = (changes: object) =>
    compileQuestion(
      {
        data: { dataset: 'traffic', with: { rates: { dataset: 'prices' } } },
        columns: ['minutes'],
        ...changes,
      },
      joined,
    ).plan

  test.each([
    [{ rows: { by: ['rates.rate'] } }, 0],
    [{ rows: { by: ['way', 'rates.rate'] } }, 1],
    [{ rows: { by: ['rates.rate'] }, columns: [{ id: 'p', pivot: 'currency', value: 'minutes' }] }, 0],
  ])('are refused where 22 NGN and 22 USD would be one: %j', (changes, index) => {
    expect(() => compile(changes)).toThrow(
      `rows.by[${index}]: the unit of 'rates.rate' is its 'currency'; add "currency" to rows.by`,
    )
  })

  test.each([
    { rows: { by: ['currency', 'rates.rate'] } },
    { rows: { by: ['rates.rate', 'currency'] } },
    { rows: { by: ['rates.rate'] }, ...oneCurrency },
  ])('are of one currency: %j', (changes) => {
    expect(compile(changes).columns).not.toHaveLength(0)
  })
})
