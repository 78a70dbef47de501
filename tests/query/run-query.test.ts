import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AggregateName, aggregates } from '../../src/query/aggregates.ts'
import { type OperationName, operations } from '../../src/query/arithmetic.ts'
import { findReach } from '../../src/query/columns.ts'
import { listUnits } from '../../src/query/periods.ts'
import { type Formula, listReads } from '../../src/query/formula.ts'
import type {
  Aggregation,
  QueryColumn,
  QueryFormula,
  QueryPlace,
  QueryPlan,
  QueryRead,
  QueryRecord,
  RecordRead,
} from '../../src/query/plan.ts'
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

const toMillionths = (value: number) => Math.round(value * 1e6)
const total = (list: readonly number[]) => list.reduce((sum, value) => sum + toMillionths(value), 0) / 1e6 + 0
const round = (value: number) => Number(value.toPrecision(12))

type Operate = (one: number, other: number) => number | null

/** What an operation makes of two operands that have a value. */
const binary: Readonly<Partial<Record<OperationName, Operate>>> = {
  '+': (one, other) => one + other,
  '-': (one, other) => one - other,
  '*': (one, other) => one * other,
  '/': (one, other) => (other === 0 ? null : one / other),
  change: (one, other) => (other === 0 ? null : (one - other) / Math.abs(other)),
  '<': (one, other) => (round(one) < round(other) ? 1 : 0),
  '<=': (one, other) => (round(one) <= round(other) ? 1 : 0),
  '=': (one, other) => (round(one) === round(other) ? 1 : 0),
  '!=': (one, other) => (round(one) === round(other) ? 0 : 1),
  '>=': (one, other) => (round(one) >= round(other) ? 1 : 0),
  '>': (one, other) => (round(one) > round(other) ? 1 : 0),
}

function operateNaively(operation: OperationName, values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  const [one = null, other = null, third = null] = values
  if (operation === 'add') return known.length === 0 ? null : known.reduce((sum, value) => sum + value)
  if (operation === 'if') return one === null ? null : one === 0 ? third : other
  if (one === null) return null
  if (operation === 'count') return 1
  if (operation === 'abs') return one < 0 ? -one : one
  return other === null ? null : (binary[operation]?.(one, other) ?? null)
}

const weekdayOf = (day: number) => new Date(day * 86_400_000).getUTCDay()

/** Sorts the values and reads between them; a deviation reads the middle of the distances. */
function findUsual(
  values: readonly (number | null)[],
  percent: number | 'deviation' | 'count',
): number | null {
  const known = values.filter((value) => value !== null)
  if (known.length < 6) return null
  if (percent === 'count') return known.length
  const readAt = (list: readonly number[], at: number) => {
    const sorted = list.toSorted((one, other) => one - other)
    const position = ((sorted.length - 1) * at) / 100
    const [low = 0, high = 0] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]]
    return low + (position - Math.floor(position)) * (high - low)
  }
  if (percent !== 'deviation') return readAt(known, percent)
  const middle = readAt(known, 50)
  return readAt(
    known.map((value) => Math.abs(value - middle)),
    50,
  )
}

type JoinedMeasures = QueryRecord['measures'] | undefined

function computeOfRecord(
  formula: Formula<RecordRead>,
  measures: QueryRecord['measures'],
  joined: JoinedMeasures,
): number | null {
  if (formula.kind === 'number') return formula.value
  if (formula.kind === 'read') {
    return (
      (typeof formula.name === 'string' ? measures[formula.name] : joined?.[formula.name.measure]) ?? null
    )
  }
  if (formula.kind !== 'operation') throw new Error('a record has no other places')
  return operateNaively(
    formula.operation,
    formula.operands.map((operand) => computeOfRecord(operand, measures, joined)),
  )
}

function aggregateNaively(
  records: readonly Source[],
  { aggregate, input, value: of, weights, factor }: Aggregation,
  findJoined: (record: Source) => JoinedMeasures,
): number | null {
  const pairs = records
    .filter((record) => record.input === input)
    .flatMap((record) => {
      const [measures, joined] = [record.measures, findJoined(record)]
      const value = computeOfRecord(of, measures, joined)
      const weight = weights === null ? 1 : computeOfRecord(weights, measures, joined)
      const scale = factor === null ? 1 : computeOfRecord(factor, measures, joined)
      if (value === null || weight === null || scale === null) return []
      return [{ key: record.key, value: value * scale, weight }]
    })
  const isCounted = aggregate === 'count' && records.some((record) => record.input === input)
  if (pairs.length === 0) return isCounted ? 0 : null
  const values = pairs.map(({ value }) => value)
  const keys = pairs.map(({ key }) => key).toSorted()
  const atKey = (key: string | undefined) =>
    total(pairs.filter((pair) => pair.key === key).map(({ value }) => value))
  const weight = total(pairs.map((pair) => pair.weight))
  const results: Readonly<Record<AggregateName, () => number | null>> = {
    sum: () => total(values),
    mean: () => total(values) / values.length,
    weightedMean: () => (weight === 0 ? null : total(pairs.map((pair) => pair.value * pair.weight)) / weight),
    min: () => Math.min(...values),
    max: () => Math.max(...values),
    count: () => values.length,
    first: () => atKey(keys[0]),
    last: () => atKey(keys.at(-1)),
  }
  return results[aggregate]()
}

