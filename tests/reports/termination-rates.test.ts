import { nameTotals } from '../../src/report/table/totals.ts'
import { expect, test } from 'vitest'
import { openAsked } from '../support/asked-tables.ts'
import { compileQuestion, compileSources } from '../support/questions.ts'

/*
 * Nigeria's rate of a minute that ends an international call: NGN 24.40 until 31 December 2021, USD 0.045 from January
 * 2022, USD 0.10 from September 2022.
 */
const base = { endpoints: {} }
const currency = { field: 'currency', values: ['NGN', 'USD'] }
const sources = compileSources([
  {
    ...base,
    id: 'incoming',
    title: 'Incoming',
    time: { kind: 'date', field: 'day' },
    measures: [{ field: 'minutes', unit: 'min' }],
  },
  {
    ...base,
    id: 'termination',
    title: 'Termination rates',
    time: { kind: 'date', field: 'from', inForce: true },
    dimensions: [currency],
    measures: [{ field: 'rate', unit: { from: 'currency' } }],
  },
  {
    ...base,
    id: 'exchange',
    title: 'Exchange rates',
    time: { kind: 'date', field: 'from', inForce: true },
    dimensions: [currency],
    measures: [{ field: 'ngn', unit: 'NGN' }],
  },
])
const question = (by: string) =>
  compileQuestion(
    {
      selectors: [{ kind: 'year' }],
      data: {
        dataset: 'incoming',
        with: {
          naira: { dataset: 'termination', where: { currency: ['NGN'] } },
          dollars: { dataset: 'termination', where: { currency: ['USD'] } },
          fx: { dataset: 'exchange', where: { currency: ['USD'] } },
        },
      },
      rows: { by: [by], total: 'Year' },
      columns: [
        { id: 'ngn', value: 'sum(minutes * naira.rate)' },
        { id: 'usd', value: 'sum(minutes * dollars.rate)' },
        { id: 'both', value: 'add(ngn, convert(minutes * dollars.rate, NGN, fx.ngn))' },
      ],
      chart: { types: [] },
    },
    sources,
  )

const listDays = (from: string, to: string) => {
  const days: string[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) {
    days.push(new Date(at).toISOString().slice(0, 10))
  }
  return days
}
const minutesOf = (day: string) => 1_000_000 + Number(day.slice(8)) * 1_250 + Number(day.slice(5, 7)) * 10_000
/** What a day is worth in each currency; null where no rate is in force. */
const worthOf = (day: string) => {
  const ngn = day < '2022-01-01' ? 24.4 * minutesOf(day) : 0
  const usd = day < '2022-01-01' ? null : (day < '2022-09-01' ? 0.045 : 0.1) * minutesOf(day)
  const naira = day < '2022-06-15' ? 415 : 427.5
  return [ngn, usd, ngn + (usd ?? 0) * naira] as const
}

const asked = await openAsked(sources)
const days = listDays('2021-12-01', '2022-12-31')
await asked.store(
  'incoming',
  days.map((day) => ({ key: day, values: [], measures: { minutes: minutesOf(day) } })),
)
await asked.store('termination', [
  { key: '2020-01-01', values: ['NGN'], measures: { rate: 24.4 } },
  { key: '2022-01-01', values: ['NGN'], measures: { rate: 0 } },
  { key: '2022-01-01', values: ['USD'], measures: { rate: 0.045 } },
  { key: '2022-09-01', values: ['USD'], measures: { rate: 0.1 } },
])
await asked.store('exchange', [
  { key: '2021-06-01', values: ['USD'], measures: { ngn: 415 } },
  { key: '2022-06-15', values: ['USD'], measures: { ngn: 427.5 } },
])

const sumOf = (days: readonly string[], index: 0 | 1 | 2) =>
  days.reduce<number | null>((sum, day) => {
    const value = worthOf(day)[index]
    return value === null ? sum : (sum ?? 0) + value
  }, null)
const near = (value: number | null | undefined, expected: number | null) =>
  expected === null ? expect(value).toBeNull() : expect(value).toBeCloseTo(expected, 4)

test.each([
  ['2021', '2021-12-01', '2021-12-31'],
  ['2022', '2022-01-01', '2022-12-31'],
])('each day of %s has its rate, and the year is their sum', async (year, from, to) => {
  const days = listDays(from, to)
  const table = await asked.ask(question('day'), { year })
  const rows = table.rows.filter(({ hasRecord }) => hasRecord)
  expect(rows.map(({ key }) => key)).toEqual(days)
  for (const [position, { values }] of rows.entries()) {
    worthOf(days[position] ?? '').forEach((expected, index) => near(values[index], expected))
  }
  for (const index of [0, 1, 2] as const) near(table.total?.values[index], sumOf(days, index))
})

test('each month of 2022 is the sum of its days, by the rates of both halves', async () => {
  const table = await asked.ask(question('month'), { year: '2022' })
  expect(table.rows).toHaveLength(12)
  for (const { key, values } of table.rows) {
    const days = listDays('2022-01-01', '2022-12-31').filter((day) => day.slice(5, 7) === key)
    for (const index of [0, 1, 2] as const) near(values[index], sumOf(days, index))
  }
})

test('the days of 2021 without a rate in dollars are blank and named', async () => {
  const { columns, rows, total, remarks } = await asked.ask(question('day'), { year: '2021' })
  expect(rows.filter(({ hasRecord }) => hasRecord).every(({ values }) => values[1] === null)).toBe(true)
  expect(remarks.join(' ')).toContain('Termination rates has no record of 1 to 31 December 2021')
  expect(nameTotals(columns, total ?? { values: [] })).toEqual(['', 'incomplete', 'incomplete'])
})
