import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DatasetPlan } from '../../../../src/dataset/dataset-plan.ts'
import type { Value } from '../../../../src/query/arithmetic.ts'
import { findGroupTime } from '../../../../src/server/data/tables/grouped-records.ts'
import { expectSame } from '../../../support/expect-same.ts'
import { openAsked } from '../../../support/asked-tables.ts'
import { divide, type Drawn, findLargest, findPercentile } from '../../../support/naive-values.ts'
import { compileQuestion, compileSources } from '../../../support/questions.ts'

/*
 * Reports that join datasets, two ways: by the database, which groups what it can, and by a few lines over the same
 * records. Amounts have two decimals and rates seven, so that products are exact.
 */

const ways = ['IN', 'OUT']
const sites = ['NORTH', 'SOUTH']
const way = { id: 'way', field: 'way', values: ways }
const definitions: readonly { readonly id: Id; readonly [key: string]: unknown }[] = [
  {
    id: 'calls',
    time: { kind: 'date', field: 'day' },
    dimensions: [way, { id: 'site', field: 'site', values: sites }],
    measures: [{ field: 'minutes' }],
  },
  {
    id: 'partner',
    time: { kind: 'date', field: 'day' },
    dimensions: [{ ...way, id: 'direction' }],
    measures: [{ field: 'minutes' }, { field: 'rate' }],
  },
  {
    id: 'rates',
    time: { kind: 'date', field: 'from', inForce: true },
    dimensions: [
      { id: 'zone', values: sites },
      { id: 'plan', values: ['A', 'B'] },
    ],
    measures: [{ field: 'rate' }],
  },
  {
    id: 'targets',
    time: { kind: 'month' },
    dimensions: [way],
    measures: [{ field: 'target' }],
  },
]
type Id = 'calls' | 'partner' | 'rates' | 'targets'
interface Row {
  readonly id: Id
  readonly day: string
  readonly way: string
  readonly site: string
  readonly measures: Readonly<Record<string, number>>
}

/** What a report joins, as an author writes it. */
const joined = (rows: string) => ({
  partner: { dataset: 'partner', by: { way: 'direction' }, rows },
  rates: { dataset: 'rates', by: { site: 'zone' }, where: { plan: ['A'] } },
  targets: { dataset: 'targets' },
})

/** The records of a row, all records, in which others are found, and those of the row in the month before. */
type Compute = (cell: readonly Row[], all: readonly Row[], before: readonly Row[]) => Value
const of = (rows: readonly Row[], id: Id) => rows.filter((row) => row.id === id)
const add = (values: readonly (number | null | undefined)[]): Value => {
  const known = values.filter((value) => value !== null && value !== undefined)
  return known.length === 0 ? null : Number(known.reduce((sum, value) => sum + value, 0).toFixed(9))
}
const sum = (rows: readonly Row[], id: Id, name: string): Value =>
  add(of(rows, id).map(({ measures }) => measures[name]))
const findRate = ({ day, site }: Row, all: readonly Row[]) =>
  of(all, 'rates')
    .filter((rate) => rate.site === site && rate.way === 'IN' && rate.day <= day)
    .toSorted((one, other) => (one.day < other.day ? -1 : 1))
    .at(-1)?.measures['rate']
const findPartner = (call: Row, all: readonly Row[]) =>
  of(all, 'partner').find((row) => row.day === call.day && row.way === call.way)?.measures
const findTarget = (call: Row, all: readonly Row[]) =>
  of(all, 'targets').find((row) => row.day.slice(0, 7) === call.day.slice(0, 7) && row.way === call.way)
    ?.measures['target']
const products = (cell: readonly Row[], find: (call: Row) => number | undefined) =>
  of(cell, 'calls').flatMap((call) => {
    const [minutes, rate] = [call.measures['minutes'], find(call)]
    return minutes === undefined || rate === undefined ? [] : [{ minutes, rate, product: minutes * rate }]
  })