/** Lists the records of each group, in the order in which groups are first seen. */
const listGroups = (records: readonly Source[], describeGroup: (record: Source) => unknown): Source[][] =>
  [...new Set(records.map(describeGroup))].map((group) =>
    records.filter((record) => describeGroup(record) === group),
  )

/** Every row with its values, each computed from the records that count. */
function runNaively(plan: QueryPlan, grain: GrainName, records: readonly Source[]) {
  const by = plan.inputs[0]?.by ?? []
  const describeRow = (record: Source) =>
    JSON.stringify([by.map((index) => record.values[Number(index)]), countUnits(record.day, grain, grain)])
  const join = plan.inputs[1]?.join
  if (join === undefined || join === null) throw new Error('the plans of this test have a join')
  const isSame = (one: Source, other: Source) => one.values[0] === other.values[0]
  /** Finds the record of the other dataset on the day of a record, or the last one before. */
  const findJoined = (record: Source): JoinedMeasures =>
    records
      .filter((other) => other.input === 1 && isSame(record, other))
      .filter(({ day }) => (join.inForce ? day <= record.day : day === record.day))
      .toSorted((one, other) => one.day - other.day)
      .at(-1)?.measures
  const namesRead = plan.aggregations
    .flatMap(({ value, factor }) => [...listReads(value), ...(factor === null ? [] : listReads(factor))])
    .flatMap((name) => (typeof name === 'string' ? [] : name.measure))
  const isPaired = (record: Source): boolean => {
    if (record.input === 1) {
      return records.some((one) => one.input === 0 && one.day === record.day && isSame(one, record))
    }
    const joined = findJoined(record)
    return joined !== undefined && (join.isGrouped || namesRead.every((name) => joined[name] !== undefined))
  }
  const counted = records.filter(
    (record) => (record.input === 0 || join.isGrouped) && (join.rows !== 'both' || isPaired(record)),
  )
  const period = (day: number) => countUnits(day, grain, grain)
  /** Lists the records of a place among those of a series, as they are seen from a day. */
  const list = (place: QueryPlace, day: number, series: readonly Source[]) =>
    series.filter((record) => {
      if (place.kind === 'earlier') {
        const distance = place.since === 'previous' ? 1 : grain === 'month' ? 12 : 4
        return period(record.day) === period(day) - distance
      }
      const { unit } = place
      const distance = countUnits(day, unit, grain) - countUnits(record.day, unit, grain)
      const isOther = place.kind === 'frame' && place.sameWeekday && weekdayOf(day) !== weekdayOf(record.day)
      if (isOther) return false
      return place.current
        ? distance >= 0 && distance < place.last && period(record.day) <= period(day)
        : distance >= 1 && distance <= place.last
    })
  const compute = (
    formula: QueryFormula,
    own: readonly Source[],
    day: number,
    series: readonly Source[],
  ): number | null => {
    const again = (of: QueryFormula) => compute(of, own, day, series)
    const computeEach = ({ place, of }: { readonly place: QueryPlace; readonly of: QueryFormula }) =>
      listGroups(list(place, day, series), (record) => period(record.day)).map((group) =>
        compute(of, group, group[0]?.day ?? 0, series),
      )
    switch (formula.kind) {
      case 'number':
        return formula.value
      case 'operation':
        return operateNaively(formula.operation, formula.operands.map(again))
      case 'read': {
        const aggregation = plan.aggregations[formula.name.aggregation]
        return aggregation === undefined ? null : aggregateNaively(own, aggregation, findJoined)
      }
      case 'at': {
        const others = list(formula.place, day, series)
        if (formula.place.kind !== 'earlier') return compute(formula.of, others, day, series)
        return others[0] === undefined ? null : compute(formula.of, others, others[0].day, series)
      }
      case 'usual':
        return findUsual(computeEach(formula), formula.percent)
      case 'rank': {
        const value = again(formula.of)
        const others = computeEach(formula)
        return value === null ? null : others.filter((other) => other !== null && other > value).length + 1
      }
    }
  }
  const computeColumn = (index: number, ...cell: readonly [readonly Source[], number, readonly Source[]]) => {
    const formula = plan.columns[index]?.formula
    const value = formula === undefined ? null : compute(formula, ...cell)
    if (value === null || formula?.kind !== 'operation' || !['+', '-', '*'].includes(formula.operation)) {
      return value
    }
    // A binary number has 15 or 16 digits: from a million on, six of them stand behind the point.
    const sizes = [value, ...formula.operands.map((operand) => compute(operand, ...cell) ?? 0)].map(Math.abs)
    return Number(value.toFixed(Math.max(...sizes) < 1e6 ? 9 : 6)) + 0
  }
  return listGroups(counted, describeRow).flatMap((own) => {
    const [first] = own
    if (first === undefined || (join.rows === 'source' && own.every(({ input }) => input === 1))) return []
    const values = by.map((index) => first.values[Number(index)] ?? '')
    const series = counted.filter((record) =>
      by.every((index, at) => record.values[Number(index)] === values[at]),
    )
    return {
      key: grains[grain].format(grains[grain].at(first.day)),
      values,
      measures: Object.fromEntries(
        plan.columns.flatMap(({ name }, index) => {
          const value = computeColumn(index, own, first.day, series)
          return value === null ? [] : [[name, value] as const]
        }),
      ),
    }
  })
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

const grainNames = ['day', 'week', 'month', 'quarter'] as const
const names = Object.keys(aggregates) as AggregateName[]
const operationNames = Object.keys(operations) as OperationName[]

const read = <C>(name: C) => ({ kind: 'read', name }) as const
const X = read('x')
const SUM: Aggregation = { input: 0, aggregate: 'sum', value: X, weights: null, factor: null }
const JOINED = read({ input: 1, measure: 'y' })

/** What is taken of a record; every value is a whole number of millionths. */
const recordValues = fc.constantFrom<Formula<string>>(
  X,
  { kind: 'operation', operation: '*', operands: [X, read('y')] },
  { kind: 'operation', operation: '-', operands: [read('y'), X] },
  { kind: 'operation', operation: '>', operands: [X, read('y')] },
  { kind: 'operation', operation: 'count', operands: [X] },
  { kind: 'operation', operation: '/', operands: [X, { kind: 'number', value: 4 }] },
)
const aggregations: fc.Arbitrary<Aggregation> = fc.oneof(
  fc
    .record({ aggregate: fc.constantFrom(...names), input: fc.constantFrom(0, 1), value: recordValues })
    .map((one) => ({ ...one, weights: one.aggregate === 'weightedMean' ? read('y') : null, factor: null })),
  recordValues.map((value) => ({ ...SUM, value, factor: JOINED })),
  fc
    .record({ aggregate: fc.constantFrom(...names), operation: fc.constantFrom('*', '-', '>') })
    .map(({ aggregate, operation }): Aggregation => {
      const value = { kind: 'operation', operation, operands: [X, JOINED] } as const
      return { ...SUM, aggregate, value, weights: aggregate === 'weightedMean' ? read('y') : null }
    }),
)

/** Any formula of three aggregations. */
const createFormulas = (grain: (typeof grainNames)[number]): fc.Arbitrary<QueryFormula> => {
  const unit = fc.constantFrom(...listUnits(grain))
  const since =
    grain === 'month' || grain === 'quarter' ? (['previous', 'year'] as const) : ['previous' as const]
  const place: fc.Arbitrary<QueryPlace> = fc.oneof(
    fc.record({
      kind: fc.constant('frame' as const),
      last: fc.integer({ min: 1, max: 7 }),
      unit,
      current: fc.boolean(),
      sameWeekday: fc.constant(false),
    }),
    fc.record({ kind: fc.constant('earlier' as const), since: fc.constantFrom(...since) }),
  )
  const usualPlace = fc.record({
    kind: fc.constant('frame' as const),
    last: fc.integer({ min: 6, max: 60 }),
    unit,
    current: fc.boolean(),
    sameWeekday: grain === 'day' ? fc.boolean() : fc.constant(false),
  })
  const position = fc.integer({ min: 0, max: 2 })
  const leaf: fc.Arbitrary<QueryFormula> = fc.oneof(
    position.map((aggregation) => read<QueryRead>({ aggregation })),
    fc.constantFrom(0, 0.8, 100).map((value) => ({ kind: 'number', value }) as const),
  )
  return fc.letrec<{ formula: QueryFormula }>((tie) => ({
    formula: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      leaf,
      fc.record({
        kind: fc.constant('operation' as const),
        operation: fc.constantFrom(...operationNames),
        operands: fc.tuple(tie('formula'), tie('formula'), tie('formula')),
      }),
      fc.record({ kind: fc.constant('at' as const), place, of: tie('formula') }),
      fc.record({
        kind: fc.constant('usual' as const),
        percent: fc.constantFrom(50, 95, 'deviation' as const, 'count' as const),
        place: usualPlace,
        of: tie('formula'),
      }),
    ),
  })).formula
}

