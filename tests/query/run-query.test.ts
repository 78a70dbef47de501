import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AggregateName, aggregates } from '../../src/query/aggregates.ts'
import { findReach } from '../../src/query/columns.ts'
import { listUnits } from '../../src/query/periods.ts'
import type { AggregatedColumn, QueryColumn, QueryPlan, QueryRecord } from '../../src/query/plan.ts'
import { createQuery, type QueryRow } from '../../src/query/run-query.ts'
import { countDays, formatDay } from '../../src/time/days.ts'
import { type GrainName, grains } from '../../src/time/grains.ts'

/*
 * The interpreter against a second one, which computes each value from all records by itself: amounts are whole
 * hundredths, so that sums are exact and have to be equal.
 */

type Source = QueryRecord & { readonly input: number; readonly day: number }

const FIRST_DAY = countDays({ year: 2023, month: 12, day: 20 })
const DAYS = 480

/** The number of the unit that contains a day, computed from the calendar; weeks belong to the year of their Thursday. */
function countUnits(day: number, unit: GrainName, grain: GrainName): number {
  const ofWeek = grain === 'week' && unit === 'year'
  const date = new Date((ofWeek ? day - ((((day + 3) % 7) + 7) % 7) + 3 : day) * 86_400_000)
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth()
  if (unit === 'day') return day
  if (unit === 'week') return Math.floor((day + 3) / 7)
  return unit === 'month' ? months : unit === 'quarter' ? Math.floor(months / 3) : date.getUTCFullYear()
}

const toCents = (value: number) => Math.round(value * 100)

function aggregateNaively(
  name: AggregateName,
  records: readonly Source[],
  column: AggregatedColumn,
): number | null {
  const pairs = records
    .filter(({ input }) => input === column.measure.input)
    .flatMap(({ key, measures }) => {
      const value = measures[column.measure.name]
      const weight = column.weights === null ? 1 : measures[column.weights.name]
      return value === undefined || weight === undefined ? [] : [{ key, value, weight }]
    })
  if (pairs.length === 0) return null
  const values = pairs.map(({ value }) => value)
  const total = (list: readonly number[]) => list.reduce((sum, value) => sum + toCents(value), 0) / 100
  const keys = pairs.map(({ key }) => key).toSorted()
  const atKey = (key: string | undefined) =>
    total(pairs.filter((pair) => pair.key === key).map(({ value }) => value))
  const weighted =
    pairs.reduce((sum, { value, weight }) => sum + toCents(value) * toCents(weight), 0) / 10_000
  const weights = total(pairs.map(({ weight }) => weight))
  const results: Readonly<Record<AggregateName, () => number | null>> = {
    sum: () => total(values),
    mean: () => total(values) / values.length,
    weightedMean: () => (weights === 0 ? null : weighted / weights),
    min: () => Math.min(...values),
    max: () => Math.max(...values),
    count: () => values.length,
    first: () => atKey(keys[0]),
    last: () => atKey(keys.at(-1)),
  }
  return results[name]()
}

/** Every row with its values, each computed from the records that count. */
function runNaively(plan: QueryPlan, grain: GrainName, records: readonly Source[]) {
  const by = plan.inputs[0]?.by ?? []
  const describeRow = (record: Source) =>
    JSON.stringify([by.map((index) => record.values[index]), countUnits(record.day, grain, grain)])
  const describePair = (record: Source) => `${describeRow(record)} ${record.key}`
  const inputsOf = (describeGroup: (record: Source) => string, record: Source) =>
    new Set(
      records.filter((other) => describeGroup(other) === describeGroup(record)).map(({ input }) => input),
    )
  const counted = records.filter((record) => {
    if (plan.join === null) return true
    const inputs = inputsOf(plan.join === 'paired' ? describePair : describeRow, record)
    return inputs.has(0) && (plan.join === 'left' || inputs.has(1))
  })
  const rows = new Map<
    string,
    { readonly values: readonly string[]; readonly day: number; cells: (number | null)[] }
  >()
  for (const record of counted) {
    const values = by.map((index) => record.values[index] ?? '')
    if (!rows.has(describeRow(record))) rows.set(describeRow(record), { values, day: record.day, cells: [] })
  }
  const period = (day: number) => countUnits(day, grain, grain)
  const alike = (values: readonly string[]) =>
    counted.filter((record) => by.every((index, at) => record.values[index] === values[at]))
  for (const [index, column] of plan.columns.entries()) {
    for (const { values, day, cells } of rows.values()) {
      const others = [...rows.values()].filter((row) => row.values.join() === values.join())
      const unit = (of: GrainName, other: number) => countUnits(other, of, grain)
      const compute = (): number | null => {
        switch (column.kind) {
          case 'aggregate': {
            const { frame } = column
            const within = alike(values).filter((record) => {
              if (frame === null) return period(record.day) === period(day)
              const distance = unit(frame.unit, day) - unit(frame.unit, record.day)
              return frame.current
                ? distance >= 0 && distance < frame.last && period(record.day) <= period(day)
                : distance >= 1 && distance <= frame.last
            })
            return aggregateNaively(column.aggregate, within, column)
          }
          case 'product':
          case 'ratio':
          case 'difference': {
            const [one, other] = column.operands.map((operand) => cells[operand] ?? null)
            if (one === null || other === null || one === undefined || other === undefined) return null
            if (column.kind === 'ratio') return other === 0 ? null : one / other
            return Number((column.kind === 'product' ? one * other : one - other).toFixed(6)) + 0
          }
          case 'scale': {
            const value = cells[column.operand] ?? null
            return value === null ? null : Number((value * column.by).toFixed(6)) + 0
          }
          case 'share': {
            const source = plan.columns[column.operand]
            const of = column.of ?? grain
            if (source?.kind !== 'aggregate') return null
            const all = alike(values).filter((record) => unit(of, record.day) === unit(of, day))
            const [own, whole] = [
              cells[column.operand] ?? null,
              aggregateNaively(source.aggregate, all, source),
            ]
            return own === null || whole === null || whole === 0 ? null : own / whole
          }
          case 'rank': {
            const of = column.of ?? grain
            const own = cells[column.operand] ?? null
            const larger = others.filter(
              (row) =>
                unit(of, row.day) === unit(of, day) && (row.cells[column.operand] ?? -Infinity) > (own ?? 0),
            )
            return own === null ? null : larger.length + 1
          }
          case 'change': {
            const earlier = others.find((row) => period(row.day) === period(day) - 1)
            const [own, before] = [cells[column.operand] ?? null, earlier?.cells[column.operand] ?? null]
            return own === null || before === null || before === 0 ? null : (own - before) / Math.abs(before)
          }
        }
      }
      cells[index] = compute()
    }
  }
  return [...rows.values()].map(({ values, day, cells }) => ({
    key: grains[grain].format(grains[grain].at(day)),
    values,
    measures: Object.fromEntries(
      plan.columns.flatMap(({ name }, index) =>
        (cells[index] ?? null) === null ? [] : [[name, cells[index]] as const],
      ),
    ),
  }))
}