/** An expression, and whether it needs rows that the partner, or the targets, can have. */
interface Asked {
  readonly text: string
  readonly needs?: 'partner' | 'targets'
  readonly of: Compute
}
const asked: readonly Asked[] = [
  { text: 'minutes', of: (cell) => sum(cell, 'calls', 'minutes') },
  {
    text: 'sum(minutes * rates.rate)',
    of: (cell, all) => add(products(cell, (call) => findRate(call, all)).map(({ product }) => product)),
  },
  {
    text: 'mean(rates.rate, minutes)',
    of: (cell, all) => {
      const list = products(cell, (call) => findRate(call, all))
      return divide(add(list.map(({ product }) => product)), add(list.map(({ minutes }) => minutes)))
    },
  },
  {
    text: 'max(minutes - rates.rate)',
    of: (cell, all) => {
      const list = products(cell, (call) => findRate(call, all))
      return list.length === 0 ? null : Math.max(...list.map(({ minutes, rate }) => minutes - rate))
    },
  },
  {
    text: 'mean(rates.rate)',
    of: (cell, all) => {
      const rates = of(cell, 'calls').flatMap((call) => findRate(call, all) ?? [])
      return rates.length === 0 ? null : divide(add(rates), rates.length)
    },
  },
  {
    text: 'sum((partner.minutes - minutes) * partner.rate)',
    of: (cell, all) =>
      add(
        of(cell, 'calls').map((call) => {
          const [ours, theirs] = [call.measures['minutes'], findPartner(call, all)]
          const { minutes, rate } = theirs ?? {}
          return ours === undefined || minutes === undefined || rate === undefined
            ? null
            : (minutes - ours) * rate
        }),
      ),
  },
  {
    text: 'sum(minutes * targets.target)',
    of: (cell, all) => add(products(cell, (call) => findTarget(call, all)).map(({ product }) => product)),
  },
  { text: 'sum(partner.minutes)', needs: 'partner', of: (cell) => sum(cell, 'partner', 'minutes') },
  {
    text: 'sum(minutes) - sum(partner.minutes)',
    needs: 'partner',
    of: (cell) => {
      const [ours, theirs] = [sum(cell, 'calls', 'minutes'), sum(cell, 'partner', 'minutes')]
      return ours === null || theirs === null ? null : ours - theirs
    },
  },
  { text: 'targets.target', needs: 'targets', of: (cell) => sum(cell, 'targets', 'target') },
]
const minutesOf = (cell: readonly Row[]) =>
  of(cell, 'calls').flatMap(({ measures }) => measures['minutes'] ?? [])
/** The minutes of each call that has a rate, divided by it. */
const quotientsOf = (cell: readonly Row[], all: readonly Row[]) =>
  products(cell, (call) => findRate(call, all)).map(({ minutes, rate }) => minutes / rate)
const amountsOf = (cell: readonly Row[], all: readonly Row[]) =>
  products(cell, (call) => findRate(call, all)).map(({ product }) => product)
/** What is computed for each day that has a value. */
const byDay = (cell: readonly Row[], compute: (own: readonly Row[]) => Value): number[] =>
  [...new Set(cell.map(({ day }) => day))]
    .toSorted()
    .flatMap((day) => compute(cell.filter((one) => one.day === day)) ?? [])
/** What needs every record or another month, and is sent beside what is joined. */
const beside: readonly Asked[] = [
  { text: 'median(minutes)', of: (cell) => findPercentile(minutesOf(cell), 0.5) },
  { text: 'median(minutes * rates.rate)', of: (cell, all) => findPercentile(amountsOf(cell, all), 0.5) },
  {
    text: 'percentile(minutes / rates.rate, 95)',
    of: (cell, all) => findPercentile(quotientsOf(cell, all), 0.95),
  },
  { text: 'distinct(site)', of: (cell) => new Set(of(cell, 'calls').map(({ site }) => site)).size || null },
  {
    text: 'max(each(day, minutes * rates.rate))',
    of: (cell, all) => findLargest(byDay(cell, (own) => add(amountsOf(own, all)))),
  },
  {
    text: 'max(each(day, partner.minutes))',
    needs: 'partner',
    of: (cell) => findLargest(byDay(cell, (own) => sum(own, 'partner', 'minutes'))),
  },
  { text: 'previous(minutes)', of: (_, __, before) => sum(before, 'calls', 'minutes') },
  {
    text: 'last(minutes) / median(each(day, minutes))',
    of: (cell) => {
      const days = byDay(cell, (own) => sum(own, 'calls', 'minutes'))
      return divide(days.at(-1) ?? null, findPercentile(days, 0.5))
    },
  },
]

const groups: Readonly<Record<string, (row: Row) => string>> = {
  way: ({ way: value }) => value,
  site: ({ site }) => site,
  day: ({ day }) => day,
  month: ({ day }) => day.slice(5, 7),
}
const can = (by: string, needs: 'partner' | 'targets' | undefined): boolean =>
  needs === undefined || (needs === 'partner' ? by !== 'site' : by === 'way' || by === 'month')