const plans = fc.constantFrom(...grainNames).chain((grain) =>
  fc
    .record({
      aggregated: fc.tuple(aggregations, aggregations),
      isGrouped: fc.boolean(),
      rows: fc.constantFrom('source' as const, 'all' as const, 'both' as const),
      inForce: fc.boolean(),
      formulas: fc.array(createFormulas(grain), { minLength: 1, maxLength: 4 }),
    })
    .map(
      ({
        aggregated,
        isGrouped,
        rows,
        inForce,
        formulas,
      }): { readonly grain: GrainName; readonly plan: QueryPlan } => {
        const all = [...[0, 1, 2].map((aggregation) => read<QueryRead>({ aggregation })), ...formulas]
        const input = {
          time: { grain: 'day', in: 'key' },
          where: [['A', 'B']],
          by: isGrouped ? [0] : [],
        } as const
        const columns = all.map((formula, index) => ({ name: `c${index}`, formula }))
        return {
          grain,
          plan: {
            grain,
            cycles: [],
            times: [],
            hidden: [],
            rows: null,
            inputs: [
              { ...input, join: null },
              {
                ...input,
                join: {
                  on: [{ source: 0, own: 0 }],
                  grain: 'day',
                  inForce,
                  // A record that holds until the next one is not of the period of its day.
                  rows: inForce && rows === 'all' ? 'source' : rows,
                  isGrouped: !inForce,
                  isLookedUp: true,
                },
              },
            ],
            aggregations: [{ ...SUM, value: read('y') }, ...aggregated].map((one) => ({
              ...one,
              input: inForce ? 0 : one.input,
            })),
            columns,
          },
        }
      },
    ),
)

