import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Value } from '../../src/query/arithmetic.ts'
import { openAsked, type TestRecord } from '../support/asked-tables.ts'
import { expectSame } from '../support/expect-same.ts'
import { blankIfNone, divide, type Drawn, findLargest } from '../support/naive-values.ts'
import { compileQuestion, compileSources, diagnoseQuestion } from '../support/questions.ts'

/* Windows whose cells, others and totals have records of several carriers: the same expression over all of these. */
const sources = compileSources([
  {
    id: 'traffic',
    time: { kind: 'month' },
    dimensions: [{ field: 'carrier' }, { field: 'way', values: ['IN', 'OUT'] }],
    measures: [{ field: 'm' }, { field: 'n' }],
  },
])
const asked = await openAsked(sources)

interface Row {
  /** The months since January 2024. */
  readonly time: number
  readonly carrier: string
  readonly way: string
  readonly m?: number | undefined
  readonly n?: number | undefined
}
type Rows = readonly Row[]
const FIRST = 12

const formatMonth = (time: number) =>
  `${2024 + Math.floor(time / 12)}-${String((time % 12) + 1).padStart(2, '0')}`
const toRecord = ({ time, carrier, way, m, n }: Row): TestRecord => ({
  key: formatMonth(time),
  values: [carrier, way],
  measures: { ...(m !== undefined && { m }), ...(n !== undefined && { n }) },
})

const question = (changes: Readonly<Record<string, unknown>>) => ({
  data: { dataset: 'traffic' },
  selectors: [{ kind: 'year' }],
  ...changes,
})
const ask = (changes: Readonly<Record<string, unknown>>, month?: string) =>
  asked.ask(compileQuestion(question(changes), sources), { year: '2025', ...(month && { month }) })

const valuesOf = (rows: Rows, field: 'm' | 'n') => rows.flatMap((row) => row[field] ?? [])
const add = (values: readonly number[]) => values.reduce((one, other) => one + other, 0)
const sum = (rows: Rows, field: 'm' | 'n' = 'm') => blankIfNone(valuesOf(rows, field), add)
const max = (rows: Rows) => findLargest(valuesOf(rows, 'm'))
const min = (rows: Rows) => blankIfNone(valuesOf(rows, 'm'), (values) => Math.min(...values))
const within = (rows: Rows, first: number, last: number) =>
  rows.filter(({ time }) => first <= time && time <= last)
const ofYear = (rows: Rows, time: number) => within(rows, time - (time % 12), time)
const ofQuarter = (rows: Rows, time: number) => within(rows, time - (time % 3), time)

/** Expressions, and their values at a month of some records. */
const windows: readonly (readonly [text: string, of: (rows: Rows, time: number) => Value])[] = [
  ['running(m)', (rows, time) => sum(ofYear(rows, time))],
  ['running(m, quarter)', (rows, time) => sum(ofQuarter(rows, time))],
  ['running(m) / running(n)', (rows, time) => divide(sum(ofYear(rows, time)), sum(ofYear(rows, time), 'n'))],
  [
    'window(m, 2, month) / window(n, 2, month)',
    (rows, time) => divide(sum(within(rows, time - 1, time)), sum(within(rows, time - 1, time), 'n')),
  ],
  ['window(m, 3, month)', (rows, time) => sum(within(rows, time - 2, time))],
  ['window(m, 3, month, before)', (rows, time) => sum(within(rows, time - 3, time - 1))],
  [
    'window(mean(m), 3, month)',
    (rows, time) => {
      const values = valuesOf(within(rows, time - 2, time), 'm')
      return divide(blankIfNone(values, add), values.length)
    },
  ],
  ['window(max(m), 3, month)', (rows, time) => max(within(rows, time - 2, time))],
  ['window(min(m), 3, month)', (rows, time) => min(within(rows, time - 2, time))],
  ['running(max(m))', (rows, time) => max(ofYear(rows, time))],
  ['running(min(m), quarter)', (rows, time) => min(ofQuarter(rows, time))],
]

const amount = fc.option(fc.integer({ min: -20, max: 400 }), { nil: undefined })
const records = fc.array(
  fc
    .record({
      time: fc.integer({ min: 8, max: 20 }),
      carrier: fc.constantFrom('A', 'B', 'C'),
      way: fc.constantFrom('IN', 'OUT'),
      m: amount,
      n: amount,
    })
    .filter(({ m, n }) => m !== undefined || n !== undefined),
  { minLength: 5, maxLength: 40, size: 'max' },
)
const layouts = fc.record({
  by: fc.constantFrom<string[]>(['month'], ['month', 'carrier'], ['carrier'], ['carrier', 'way']),
  pivot: fc.option(fc.constantFrom<'carrier' | 'way'>('carrier', 'way'), { nil: null }),
  top: fc.boolean(),
  beside: fc.boolean(),
  columns: fc.subarray([...windows], { minLength: 1, maxLength: 3 }),
})

