import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatNumber } from '../../../src/report/model/format.ts'
import { openAsked } from '../../support/asked-tables.ts'
import { shiftDay } from '../../support/naive-values.ts'
import { compileQuestion, compileSources, diagnoseQuestion } from '../../support/questions.ts'

/* A selector chooses the currency shown: of rates from each currency to each, or of the values of currencies in one. */
const currencies = ['JPY', 'NGN', 'USD']
const currency = { id: 'currency', field: 'currency', values: currencies }
const inForce = { kind: 'date', field: 'since', inForce: true }
const sources = compileSources([
  {
    id: 'bills',
    time: { kind: 'date', field: 'day' },
    dimensions: [{ id: 'carrier', field: 'carrier' }, currency],
    measures: [{ field: 'amount', unit: { from: 'currency' } }],
  },
  {
    id: 'exchange',
    time: inForce,
    dimensions: [
      { ...currency, id: 'from', field: 'from' },
      { ...currency, id: 'to', field: 'to' },
    ],
    measures: [{ field: 'rate', unit: { from: 'to' } }],
  },
  {
    id: 'worth',
    title: 'Worth',
    time: inForce,
    dimensions: [currency],
    measures: [
      { field: 'ngn', unit: 'NGN' },
      { field: 'ghs', unit: 'GHS' },
    ],
  },
  {
    id: 'named',
    time: inForce,
    dimensions: [{ id: 'currency', field: 'currency' }],
    measures: [{ field: 'ngn', unit: 'NGN' }],
  },
])
const periods = [{ kind: 'year' }, { kind: 'month' }]
const direct = {
  selectors: [...periods, { dimension: 'fx.to', multiple: false }],
  data: { dataset: 'bills', with: { fx: { dataset: 'exchange', by: { currency: 'from' } } } },
  value: 'convert(amount, fx.to, fx.rate)',
  chosen: 'fxTo',
}
const byBase = {
  selectors: [...periods, { dimension: 'shown.currency', multiple: false }],
  data: { dataset: 'bills', with: { fx: { dataset: 'worth' }, shown: { dataset: 'worth' } } },
  value: 'convert(amount, shown.currency, fx.ngn, shown.ngn)',
  chosen: 'shownCurrency',
}
const rows = { by: ['carrier'], total: 'All' }
const toQuestion = ({ selectors, data, value }: typeof direct | typeof byBase) => ({
  selectors,
  data,
  rows,
  columns: [{ id: 'v', value, role: 'series' }],
})

const asked = await openAsked(sources)

const dayOf = (days: number) => shiftDay('2025-03-01', days)
const Bills = fc.uniqueArray(
  fc.record({
    day: fc.integer({ min: 0, max: 30 }).map(dayOf),
    carrier: fc.constantFrom('Atlantic', 'Baobab'),
    currency: fc.constantFrom(...currencies),
    // Quarters: sums are exact in any order.
    cents: fc.integer({ min: 1, max: 40_000 }).map((quarters) => 25 * quarters),
  }),
  { selector: (one) => `${one.day}${one.carrier}${one.currency}`, minLength: 1, maxLength: 20 },
)
const Worths = fc.uniqueArray(
  fc.record({
    day: fc.integer({ min: -20, max: 30 }).map(dayOf),
    currency: fc.constantFrom(...currencies),
    // Powers of two: products and quotients are exact.
    worth: fc.constantFrom(0.25, 0.5, 1, 2, 4, 8),
  }),
  { selector: (one) => `${one.day}${one.currency}`, maxLength: 12 },
)
interface Bill {
  readonly day: string
  readonly carrier: string
  readonly currency: string
  readonly cents: number
}
interface Worth {
  readonly day: string
  readonly currency: string
  readonly worth: number
}

const worthOf = (worths: readonly Worth[], name: string, day: string) =>
  worths
    .filter((one) => one.currency === name && one.day <= day)
    .toSorted((one, other) => (one.day < other.day ? -1 : 1))
    .at(-1)?.worth

/** Adds bills in a currency; null where no bill has both rates. */
function addBills(bills: readonly Bill[], worths: readonly Worth[], shown: string): number | null {
  const amounts = bills.flatMap(({ day, currency: own, cents }) => {
    const [from, to] = [own, shown].map((name) => worthOf(worths, name, day))
    return from === undefined || to === undefined ? [] : ((cents / 100) * from) / to
  })
  return amounts.length === 0 ? null : amounts.reduce((one, other) => one + other, 0)
}

const storeBills = (bills: readonly Bill[]) =>
  asked.store(
    'bills',
    bills.map(({ day, carrier, currency: own, cents }) => ({
      key: day,
      values: [carrier, own],
      measures: { amount: cents / 100 },
    })),
  )