const cents = fc.integer({ min: -500, max: 5_000 }).map((value) => value / 100)
const row = fc
  .record({
    id: fc.constantFrom<Id>('calls', 'calls', 'calls', 'partner', 'partner', 'rates', 'targets'),
    day: fc
      .integer({ min: 0, max: 50 })
      .map((days) => new Date(Date.UTC(2024, 11, 20 + days)).toISOString().slice(0, 10)),
    way: fc.constantFrom(...ways),
    site: fc.constantFrom(...sites),
    value: fc.option(cents, { nil: undefined }),
    rate: fc.integer({ min: 1, max: 9_999_999 }).map((value) => value / 10_000_000),
  })
  .map(({ id, day, value, rate, ...others }): Row => {
    const minutes = value === undefined ? {} : { minutes: value }
    const measures = {
      calls: minutes,
      partner: { ...minutes, rate },
      rates: { rate },
      targets: { target: rate },
    }
    return { ...others, id, day: id === 'targets' ? `${day.slice(0, 7)}-01` : day, measures: measures[id] }
  })
  .filter(({ measures }) => Object.keys(measures).length > 0)
const question = fc
  .record({
    by: fc.constantFrom('way', 'site', 'day', 'month'),
    rows: fc.constantFrom('source', 'all', 'both'),
    month: fc.constantFrom(null, '1', '2'),
    chosen: fc.option(fc.subarray(ways, { minLength: 1 }), { nil: null }),
    columns: fc.subarray([...asked], { minLength: 1, maxLength: 4 }),
    more: fc.option(fc.subarray([...beside], { minLength: 1 }), { nil: [] }),
  })
  .map(({ month, rows, columns, more, ...others }) => {
    const { by } = others
    const chosen = by === 'month' ? null : by === 'day' ? (month ?? '1') : month
    const isCompared = chosen !== null && by !== 'day'
    return {
      ...others,
      month: chosen,
      rows: (by === 'site' && rows === 'all') || (more.length > 0 && rows === 'both') ? 'source' : rows,
      columns: [
        asked[0],
        ...columns,
        ...more.filter(({ text }) => isCompared || !text.startsWith('previous')),
      ]
        .flatMap((one) => one ?? [])
        .filter(({ needs }) => can(by, needs)),
    }
  })

const sources = compileSources(definitions)
const get = (id: Id): DatasetPlan =>
  sources.find((one) => one.id === id) ?? expect.fail(`there is no dataset ${id}`)
const place = await openAsked(sources)

const valuesOf = ({ id, way: own, site }: Row): readonly string[] =>
  ({ calls: [own, site], partner: [own], rates: [site, own === 'IN' ? 'A' : 'B'], targets: [own] })[id]

async function store(rows: readonly Row[]): Promise<void> {
  for (const { id } of definitions) {
    const records = of(rows, id).map((one) => ({
      key: id === 'targets' ? one.day.slice(0, 7) : one.day,
      values: valuesOf(one),
      measures: one.measures,
    }))
    await place.store(id, records)
  }
}

/** Records of both datasets that are of one row of the report, and of different records that are sent for it. */
const apart = [
  ['2025-01-01', { by: 'month', chosen: ways, month: null }] as const,
  ['2025-02-01', { by: 'way', chosen: null, month: null }] as const,
].map(([day, written]): [Row[], Drawn<typeof question>] => {
  const build = (id: Id, own: string, at: string, measures: Row['measures']): Row => ({
    id,
    day: at,
    way: own,
    site: 'NORTH',
    measures,
  })
  return [
    [
      build('partner', 'IN', '2025-01-01', { minutes: 7 }),
      build('calls', written.by === 'month' ? 'OUT' : 'IN', day, { minutes: 3 }),
    ],
    {
      ...written,
      chosen: written.chosen === null ? null : [...written.chosen],
      rows: 'source',
      columns: asked.filter(
        ({ text }) => text === 'minutes' || text === 'sum(minutes) - sum(partner.minutes)',
      ),
    },
  ]
})

/** A record of the partner whose only counterpart is of another year. */
const yearBefore: (typeof apart)[number] = [
  [
    { id: 'calls', day: '2024-12-20', way: 'IN', site: 'NORTH', measures: { minutes: 3 } },
    { id: 'partner', day: '2025-01-01', way: 'IN', site: 'NORTH', measures: { minutes: 7 } },
  ],
  {
    by: 'way',
    chosen: null,
    month: null,
    rows: 'source',
    columns: asked.filter(({ text }) => text === 'minutes' || text === 'sum(partner.minutes)'),
  },
]