const cents = fc.integer({ min: -200_000, max: 200_000 }).map((value) => value / 100 + 0)
const records: fc.Arbitrary<Source[]> = fc
  .uniqueArray(
    fc.record({
      input: fc.constantFrom(0, 0, 1),
      offset: fc.oneof(fc.nat(DAYS), fc.nat(20)),
      value: fc.constantFrom('A', 'B'),
      measures: fc.record({ x: cents, y: fc.nat(5000).map((value) => value / 100) }, { requiredKeys: [] }),
    }),
    { selector: ({ input, offset, value }) => `${input} ${offset} ${value}`, maxLength: 40 },
  )
  .map((list) =>
    list.map(({ input, offset, value, measures }) => {
      const day = FIRST_DAY + offset
      return {
        input,
        day,
        key: formatDay(day),
        period: formatDay(day).slice(0, 7),
        values: [value],
        measures,
      }
    }),
  )

const SUM = { kind: 'aggregate', aggregate: 'sum', weights: null, frame: null } as const
const grainNames = ['day', 'week', 'month', 'quarter'] as const
const names = Object.keys(aggregates) as AggregateName[]
const plans = fc.constantFrom(...grainNames).chain((grain) => {
  const unit = fc.constantFrom(...listUnits(grain))
  const frame = fc.option(fc.record({ last: fc.integer({ min: 1, max: 7 }), unit, current: fc.boolean() }))
  const aggregate = fc
    .record({ aggregate: fc.constantFrom(...names), input: fc.constantFrom(0, 1), frame })
    .map(({ aggregate, input, frame }) => ({
      kind: 'aggregate' as const,
      aggregate,
      measure: { input, name: 'x' },
      weights: aggregate === 'weightedMean' ? { input, name: 'y' } : null,
      frame,
    }))
  const sum = { ...SUM, measure: { input: 0, name: 'y' } }
  return fc
    .record({
      aggregated: fc.tuple(aggregate, aggregate),
      isGrouped: fc.boolean(),
      join: fc.constantFrom('left' as const, 'inner' as const, 'paired' as const),
      of: fc.constantFrom(...listUnits(grain).slice(1)),
    })
    .map(({ aggregated, isGrouped, join, of }): { readonly grain: GrainName; readonly plan: QueryPlan } => {
      const sources = [
        sum,
        ...aggregated,
        { kind: 'product', operands: [0, 1] },
        { kind: 'ratio', operands: [1, 0] },
        { kind: 'difference', operands: [2, 0] },
        { kind: 'scale', operand: 1, by: 0.8 },
        { kind: 'share', operand: 0, of },
        { kind: 'rank', operand: 2, of },
        { kind: 'change', operand: 1, since: 'previous' },
      ] as const
      const columns: QueryColumn[] = sources.map((column, index) => ({ ...column, name: `c${index}` }))
      const input = {
        time: { grain: 'day', in: 'key' },
        where: [['A', 'B']],
        by: isGrouped ? [0] : [],
      } as const
      return { grain, plan: { grain, cycles: [], inputs: [input, input], join, columns } }
    })
})

