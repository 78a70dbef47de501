import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DatasetPlan } from '../../../../src/dataset/dataset-plan.ts'
import { aggregates, type AggregateName } from '../../../../src/query/aggregates.ts'
import type { Formula } from '../../../../src/query/formula.ts'
import type { Aggregation, QueryPlan } from '../../../../src/query/plan.ts'
import { createQuery } from '../../../../src/query/run-query.ts'
import { findGroupTime } from '../../../../src/server/data/tables/grouped-records.ts'
import {
  buildRecordKey,
  buildScopes,
  getDimensionValues,
  wantAll,
} from '../../../../src/dataset/record-keys.ts'
import { readDataset } from '../../../../src/server/data/tables/read-dataset.ts'
import { noSources } from '../../../../src/server/data/sources/sources.ts'
import { insertRecords, listRecords } from '../../../../src/server/data/tables/stored-records.ts'
import { grains } from '../../../../src/time/grains.ts'
import type { Drawn } from '../../../support/naive-values.ts'
import { openPlace } from '../../../support/open-database.ts'
import { compileSources, derive } from '../../../support/questions.ts'

const NAMES = ['minutes', 'rate', 'Côte', '10', 'a b.c-d'] as const
const WEIGHTS = '10'
const dimensions = [
  { id: 'way', field: 'way', values: ['IN', 'OUT'] },
  { id: 'region', field: 'region', values: ['NORTH', 'SOUTH', 'WEST'] },
]
const measures = [{ list: 'names', noun: 'name', min: -1e13 }]
const response = { records: 'records.data' }
const stored = { dimensions, measures, response }

/** The sources by kind of key, each with the grains by which it can be grouped. */
const sources = {
  date: { key: { kind: 'date' }, grains: ['day', 'week', 'month', 'year'] },
  hour: { key: { kind: 'hour' }, grains: ['hour', 'day', 'month', 'quarter'] },
  week: { key: { kind: 'week' }, grains: ['week', 'year'] },
  month: { key: { kind: 'month' }, grains: ['month', 'quarter'] },
  quarter: { key: { kind: 'quarter' }, grains: ['quarter', 'year'] },
} as const
type SourceName = keyof typeof sources

/** The stored periods of 2024 by grain, and all years. */
const ranges = {
  hour: ['2024-01-01', '2024-12-31'],
  day: ['2024-01', '2024-12'],
  week: ['2024', '2024'],
  month: ['2024', '2024'],
  quarter: ['2024', '2024'],
  year: ['2023', '2025'],
} as const

const definitions = (Object.keys(sources) as SourceName[]).map((id) => ({
  ...stored,
  id,
  time: sources[id].key,
}))

/** A key of a source on a day. */
function buildKey(source: SourceName, day: number, part: number): string {
  if (source === 'hour') return grains.hour.format(grains.hour.at(day) + (part % 24))
  const grain = grains[source === 'date' ? 'day' : source]
  return grain.format(grain.at(day))
}

const amount = fc.oneof(
  fc.integer({ min: -200_000, max: 2_000_000 }).map((cents) => cents / 100),
  fc.double({ min: -1e9, max: 1e9, noNaN: true }),
  fc.double({ min: -1, max: 1, noNaN: true }),
  fc.constantFrom(0, 0.1, 0.2, 0.3, 1e13 - 0.01, -1e13, 5e-7, -5e-7, 1e-7, 0.1 + 0.2),
)
/** Products of 60 amounts and weights are added without an error: they stay below 2^53. */
const weight = fc.oneof(
  fc.integer({ min: -1400, max: 1400 }).map((cents) => cents / 100),
  fc.constantFrom(0, 0.1, 0.1 + 0.2, 5e-7, -5e-7, 1e-200),
)
const record = fc.record({
  day: fc.oneof(fc.integer({ min: 19_700, max: 20_180 }), fc.integer({ min: 19_860, max: 19_880 })),
  part: fc.nat(23),
  scope: fc.constantFrom(...buildScopes(dimensions.map(({ values }) => values))),
  measures: fc
    .tuple(fc.dictionary(fc.constantFrom(...NAMES), amount), weight)
    .map(([measures, weights]) => (WEIGHTS in measures ? { ...measures, [WEIGHTS]: weights } : measures)),
  texts: fc.dictionary(fc.constantFrom(...NAMES), fc.constantFrom('late', '12'), { maxKeys: 1 }),
})

/** No field of a record is a number and a text. */
const omit = (measures: Readonly<Record<string, number>>, texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(measures).filter(([name]) => !Object.hasOwn(texts, name)))

const aggregateNames = Object.keys(aggregates) as AggregateName[]
const read = (name: string) => ({ kind: 'read', name }) as const
const combine = (operation: '+' | '-' | '*' | '/', ...operands: readonly Formula<string>[]) =>
  ({ kind: 'operation', operation, operands }) as const
