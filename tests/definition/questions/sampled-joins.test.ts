import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Value } from '../../../src/query/arithmetic.ts'
import { openAsked, type TestRecord } from '../../support/asked-tables.ts'
import { compileQuestion, compileSources } from '../../support/questions.ts'

/* Minutes by day, way and site; those that a partner counted by day and way; and rates in force by way. */
const dimensions = [{ field: 'way' }, { field: 'site' }]
const base = { time: { kind: 'date', field: 'day' } }
const sources = compileSources([
  { ...base, id: 'calls', title: 'Calls', dimensions, measures: [{ field: 'minutes' }] },
  { ...base, id: 'partner', title: 'Partner', dimensions: [{ field: 'way' }], measures: [{ field: 'told' }] },
  {
    ...base,
    id: 'rates',
    title: 'Rates',
    time: { kind: 'date', inForce: true },
    dimensions: [{ field: 'way' }],
    measures: [{ field: 'rate' }],
  },
])

interface Cell {
  readonly calls: readonly TestRecord[]
  readonly told: readonly TestRecord[]
  readonly before: readonly TestRecord[]
}
interface Data extends Cell {
  readonly rates: readonly TestRecord[]
}
const sum = (values: readonly number[]): Value =>
  values.length === 0 ? null : values.reduce((total, value) => total + value, 0)
