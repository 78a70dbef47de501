import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitRange } from '../../../src/report/selection/selector-kinds.ts'
import { openAsked } from '../../support/asked-tables.ts'
import { shiftDay } from '../../support/naive-values.ts'
import { compileQuestion, compileSources } from '../../support/questions.ts'

const currency = { id: 'currency', field: 'currency', values: ['NGN', 'USD'] }
const sources = compileSources([
  {
    id: 'bills',
    time: { kind: 'date', field: 'day' },
    dimensions: [{ id: 'carrier', field: 'carrier' }, currency],
    measures: [
      { field: 'amount', unit: { from: 'currency' } },
      { field: 'fee', unit: 'GHS' },
      { field: 'calls' },
    ],
  },
  {
    id: 'exchange',
    time: { kind: 'date', inForce: true },
    dimensions: [
      { ...currency, id: 'from', field: 'from' },
      { ...currency, id: 'to', field: 'to' },
    ],
    measures: [{ field: 'rate', unit: { from: 'to' } }, { field: 'index' }],
  },
])
const fx = { dataset: 'exchange', by: { currency: 'from' }, where: { to: ['USD'] } }
const compile = (value: string, changes: object = {}, table: object = {}) =>
  compileQuestion(
    {
      data: { dataset: 'bills', with: { fx: { ...fx, ...table } } },
      rows: { by: ['carrier'], total: 'All' },
      columns: ['calls', { id: 'v', value }],
      ...changes,
    },
    sources,
  )

describe('a conversion', () => {
  test.each([
    ['convert(amount, USD, fx.rate)', 'Amount in USD'],
    ['sum(convert(amount, USD, fx.rate))', 'sum of Amount in USD'],
    ['convert(if(calls > 0, amount, 0), USD, fx.rate)', '(Amount if Calls is above 0, otherwise 0) in USD'],
    ['sum(convert(amount * 2, USD, fx.rate))', 'sum of (Amount times 2) in USD'],
  ])('%s is in its currency, with a total', (value, words) => {
    const { plan } = compile(value)
    expect(plan.columns[1]?.total).toBe(true)
    expect(plan.columns[1]).toMatchObject({ words, format: { suffix: '\u00A0USD' } })
  })

  test.each([
    ['convert(amount, NGN, fx.rate)', {}, "the unit of 'fx.rate' is 'USD', not 'NGN'"],
    ['convert(amount, USD, fx.index)', {}, "the unit of 'fx.index' is plain numbers, not 'USD'"],
    ['convert(amount, USD, calls)', {}, "'calls' is not a measure of another dataset"],
    [
      'convert(fee, USD, fx.rate)',
      {},
      `the amount is in 'GHS', from which 'fx.rate' is no rate; add "where": { "from": ["GHS"] } to "data.with.fx"`,
    ],
    [
      'convert(amount, USD, fx.rate)',
      { by: {}, where: { to: ['USD'], from: ['NGN'] } },
      "the unit of 'amount' is its 'currency'",
    ],
    ['convert(amount, USD, fx.rate) + calls', {}, "'USD' and plain numbers are two units"],
    ['amount', {}, "the unit of 'amount' is its 'currency'"],
    ['convert(amount * amount, USD, fx.rate)', {}, 'only an amount is converted'],
    ['convert(calls / amount, USD, fx.rate)', {}, 'only an amount is converted'],
    ['convert(amount + 1, USD, fx.rate)', {}, 'only an amount is converted'],
    ['convert(if(calls > 0, amount, 1), USD, fx.rate)', {}, 'only an amount is converted'],
    ['convert(amount, USD)', {}, '2 operands; allowed is convert(x, currency, rate, base?)'],
    ['convert(sum(amount), USD, fx.rate)', {}, "'sum' is inside another aggregate"],
  ])('%s is refused with %j', (value, table, message) => {
    expect(() => compile(value, {}, table)).toThrow(message)
  })
})

const names = ['Atlantic', 'Baobab']
const dayOf = (days: number) => shiftDay('2025-01-01', days)
const bill = fc.record({
  day: fc.integer({ min: 0, max: 100 }).map(dayOf),
  carrier: fc.constantFrom(...names),
  currency: fc.constantFrom('NGN', 'USD'),
  cents: fc.integer({ min: 0, max: 1_000_000 }),
})
const rate = fc.record({
  day: fc.integer({ min: -40, max: 100 }).map(dayOf),
  from: fc.constantFrom('NGN', 'USD'),
  // Quarters: sums of products are exact.
  quarters: fc.integer({ min: 1, max: 20 }),
})

const asked = await openAsked(sources)

/** Removes the noise of binary addition. */
const round = (value: number | null) => (value === null ? null : Math.round(value * 1e6) / 1e6)