const name = fc.constantFrom(...NAMES)
/** What is taken of a record: a measure, or arithmetic of two whose result has no more digits than a sum can keep. */
const value: fc.Arbitrary<Formula<string>> = fc.oneof(
  name.map(read),
  fc
    .tuple(fc.constantFrom('+', '-'), name, name)
    .map(([operation, one, other]) => combine(operation, read(one), read(other))),
  name.map((one) => combine('*', read(one), read(WEIGHTS))),
  name.map((one) => combine('/', read(one), { kind: 'number', value: 60 })),
  name.map((one) => combine('/', read(one), { kind: 'number', value: 0 })),
  name.map((one) => combine('/', read(one), read(WEIGHTS))),
)
const aggregation = fc
  .record({ aggregate: fc.constantFrom(...aggregateNames), value, name })
  .map(({ aggregate, value, name }): Aggregation => ({
    input: 0,
    aggregate,
    value: aggregate === 'weightedMean' ? read(name) : value,
    weights: aggregate === 'weightedMean' ? read(WEIGHTS) : null,
    factor: null,
  }))
const drawn = fc.record({
  grain: fc.nat(3),
  by: fc.subarray([0, 1]),
  ways: fc.subarray(['IN', 'OUT'], { minLength: 1 }),
  aggregations: fc.array(aggregation, { minLength: 1, maxLength: 4 }),
})

const { engine } = await openPlace()
const datasets = compileSources(definitions)

const get = (id: string): DatasetPlan => {
  const found = datasets.find((one) => one.id === id)
  if (found === undefined) throw new Error(`there is no dataset ${id}`)
  return found
}

describe.each(Object.keys(sources) as SourceName[])('records by %s', (id) => {
  test('that the database groups are the rows of the interpreter, to the last digit', async () => {
    const source = get(id)
    let grouped = 0
    const check = async (list: Drawn<typeof record>[], plans: Drawn<typeof drawn>[]) => {
      const { database } = engine
      await database.deleteFrom('dataset_records').execute()
      const scopes = buildScopes(dimensions.map(({ values }) => values))
      for (const scope of scopes) {
        const entries = new Map(
          list
            .filter((one) => one.scope === scope)
            .map(({ day, part, measures, texts }) => {
              const key = buildKey(id, day, part)
              return [key, { ...buildRecordKey(source, key), measures: omit(measures, texts), texts }]
            }),
        )
        await insertRecords(
          database,
          source,
          [...entries.values()].map((entry) => ({ ...entry, scope })),
          new Date(0),
        )
      }
      const all = await listRecords(database, source, wantAll(source), { first: '', last: '9999' })
      for (const { grain, by, ways, aggregations } of plans) {
        const name = sources[id].grains[grain % sources[id].grains.length] ?? 'month'
        const derived = derive(source, {
          id: `${id}-${name}`,
          grain: name,
          dimensions: ['region'],
          measures: [{ field: 'x', value: 'sum(minutes)' }],
        })
        const written = derived.from?.query
        if (written === undefined) throw new Error('a stored dataset')
        const query: QueryPlan = {
          ...written,
          inputs: written.inputs.map((input) => ({ ...input, by, where: [ways, input.where[1] ?? []] })),
          aggregations,
          columns: aggregations.map((_, index) => ({
            name: `c${index}`,
            formula: { kind: 'read', name: { aggregation: index } },
          })),
        }
        if (findGroupTime(query, 0, source) !== null) grouped += 1
        const interpreter = createQuery(query)
        for (const { scope, ...found } of all) {
          const values = getDimensionValues(scope)
          if (ways.includes(values[0] ?? '')) interpreter.add(0, { ...found, values })
        }
        const wanted = by.map((index) => (index === 0 ? ways : (dimensions[1]?.values ?? [])))
        const [first, last] = ranges[name]
        const store = { db: database, reads: noSources }
        const read = await readDataset(
          store,
          { ...derived, from: { sources: [source], query, samples: [], ownDays: null } },
          wanted,
          {
            first,
            last,
          },
        )
        const describeRow = (key: string, scope: string, cells: unknown) =>
          [`${key} ${scope}`, cells] as const
        const expected = interpreter
          .list(null)
          .filter(({ key }) => name === 'year' || key.startsWith('2024'))
          .map(({ key, values, measures: cells }) => describeRow(key, values.join('/'), cells))
        const rows = read.map(({ key, scope, measures: cells }) => describeRow(key, scope, cells))
        expect(new Map(rows)).toEqual(new Map(expected))
        expect(rows).toHaveLength(expected.length)
      }
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { maxLength: 60, size: 'max' }),
        fc.array(drawn, { minLength: 8, maxLength: 8 }),
        check,
      ),
      { numRuns: 25, endOnFailure: true },
    )
    expect(grouped).toBeGreaterThan(0)
  })
})