function run(
  plan: QueryPlan,
  list: readonly Source[],
  span: Parameters<ReturnType<typeof createQuery>['list']>[0],
) {
  const query = createQuery(plan)
  for (const { input, ...record } of list.toSorted((one, other) => other.input - one.input)) {
    query.add(input, record)
  }
  return query.list(span).map(({ key, values, measures }) => ({ key, values, measures }))
}

/** Sorts rows by their places. Zero is one number, whatever its sign. */
const sort = <T extends Pick<QueryRow, 'key' | 'values' | 'measures'>>(rows: readonly T[]): T[] =>
  rows
    .map((row) => ({
      ...row,
      measures: Object.fromEntries(Object.entries(row.measures).map(([name, value]) => [name, value + 0])),
    }))
    .toSorted((one, other) => {
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
        // A record before can be in force.
        const isBefore = (input: number) => input === 1 && plan.inputs[1]?.join?.inForce === true
        const read = list.filter(
          ({ day, input }) => (isBefore(input) || reach.first <= at(day)) && at(day) <= reach.last,
        )
        const keys = new Set(
          Array.from({ length: span.last - span.first + 1 }, (_, index) => format(span.first + index)),
        )
        const all = run(plan, list, null).filter(({ key }) => keys.has(key))
        expect(sort(run(plan, read, span))).toEqual(sort(all))
      }),
      { numRuns: 1_500 },
    )
  })
})

const COLUMN: QueryColumn = { name: 'x', formula: read({ aggregation: 0 }) }

/** Names a column that is computed from the first aggregation and its value elsewhere. */
const compare = (operation: 'change' | '/', place: QueryPlace): QueryColumn => ({
  name: operation === '/' ? 'share' : operation,
  formula: {
    kind: 'operation',
    operation,
    operands: [COLUMN.formula, { kind: 'at', place, of: COLUMN.formula }],
  },
})

test.each([
  ['day', '2024-03-01', { '2023-03-01': 4 }],
  ['week', '2021-W01', { '2020-W01': 4 }],
  ['month', '2025-01', { '2024-01': 4, '2024-12': 3 }],
  ['quarter', '2025-Q1', { '2024-Q1': 4, '2024-Q4': 3 }],
  ['hour', '2024-03-01T14', { '2023-03-01T14': 4, '2023-03-01T13': 3 }],
  ['year', '2025', { '2024': 4, '2023': 3 }],
] as const)('the change since a year before of a %s', (grain, key, before) => {
  const query = createQuery({
    grain,
    cycles: [],
    times: [],
    hidden: [],
    rows: null,
    inputs: [{ time: { grain, in: 'key' }, where: [], by: [], join: null }],
    aggregations: [SUM],
    columns: [COLUMN, compare('change', { kind: 'earlier', since: 'year' })],
  })
  for (const [text, value] of Object.entries({ ...before, [key]: 5 })) {
    query.add(0, { key: text, period: '', values: [], measures: { x: value } })
  }
  expect(query.list(null).find((row) => row.key === key)?.measures).toEqual({ x: 5, change: 0.25 })
})