/** A record whose partner lacks a measure that is read. */
const partlyBlank: (typeof apart)[number] = [
  [
    { id: 'calls', day: '2025-02-04', way: 'IN', site: 'NORTH', measures: { minutes: 0 } },
    { id: 'partner', day: '2025-02-04', way: 'IN', site: 'NORTH', measures: { rate: 0.0001 } },
    { id: 'calls', day: '2024-12-20', way: 'IN', site: 'NORTH', measures: { minutes: 0 } },
  ],
  {
    by: 'site',
    chosen: null,
    month: null,
    rows: 'both',
    columns: asked.filter(
      ({ text }) => text === 'minutes' || text === 'sum((partner.minutes - minutes) * partner.rate)',
    ),
  },
]

test('joined datasets have the same cells and totals in a database and over all records', async () => {
  let [cells, grouped] = [0, 0]
  const check = async (list: Row[], { by, rows, month, chosen, columns }: Drawn<typeof question>) => {
    const all = [...new Map(list.map((one) => [[one.id, one.day, ...valuesOf(one)].join(), one])).values()]
    await store(all)
    const asking = compileQuestion(
      {
        selectors: [
          { kind: 'year' },
          ...(month === null ? [] : [{ kind: 'month' }]),
          ...(chosen === null || columns.some(({ needs }) => needs === undefined && by === 'site')
            ? []
            : [{ dimension: 'way' }]),
        ],
        data: { dataset: 'calls', with: joined(rows) },
        rows: { by: [by], total: 'All' },
        columns: columns.map(({ text }, index) => ({ id: `c${index}`, value: text })),
      },
      sources,
    )
    const { plan, dataset } = asking
    const hasSelector = plan.selectors.some(({ name }) => name === 'way')
    const isChosen = (one: Row) => !hasSelector || one.id === 'rates' || chosen?.includes(one.way) === true
    const table = await place.ask(asking, {
      year: '2025',
      ...(month !== null && { month }),
      ...(hasSelector && { way: chosen?.join(',') ?? '' }),
    })

    const within = (one: Row) =>
      one.day.startsWith(month === null ? '2025' : `2025-${month.padStart(2, '0')}`)
    const read = all.filter(isChosen)
    const isGrouped = dataset.from?.query.inputs[1]?.join?.isGrouped === true
    const names = columns.flatMap(({ text }) =>
      [...text.matchAll(/partner\.(\w+)/g)].map(([, name = '']) => name),
    )
    // A record of the partner belongs to a call that reads it if it has every measure that is read.
    const hasPartner = (call: Row) => {
      const partner: Readonly<Record<string, number | undefined>> | undefined = findPartner(call, read)
      return partner !== undefined && (isGrouped || names.every((name) => partner[name] !== undefined))
    }
    const isPaired = (one: Row) =>
      rows !== 'both' ||
      (one.id === 'calls'
        ? hasPartner(one)
        : one.id !== 'partner' ||
          of(read, 'calls').some((call) => call.day === one.day && call.way === one.way))
    const counted = read.filter((one) => within(one) && one.id !== 'rates' && isPaired(one))
    const group = groups[by] as (one: Row) => string
    const isOfRow = ({ id }: Row) => id === 'calls' || (id === 'partner' && rows === 'all')
    const isCompared = columns.some(({ text }) => text.startsWith('previous')) && counted.some(isOfRow)
    const monthBefore = month === '2' ? '2025-01' : '2024-12'
    const before = isCompared ? of(read, 'calls').filter(({ day }) => day.startsWith(monthBefore)) : []
    const owned = new Set(counted.filter(isOfRow).map(group))
    const keys = [...new Set([...owned, ...before.map(group)])]
    // What joined datasets have of a row without a record of its own counts nowhere.
    const ofRows = counted.filter((one) => owned.has(group(one)))
    const compute = (isOf: (one: Row) => boolean) =>
      columns.map((column) => column.of(ofRows.filter(isOf), read, before.filter(isOf)))
    const shown = table.rows.filter(({ hasRecord }) => hasRecord)
    expect(shown.length).toBe(keys.length)
    for (const key of keys) {
      const values = compute((one) => group(one) === key)
      expectSame(shown.find((one) => one.key.slice(0, 10) === key)?.values ?? [], values)
      cells += values.length
    }
    if (keys.length > 0)
      expectSame(
        table.total?.values ?? [],
        compute((one) => keys.includes(group(one))),
      )

    if (dataset.from !== null && findGroupTime(dataset.from.query, 0, get('calls')) !== null) grouped += 1
  }
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 50, size: 'max' }), question, check),
    { numRuns: 150, examples: [...apart, yearBefore, partlyBlank] },
  )
  expect([cells > 150, grouped > 10]).toEqual([true, true])
}, 60_000)