const median = (values: readonly number[]): Value => {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = (sorted.length - 1) / 2
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
const minutesOf = (calls: readonly TestRecord[]) => calls.flatMap(({ measures }) => measures['minutes'] ?? [])
const toldOf = (told: readonly TestRecord[]) => told.flatMap(({ measures }) => measures['told'] ?? [])
const byDay = <R extends TestRecord>(records: readonly R[], of: (own: readonly R[]) => Value): number[] =>
  [...new Set(records.map(({ key }) => key))].flatMap(
    (day) => of(records.filter(({ key }) => key === day)) ?? [],
  )
/** The amount of each call that has a rate. */
const amountsOf = (calls: readonly TestRecord[], rates: readonly TestRecord[]): number[] =>
  calls.flatMap(({ key, values, measures }) => {
    const own = rates.filter((one) => one.values[0] === values[0] && one.key <= key)
    const rate = own.toSorted((one, other) => (one.key < other.key ? -1 : 1)).at(-1)?.measures['rate']
    return rate === undefined ? [] : (measures['minutes'] ?? 0) * rate
  })
const largest = (values: readonly number[]): Value => (values.length === 0 ? null : Math.max(...values))
const divide = (one: Value, other: number): Value => (one === null || other === 0 ? null : one / other)

const asked: readonly { readonly text: string; readonly of: (cell: Cell, rates: Data['rates']) => Value }[] =
  [
    { text: 'median(minutes)', of: ({ calls }) => median(minutesOf(calls)) },
    { text: 'median(minutes * rates.rate)', of: ({ calls }, rates) => median(amountsOf(calls, rates)) },
    {
      text: 'distinct(site)',
      of: ({ calls }) => new Set(calls.map(({ values }) => values[1])).size || null,
    },
    {
      text: 'mean(each(day, minutes))',
      of: ({ calls }) => {
        const days = byDay(calls, (own) => sum(minutesOf(own)))
        return divide(sum(days), days.length)
      },
    },
    {
      text: 'max(each(day, minutes * rates.rate))',
      of: ({ calls }, rates) => largest(byDay(calls, (own) => sum(amountsOf(own, rates)))),
    },
    {
      text: 'max(each(day, partner.told))',
      of: ({ told }) => largest(byDay(told, (own) => sum(toldOf(own)))),
    },
    { text: 'sum(minutes * rates.rate)', of: ({ calls }, rates) => sum(amountsOf(calls, rates)) },
    { text: 'sum(partner.told)', of: ({ told }) => sum(toldOf(told)) },
    { text: 'previous(minutes)', of: ({ before }) => sum(minutesOf(before)) },
    {
      text: 'last(minutes) / median(each(day, minutes))',
      of: ({ calls }) => {
        const last = calls
          .map(({ key }) => key)
          .toSorted()
          .at(-1)
        const own = sum(minutesOf(calls.filter(({ key }) => key === last)))
        return divide(own, median(byDay(calls, (one) => sum(minutesOf(one)))) ?? 0)
      },
    },
  ]

const day = fc.integer({ min: 1, max: 28 }).map((one) => String(one).padStart(2, '0'))
const month = fc.constantFrom('2025-02', '2025-03')
const way = fc.constantFrom('IN', 'OUT', 'WEB')
const amount = fc.integer({ min: 1, max: 900 })
const record = (...values: fc.Arbitrary<string>[]) =>
  fc.record({
    key: fc.tuple(month, day).map((parts) => parts.join('-')),
    values: fc.tuple(...values),
    amount,
  })
const toRecords = (
  drawn: readonly { key: string; values: readonly string[]; amount: number }[],
  field: string,
): TestRecord[] => [
  ...new Map(
    drawn.map(({ key, values, amount }) => [
      [key, ...values].join(),
      { key, values, measures: { [field]: amount } },
    ]),
  ).values(),
]

const store = await openAsked(sources)

test('medians, counts of names and sums of days beside joins and other periods are those of all records', async () => {
  let cells = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(record(way, fc.constantFrom('A', 'B', 'C')), { minLength: 1, maxLength: 25 }),
      fc.array(record(way), { maxLength: 12 }),
      fc.array(record(way), { maxLength: 6 }),
      fc.constantFrom('source', 'all'),
      fc.subarray([...asked], { minLength: 1 }),
      async (drawnCalls, drawnTold, drawnRates, rows, columns) => {
        const stored = {
          calls: toRecords(drawnCalls, 'minutes'),
          partner: toRecords(drawnTold, 'told'),
          rates: toRecords(drawnRates, 'rate'),
        }
        for (const [id, records] of Object.entries(stored)) await store.store(id, records)
        const table = await store.ask(
          compileQuestion(
            {
              data: {
                dataset: 'calls',
                with: { partner: { dataset: 'partner', rows }, rates: { dataset: 'rates' } },
              },
              rows: { by: ['way'], total: 'All' },
              columns: columns.map(({ text }, index) => ({ id: `c${index}`, value: text })),
            },
            sources,
          ),
          { year: '2025', month: '3' },
        )
        const inMonth = (records: readonly TestRecord[], name: string) =>
          records.filter(({ key }) => key.startsWith(name))
        const [calls, before, told] = [
          inMonth(stored.calls, '2025-03'),
          inMonth(stored.calls, '2025-02'),
          inMonth(stored.partner, '2025-03'),
        ]
        const isCompared = columns.some(({ text }) => text === 'previous(minutes)')
        const isSent = columns.some(({ text }) => text.includes('partner.told'))
        const ofRow = (records: readonly TestRecord[], key: string) =>
          records.filter(({ values }) => values[0] === key)
        const names = new Set(
          [
            ...calls,
            ...(isCompared && calls.length + (rows === 'all' && isSent ? told.length : 0) > 0 ? before : []),
            ...(rows === 'all' && isSent ? told : []),
          ].flatMap(({ values }) => values.slice(0, 1)),
        )
        const getCell = (keys: readonly string[]): Cell => ({
          calls: keys.flatMap((key) => ofRow(calls, key)),
          // What the partner has of a row without a call counts where all rows do.
          told: keys.flatMap((key) =>
            rows === 'all' || ofRow(calls, key).length > 0 ? ofRow(told, key) : [],
          ),
          before: keys.flatMap((key) => ofRow(before, key)),
        })
        for (const key of names) {
          const row = table.rows.find((one) => one.key === key)
          for (const [index, { of }] of columns.entries()) {
            cells += 1
            expect([key, row?.values[index] ?? null]).toEqual([key, near(of(getCell([key]), stored.rates))])
          }
        }
        if (names.size === 0) return
        for (const [index, { of }] of columns.entries()) {
          expect(table.total?.values[index] ?? null).toEqual(near(of(getCell([...names]), stored.rates)))
        }
      },
    ),
    { numRuns: 60 },
  )
  expect(cells).toBeGreaterThan(100)
}, 60_000)

test('sums of a joined dataset for each value of a dimension that it lacks are refused', () => {
  const compile = () =>
    compileQuestion(
      {
        data: { dataset: 'calls', with: { partner: { dataset: 'partner' } } },
        columns: [{ id: 'v', value: 'max(each(site, partner.told))' }],
      },
      sources,
    )
  expect(compile).toThrow("the records of 'partner' are not about a site, so they have no sum of each")
})

const near = (value: Value) => (value === null ? null : (expect.closeTo(value, 6) as unknown as number))