test('windows of several records are the expression over all of these', async () => {
  let cells = 0
  const check = async (drawn: readonly Row[], { by, pivot, top, beside, columns }: Drawn<typeof layouts>) => {
    const all = [...new Map(drawn.map((row) => [[row.time, row.carrier, row.way].join(), row])).values()]
    await asked.store('traffic', all.map(toRecord))
    const isTime = by[0] === 'month'
    const over = pivot !== null && !by.includes(pivot) ? pivot : null
    const pivoted = beside ? null : over
    const isPivoted = pivoted !== null
    const isCut = top && !isTime
    const table = await ask(
      {
        selectors: [{ kind: 'year' }, ...(isTime ? [] : [{ kind: 'month' }])],
        rows: { by, total: 'All', ...(isCut && { sort: 'key', top: 1, rest: 'Others' }) },
        columns: [
          ...(over !== null && beside ? [{ id: 'p', pivot: over, value: 'm', label: 'p {name}' }] : []),
          ...columns.map(([value], index) => ({
            id: `c${index}`,
            value,
            format: { style: 'plain', decimals: 6 },
            ...(isPivoted && { pivot: over, label: `c${index} {name}` }),
            ...(isPivoted && top && { top: 1, rest: 'Rest' }),
          })),
        ],
      },
      isTime ? undefined : '4',
    )
    const MONTH = FIRST + 3
    const times = [...new Set(all.filter(({ time }) => time >= FIRST).map(({ time }) => time))].toSorted(
      (one, other) => one - other,
    )
    const listed = table.rows.filter(({ hasRecord, isRest }) => hasRecord && !isRest)
    const nameRow = (row: Row) =>
      by.flatMap((name) => (name === 'month' ? [] : [name === 'way' ? row.way : row.carrier])).join()
    const getName = ({ key, dimension }: (typeof listed)[number]) =>
      isTime ? (dimension ?? '') : [key, dimension ?? []].flat().join()
    const getTime = ({ key }: (typeof listed)[number]) => (isTime ? FIRST + Number(key) - 1 : MONTH)
    for (const [index, [, of]] of columns.entries()) {
      const own = table.columns.flatMap(({ from, label }, position) =>
        from === `c${index}` ? [{ name: isPivoted ? label.slice(3) : '', position }] : [],
      )
      const named = own.map(({ name }) => name)
      for (const { name, position } of own) {
        const isOf = (row: Row) =>
          pivoted === null || (name === 'Rest' ? !named.includes(row[pivoted]) : row[pivoted] === name)
        const ofColumn = all.filter(isOf)
        const found = [...listed, table.total].map((row) => row?.values[position] ?? null)
        const inRow = (row: (typeof listed)[number]) =>
          ofColumn.filter((one) => nameRow(one) === getName(row))
        const cut = ofColumn.filter((one) => !listed.some((row) => getName(row) === nameRow(one)))
        const last = times.findLast((time) => of(ofColumn, time) !== null)
        const total = isTime ? (last === undefined ? null : of(ofColumn, last)) : of(ofColumn, MONTH)
        expectSame(found, [
          ...listed.map((row) => of(inRow(row), getTime(row))),
          ...(listed.length === 0 ? [null] : [total]),
        ])
        const rest = table.rows.find(({ isRest }) => isRest)
        if (rest !== undefined) expectSame([rest.values[position] ?? null], [of(cut, MONTH)])
        cells += found.filter((value) => value !== null).length
      }
    }
  }
  await fc.assert(fc.asyncProperty(records, layouts, check), { numRuns: 150 })
  expect(cells).toBeGreaterThan(500)
}, 60_000)

test('the largest of a pivot of running sums is that of the last month', async () => {
  const written = [
    { time: FIRST, carrier: 'A', way: 'IN', m: 100 },
    { time: FIRST + 2, carrier: 'A', way: 'OUT', m: 10 },
    { time: FIRST + 2, carrier: 'B', way: 'IN', m: 40 },
    { time: FIRST + 2, carrier: 'B', way: 'OUT', m: 90 },
  ]
  await asked.store('traffic', written.map(toRecord))
  for (const by of [['month'], ['month', 'way']]) {
    const table = await ask({
      rows: { by, total: 'All' },
      columns: [{ id: 'of', pivot: 'carrier', value: 'running(m)', top: 1, rest: 'Rest' }],
    })
    expect(table.columns.slice(by.length - 1).map(({ label }) => label)).toEqual(['B', 'Rest'])
    expect(table.total?.values.slice(by.length - 1)).toEqual([130, 110])
  }
})

test.each(['running(m)', 'previous(m)'])(
  '%s is refused beside a pivot of times, and in the rest of one',
  (value) => {
    const changes = { selectors: [{ kind: 'year' }, { kind: 'month' }], rows: { by: ['site'] } }
    const diagnose = (columns: readonly unknown[]) =>
      diagnoseQuestion({ ...changes, columns }).map((text) => text.replace(/:.*/, ''))
    const ofTimes = { id: 'p', pivot: 'day', value: value.replace('m', 'minutes') }
    const own = { id: 'of', value: ofTimes.value }
    expect(diagnose([ofTimes])).toEqual([])
    expect(diagnose([{ ...ofTimes, value: 'minutes' }, own])).toEqual(['columns[1].value at 0'])
    expect(diagnose([{ ...ofTimes, top: 1, rest: 'Rest' }])).toEqual(['columns[0].value at 0'])
  },
)

test.each(['window(median(m), 8, month, before)', 'window(last(m), 3, month)', 'previous(first(m), year)'])(
  '%s is refused beside a pivot, and in one with a rest',
  (value) => {
    const rows = { by: ['month'] }
    const beside = [
      { id: 'p', pivot: 'way', value: 'm' },
      { id: 'of', value },
    ]
    const pivot = { id: 'p', pivot: 'way', value }
    const message =
      'a pivot divides the records of which this is one value; leave it out, or write a report of its own [expression]'
    expect(diagnoseQuestion(question({ rows, columns: beside }), sources)).toEqual([
      `columns[1].value at 0: ${message}`,
    ])
    expect(diagnoseQuestion(question({ rows, columns: [pivot] }), sources)).toEqual([])
    expect(
      diagnoseQuestion(question({ rows, columns: [{ ...pivot, top: 1, rest: 'Rest' }] }), sources),
    ).toEqual([`columns[0].value at 0: ${message}`])
  },
)
