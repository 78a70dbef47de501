import { expect, test } from 'vitest'
import { openAsked } from '../support/asked-tables.ts'
import { compileQuestion, compileSources } from '../support/questions.ts'

const sources = compileSources([
  {
    id: 'bills',
    time: { kind: 'date', field: 'day' },
    dimensions: [{ field: 'carrier' }, { field: 'currency' }],
    measures: [{ field: 'amount', unit: { from: 'currency' } }, { field: 'calls' }],
  },
])
const { ask, store } = await openAsked(sources)
await store(
  'bills',
  [
    ['A', 'USD', 30, 30],
    ['A', 'NGN', 3100, 31],
    ['B', 'USD', 32, 32],
    ['B', 'NGN', 900, 33],
    ['C', 'USD', 18, 1],
  ].map(([carrier, currency, amount, calls], index) => ({
    key: `2025-03-0${index + 1}`,
    values: [String(carrier), String(currency)],
    measures: { amount: Number(amount), calls: Number(calls) },
  })),
)
const read = async (columns: readonly unknown[], rows: Readonly<Record<string, unknown>> = {}) => {
  const asked = compileQuestion(
    {
      data: { dataset: 'bills' },
      rows: { by: ['carrier', 'currency'], total: 'All', ...rows },
      columns,
    },
    sources,
  )
  const table = await ask(asked, { year: '2025', month: '3' })
  const list = [...table.rows, ...(table.total ? [{ ...table.total, dimension: undefined }] : [])]
  return list.map(({ label, dimension, values }) => [
    [label, dimension ?? []].flat().join(' '),
    values.at(-1),
  ])
}

test('the others are a share of the carriers that they are of, and all rows are a share of all', async () => {
  const columns = ['calls', { id: 'part', value: 'share(calls, carrier)' }]
  expect(await read(columns, { sort: '-calls', top: 1, rest: 'Others' })).toEqual([
    ['B NGN', 33 / 65],
    // Of A, B and C.
    ['Others', 94 / 127],
    ['All', 1],
  ])
  expect(await read(columns, { sort: '-calls', top: 4, rest: 'Others' })).toContainEqual(['Others', 1])
})

test.each([
  ['alone', []],
  ['beside the amount', ['amount']],
])('a share of the amounts of a currency is the same %s', async (_, others) => {
  expect(await read([...others, { id: 'part', value: 'share(amount, currency)' }])).toEqual([
    ['A NGN', 3100 / 4000],
    ['A USD', 30 / 80],
    ['B NGN', 900 / 4000],
    ['B USD', 32 / 80],
    ['C USD', 18 / 80],
    ['All', null],
  ])
})

test('a share of a column that hides its total is a share of all rows', async () => {
  const hidden = { field: 'calls', total: false }
  expect(await read([hidden, { id: 'part', value: 'share(calls)' }])).toContainEqual(['C USD', 1 / 127])
})

test('a share names the parts of the rows as the rows do', async () => {
  const ofDay = { id: 'part', value: 'share(calls, day)' }
  expect(await read(['calls', ofDay], { by: ['day', 'carrier'] })).toContainEqual(['3/1/2025 Sat A', 1])
  await expect(
    read(['calls', { id: 'part', value: 'share(calls, date)' }], { by: ['day', 'carrier'] }),
  ).rejects.toThrow("no part of the rows 'date'; known are day, carrier; did you mean 'day'?")
})

test.each([
  ['number of carriers', 'distinct(carrier)', [64 / 2, 63 / 3, 127 / 3]],
  ['largest record', 'max(calls)', [64 / 33, 63 / 32, 127 / 33]],
])('a sum is divided by a column of the %s in rows and total', async (_, value, [ngn, usd, all]) => {
  const columns = ['calls', { id: 'by', value }, { id: 'quotient', value: 'calls / by' }]
  expect(await read(columns, { by: ['currency'] })).toEqual([
    ['NGN', ngn],
    ['USD', usd],
    ['All', all],
  ])
})