function run(
  plan: QueryPlan,
  list: readonly Source[],
  span: Parameters<ReturnType<typeof createQuery>['list']>[0],
) {
  const query = createQuery(plan)
  for (const { input, ...record } of list) query.add(input, record)
  return query.list(span).map(({ key, values, measures }) => ({ key, values, measures }))
}

const sort = <T extends Pick<QueryRow, 'key' | 'values'>>(rows: readonly T[]): T[] =>
  rows.toSorted((one, other) => {
    const [a, b] = [one, other].map(({ key, values }) => `${values.join()} ${key}`)
    return (a ?? '') < (b ?? '') ? -1 : 1
  })

describe('a query of any plan over any records', () => {
  test('has the values that a computation from all records has, to the last digit', () => {
    fc.assert(
      fc.property(plans, records, ({ grain, plan }, list) => {
        expect(sort(run(plan, list, null))).toEqual(sort(runNaively(plan, grain, list)))
      }),
      { numRuns: 1_500 },
    )
  })

  test('has the same rows of a span if only the periods are read that it reaches', () => {
    fc.assert(
      fc.property(plans, records, fc.nat(DAYS), fc.nat(60), ({ grain, plan }, list, offset, length) => {
        const { at, format } = grains[grain]
        const span = { first: at(FIRST_DAY + offset), last: at(FIRST_DAY + offset + length) }
        const reach = findReach(plan.columns, grain, span)
        const read = list.filter(({ day }) => reach.first <= at(day) && at(day) <= reach.last)
        const keys = new Set(
          Array.from({ length: span.last - span.first + 1 }, (_, index) => format(span.first + index)),
        )
        const all = run(plan, list, null).filter(({ key }) => keys.has(key))
        expect(sort(run(plan, read, span))).toEqual(sort(all))
      }),
      { numRuns: 1_500 },
    )
  })

  test('does not depend on the order of the records', () => {
    fc.assert(
      fc.property(plans, records, ({ plan }, list) => {
        expect(sort(run(plan, list.toReversed(), null))).toEqual(sort(run(plan, list, null)))
      }),
      { numRuns: 300 },
    )
  })
})

const X: QueryColumn = { ...SUM, name: 'x', measure: { input: 0, name: 'x' } }

test('names keep their order and period, and are compared within it', () => {
  const columns: QueryColumn[] = [
    X,
    { name: 'share', kind: 'share', operand: 0, of: null },
    { name: 'rank', kind: 'rank', operand: 0, of: null },
  ]
  const plan: QueryPlan = {
    grain: null,
    cycles: [],
    inputs: [{ time: { grain: 'month', in: 'period' }, where: [], by: [] }],
    join: null,
    columns,
  }
  const query = createQuery(plan)
  for (const [period, key, x] of [
    ['2025-03', 'Togo', 1],
    ['2025-03', 'Benin', 3],
    ['2025-04', 'Togo', 5],
  ] as const) {
    query.add(0, { key, period, values: [], measures: { x } })
  }
  expect(query.list(null)).toEqual([
    { key: 'Togo', period: '2025-03', values: [], measures: { x: 1, share: 0.25, rank: 2 } },
    { key: 'Benin', period: '2025-03', values: [], measures: { x: 3, share: 0.75, rank: 1 } },
    { key: 'Togo', period: '2025-04', values: [], measures: { x: 5, share: 1, rank: 1 } },
  ])
})

test.each([
  ['day', '2024-02-29', { '2023-02-28': 4 }],
  ['week', '2021-W01', { '2020-W01': 4 }],
  ['month', '2025-01', { '2024-01': 4, '2024-12': 3 }],
  ['quarter', '2025-Q1', { '2024-Q1': 4, '2024-Q4': 3 }],
  ['hour', '2024-02-29T14', { '2023-02-28T14': 4, '2023-02-28T13': 3 }],
  ['year', '2025', { '2024': 4, '2023': 3 }],
] as const)('the change since a year before of a %s', (grain, key, before) => {
  const query = createQuery({
    grain,
    cycles: [],
    inputs: [{ time: { grain, in: 'key' }, where: [], by: [] }],
    join: null,
    columns: [X, { name: 'change', kind: 'change', operand: 0, since: 'year' }],
  })
  for (const [text, value] of Object.entries({ ...before, [key]: 5 })) {
    query.add(0, { key: text, period: '', values: [], measures: { x: value } })
  }
  expect(query.list(null).find((row) => row.key === key)?.measures).toEqual({ x: 5, change: 0.25 })
})

test('the last value of names is that of their last month, all names together', () => {
  const query = createQuery({
    grain: 'quarter',
    cycles: [],
    inputs: [{ time: { grain: 'month', in: 'period' }, where: [], by: [] }],
    join: null,
    columns: [{ ...X, aggregate: 'last' }],
  })
  for (const [period, key, x] of [
    ['2025-01', 'Togo', 1],
    ['2025-02', 'Benin', 2],
    ['2025-02', 'Mali', 3],
  ] as const) {
    query.add(0, { key, period, values: [], measures: { x } })
  }
  expect(query.list(null)).toMatchObject([{ key: '2025-Q1', measures: { x: 5 } }])
})