const dollars = { day: '2025-03-04', carrier: 'Atlantic', currency: 'USD', cents: 200 }
const storeWorths = (worths: readonly Worth[]) =>
  asked.store(
    'worth',
    worths.map((one) => ({ key: one.day, values: [one.currency], measures: { ngn: one.worth, ghs: 1 } })),
  )
const march = { year: '2025', month: '3' }
const near = (value: number | null | undefined) => value?.toFixed(4) ?? null

describe('a selector of the currency shown', () => {
  test('converts each bill by the values of both currencies on its day, rows and total', async () => {
    const question = compileQuestion(toQuestion(byBase), sources)
    await fc.assert(
      fc.asyncProperty(Bills, Worths, fc.constantFrom(...currencies), async (bills, worths, shown) => {
        await storeBills(bills)
        await storeWorths(worths)
        const table = await asked.ask(question, { ...march, [byBase.chosen]: shown })
        for (const { key, values } of table.rows) {
          const own = bills.filter(({ carrier }) => carrier === key)
          expect(near(values[0])).toBe(near(addBills(own, worths, shown)))
        }
        expect(near(table.total?.values[0])).toBe(near(addBills(bills, worths, shown)))
        expect(table.columns[0]?.format?.suffix).toBe(`\u00A0${shown}`)
      }),
      { numRuns: 10 },
    )
  }, 120_000)

  test.each([
    ['USD', 3, '3.00\u00A0USD'],
    ['JPY', 450, '450\u00A0JPY'],
    ['NGN', 4_500, '4,500.00\u00A0NGN'],
  ])('reads the rates to %s alone, and writes its decimals', async (shown, expected, text) => {
    const naira = { day: '2025-03-05', carrier: 'Baobab', currency: 'NGN', cents: 150_000 }
    await storeBills([dollars, naira])
    const values = { USD: 1_500, NGN: 1, JPY: 10 }
    const rates = Object.entries(values).flatMap(([from, one]) =>
      Object.entries(values).map(([to, other]) => ({
        key: '2025-01-01',
        values: [from, to],
        measures: { rate: one / other },
      })),
    )
    await asked.store('exchange', rates)
    const { plan, dataset } = compileQuestion(toQuestion(direct), sources)
    const table = await asked.ask({ plan, dataset }, { ...march, [direct.chosen]: shown })
    expect(table.total?.values[0]).toBeCloseTo(expected, 6)
    expect(formatNumber(table.total?.values[0] ?? NaN, table.columns[0]?.format)).toBe(text)
    expect(plan.columns[0]?.words).toBe('Amount in the chosen currency')
  })

  test('leaves blank what has no rate, and names the currency and its day', async () => {
    await storeBills([dollars])
    await storeWorths([{ day: '2025-01-01', currency: 'USD', worth: 4 }])
    const question = compileQuestion(toQuestion(byBase), sources)
    const table = await asked.ask(question, { ...march, [byBase.chosen]: 'JPY' })
    expect(table.rows.map(({ values }) => values)).toEqual([[null]])
    expect(table.remarks.join(' ')).toContain('Worth (JPY) has no record of 4 March 2025')
  })

  test('is needed: a request without one value is refused', async () => {
    await storeBills([dollars])
    const question = compileQuestion(toQuestion(byBase), sources)
    await expect(asked.ask(question, march)).rejects.toThrow('shownCurrency needs one value.')
    const two = { ...march, shownCurrency: 'USD,NGN' }
    await expect(asked.ask(question, two)).rejects.toThrow('needs one value')
  })

  const of = (value: string) => ({ columns: [{ id: 'v', value }] })
  test.each([
    [
      { selectors: [...periods, { dimension: 'fx.to' }] },
      'one value of \'fx.to\' is read at a time; write "multiple": false',
    ],
    [{ selectors: [...periods, { dimension: 'fx.too', multiple: false }] }, "no dimension 'fx.too'"],
    [{ selectors: periods }, "'exchange' has the dimension 'to'"],
    [
      {
        ...toQuestion(byBase),
        data: { dataset: 'bills', with: { fx: { dataset: 'worth' }, shown: { dataset: 'named' } } },
      },
      'the values of \'shown.currency\' are not known; give the dimension its "values"',
    ],
    [
      of('convert(amount, gx.to, fx.rate)'),
      "no selector chooses 'gx.to'; write one, or a currency such as USD",
    ],
    [
      { ...toQuestion(byBase), ...of('convert(amount, shown.currency, fx.ngn, shown.ghs)') },
      "'shown.ghs' is not the value of 'shown.currency' in the unit of 'fx.ngn'",
    ],
    [
      of('convert(amount, fx.to, fx.rate) + convert(amount, USD, fx.rate)'),
      "the unit of 'fx.rate' is '{fxTo}', not 'USD'",
    ],
  ])('is refused for %j', (changes, message) => {
    expect(diagnoseQuestion({ ...toQuestion(direct), ...changes }, sources).join('\n')).toContain(message)
  })
})