/** The last day of the month of a day. */
const endOf = (day: string) =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).toISOString().slice(0, 10)

test.each([
  ['day', ['carrier'], { year: '2025', month: '2' }],
  ['periodEnd', ['carrier'], { year: '2025', month: '2' }],
  ['day', ['month'], { year: '2025' }],
  ['periodEnd', ['month'], { year: '2025' }],
  ['periodEnd', ['day'], { year: '2025', month: '3' }],
  ['day', ['carrier', 'fx.rate'], { year: '2025', month: '2' }],
  ['periodEnd', ['fx.rate'], { year: '2025', month: '2' }],
  ['day', ['carrier'], { dateRange: '2025-01-20..2025-02-10' }],
  ['periodEnd', ['carrier'], { dateRange: '2025-01-20..2025-02-10' }],
  ['periodEnd', ['fx.rate'], { dateRange: '2025-01-20..2025-02-10' }],
] as const)(
  'at "%s", rows by %j of %j are the sum of each bill times its rate',
  async (at, by, selection) => {
    const selectors = Object.keys(selection).map((kind) => ({ kind, name: kind }))
    const days = 'dateRange' in selection ? splitRange(selection.dateRange) : undefined
    const rows = { by, total: 'All' }
    const question = compile('convert(amount, USD, fx.rate)', { selectors, rows }, { at })
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(bill, { selector: (one) => `${one.day}${one.carrier}${one.currency}`, maxLength: 20 }),
        fc.uniqueArray(rate, { selector: (one) => `${one.day}${one.from}`, maxLength: 12 }),
        async (bills, rates) => {
          await asked.store(
            'bills',
            bills.map((one) => ({
              key: one.day,
              values: [one.carrier, one.currency],
              measures: { amount: one.cents / 100, calls: 1 },
            })),
          )
          await asked.store(
            'exchange',
            rates.map((one) => ({
              key: one.day,
              values: [one.from, 'USD'],
              measures: { rate: one.quarters / 4 },
            })),
          )
          const table = await asked.ask(question, selection, days && { days })
          const month = 'month' in selection ? `2025-0${selection.month}` : '2025'
          const chosen = bills.filter(({ day }) =>
            days === undefined ? day.startsWith(month) : days.first <= day && day <= days.last,
          )
          const rateOf = (one: (typeof bills)[number]) => {
            const until = at === 'day' || by[0] === 'day' ? one.day : (days?.last ?? endOf(one.day))
            const known = rates.filter(({ day, from }) => from === one.currency && day <= until)
            const last = known.toSorted((a, b) => (a.day < b.day ? -1 : 1)).at(-1)
            return last === undefined ? null : last.quarters / 4
          }
          const sum = (some: typeof bills) => {
            const amounts = some.flatMap((one) => {
              const rate = rateOf(one)
              return rate === null ? [] : (one.cents * rate) / 100
            })
            return amounts.length === 0 ? null : round(amounts.reduce((one, other) => one + other, 0))
          }
          const getters = {
            carrier: (one: (typeof bills)[number]) => one.carrier,
            month: (one: (typeof bills)[number]) => one.day.slice(5, 7),
            day: (one: (typeof bills)[number]) => one.day,
            'fx.rate': (one: (typeof bills)[number]) => String(rateOf(one) ?? '(none)'),
          }
          const nameOf = (one: (typeof bills)[number]) => by.map((name) => getters[name](one)).join(' ')
          const shown = table.rows.filter(({ hasRecord }) => hasRecord)
          const found = shown.map(({ key, dimension = [], values }) => [
            [key, dimension].flat().join(' '),
            round(values.at(-1) ?? null),
          ])
          const names = [...new Set(chosen.map(nameOf))]
          const expected = names.map((name) => [name, sum(chosen.filter((one) => nameOf(one) === name))])
          expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
          expect(round(table.total?.values.at(-1) ?? null)).toBe(sum(chosen))
        },
      ),
      { numRuns: 15 },
    )
  },
)

test.each([
  [{ rows: { by: ['fx.rat'] } }, "no dimension 'fx.rat'"],
  [{ rows: { by: ['fx.rate'] }, columns: [{ id: 'v', value: 'sum(fx.index)' }] }, 'hold until the next one'],
])('rows by a joined value are refused for %j', (changes, message) => {
  expect(() => compile('convert(amount, USD, fx.rate)', changes)).toThrow(message)
})

test('an amount has the decimals of its currency', () => {
  const decimalsOf = (unit: string) =>
    compile('calls / 2', { columns: [{ id: 'v', value: 'calls / 2', role: 'series', format: { unit } }] })
      .plan.columns[0]?.format?.options.maximumFractionDigits
  expect(['NGN', 'JPY', 'KWD', 'min'].map(decimalsOf)).toEqual([2, 0, 3, 2])
})
