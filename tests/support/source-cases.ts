import fc from 'fast-check'
import { expect } from 'vitest'
import { DatasetDefinition } from '../../schemas/dataset/definition.ts'
import { compileDatasets } from '../../src/definition/datasets/compile-dataset.ts'
import type { DatasetPlan } from '../../src/dataset/dataset-plan.ts'
import { createQuery } from '../../src/query/run-query.ts'
import { buildScope, getDimensionValues, wantAll } from '../../src/dataset/record-keys.ts'
import { readDataset, readPeriods } from '../../src/server/data/tables/read-dataset.ts'
import type { Connection } from '../../src/server/platform/database/handle.ts'
import {
  createSources,
  type SourceCaller,
  type Sources,
  type SourcesOptions,
} from '../../src/server/data/sources/sources.ts'
import { isSourcedPlan, type SourcedPlan } from '../../src/server/data/sources/sql.ts'
import { type GrainName, grains } from '../../src/time/grains.ts'
import { derive, fillDataset } from './questions.ts'

/** A row of a table of call records. */
export interface CallRow {
  /** The time on the clock of Lagos, `2024-03-07 14:05:00`. */
  readonly local: string
  /** The same moment of UTC. */
  readonly moment: string
  readonly day: string
  readonly operator: string
  readonly way: number
  readonly country: string
  readonly seconds: number | null
  readonly setup: number | null
}

/** The columns of the table beside its times. */
export const columns = ['operator', 'way', 'country', 'seconds', 'setup'] as const

const dimensions = [
  { id: 'operator', field: 'operator', values: ['MTN', 'GLO', 'AIRTEL'], codes: { AIRTEL: '01 "x"' } },
  { id: 'direction', column: 'way', values: ['IN', 'OUT'], codes: { IN: '1', OUT: '2' } },
]
const measures = [
  { field: 'minutes', sum: 'seconds', divideBy: 60 },
  { field: 'calls', count: 'seconds' },
  { field: 'setup', mean: 'setup' },
  { field: 'least', min: 'setup' },
  { field: 'most', max: 'seconds' },
]
const keys = {
  'quarter-hour': { kind: 'quarter-hour' },
  hour: { kind: 'hour' },
  day: { kind: 'date' },
  week: { kind: 'week' },
  month: { kind: 'month' },
  quarter: { kind: 'quarter' },
  open: { kind: 'month' },
} as const
type KeyName = keyof typeof keys

/** The grains by which the records of each key are grouped. */
const regrouped = {
  'quarter-hour': ['hour', 'month'],
  hour: ['day', 'quarter'],
  day: ['day', 'week', 'month', 'year'],
  week: ['week', 'year'],
  month: ['month', 'quarter'],
  quarter: ['year'],
  open: ['month', 'year'],
} as const

const EDGES = ['first', 'last'] as const
const aggregated = [
  { field: 'a', value: 'sum(minutes)' },
  { field: 'b', value: 'mean(setup, calls)' },
  { field: 'c', value: 'mean(minutes)' },
  { field: 'd', value: 'min(least)' },
  { field: 'e', value: 'max(most)' },
  { field: 'f', value: 'count(setup)' },
  ...EDGES.map((edge) => ({ field: edge, value: `${edge}(minutes)` })),
]

/** The table's column with the time that a key is read from. */
const timeOf = (key: KeyName): 'day' | 'local' | 'moment' =>
  key === 'day' || key === 'month' ? 'day' : key === 'hour' || key === 'open' ? 'local' : 'moment'

const definitions = (Object.keys(keys) as KeyName[]).map((key) => ({
  id: `rows-${key}`,
  title: 'Rows',
  time: keys[key],
  source: {
    connection: 'warehouse',
    relation: 'calls',
    time: timeOf(key),
    zone: 'Africa/Lagos',
    since: '2023-12-05',
    maxAge: 1,
  },
  dimensions: [...dimensions, ...(key === 'open' ? [{ id: 'country', field: 'country' }] : [])],
  measures,
}))

/** Calls around the midnight of Lagos, by moments of UTC. */
export const midnightCalls = [
  { started: '2025-03-31 22:59:59.000', seconds: 180 },
  { started: '2025-03-31 23:00:00.000', seconds: 180 },
  { started: '2025-04-30 22:59:59.999', seconds: 240 },
  { started: '2025-04-30 23:00:00.000', seconds: 240 },
]
const midnights = (['date', 'month'] as const).map((kind) => ({
  id: `midnight-${kind}`,
  time: { kind },
  source: {
    connection: 'warehouse',
    relation: 'midnight_calls',
    time: 'started',
    zone: 'Africa/Lagos',
    since: '2025-01-01',
  },
  dimensions: [{ id: 'operator', values: ['MTN'] }],
  measures: [{ field: 'minutes', sum: 'seconds', divideBy: 60 }],
}))

/** Reads the minutes of April by days and by months. */
export async function readMidnight(url: string): Promise<readonly unknown[]> {
  const sources = openSources(url, (reason) => {
    throw new Error(reason)
  })
  try {
    const lists = midnights.map(async ({ id, time }) => {
      const period = time.kind === 'date' ? '2025-04' : '2025'
      const range = { first: period, last: period }
      const found = await readDataset({ db, reads: sources.start() }, get(id), [['MTN']], range)
      return found
        .filter((one) => one.key.startsWith('2025-04'))
        .map(({ key, measures }) => `${key}: ${measures['minutes']}`)
    })
    return await Promise.all(lists)
  } finally {
    await sources.close()
  }
}

/** Rows with values that no number of a response can be, as both databases write them. */
export const wideRows = [
  `('2025-03-01', 'MTN', 9007199254740993, 0.5, 'NaN')`,
  `('2025-03-01', 'MTN', 1, 0.25, 4.2)`,
  `('2025-03-02', 'MTN', 60, 1234567890.25, 'Infinity')`,
  `('2025-03-03', 'MTN', 60, 2, null)`,
].join(', ')
const wideMeasures = [
  { field: 'seconds', sum: 'seconds' },
  { field: 'charge', sum: 'charge' },
  { field: 'mos', mean: 'mos' },
  { field: 'least', min: 'mos' },
  { field: 'most', max: 'mos' },
  { field: 'calls', count: 'mos' },
]
const wide = (['date', 'month'] as const).map((kind) => ({
  id: `wide-${kind}`,
  time: { kind },
  source: { connection: 'warehouse', relation: 'wide_numbers', time: 'day', since: '2025-01-01' },
  dimensions: [{ id: 'operator', values: ['MTN'] }],
  measures: wideMeasures,
}))
const wideGrouped = [
  { field: 'seconds', value: 'sum(seconds)' },
  { field: 'charge', value: 'sum(charge)' },
  { field: 'mos', value: 'mean(mos, calls)' },
  { field: 'least', value: 'min(least)' },
  { field: 'most', value: 'max(most)' },
  { field: 'calls', value: 'sum(calls)' },
]

/** Reads the wide rows by days, by months, and by months computed from the days. */
export async function readWide(url: string) {
  const sources = openSources(url, (reason) => {
    throw new Error(reason)
  })
  try {
    const lists = ['date', 'month', 'grouped'].map(async (name) => {
      const period = name === 'month' ? '2025' : name === 'date' ? '2025-03' : '2025'
      const wanted = name === 'grouped' ? [] : [['MTN']]
      const store = { db, reads: sources.start() }
      const wide =
        name === 'grouped'
          ? derive(get('wide-date'), { id: 'wide-grouped', grain: 'month', measures: wideGrouped })
          : get(`wide-${name}`)
      const found = await readDataset(store, wide, wanted, { first: period, last: period })
      return found.map(({ key, measures }) => ({ key, ...measures }))
    })
    return await Promise.all(lists)
  } finally {
    await sources.close()
  }
}

/** What both databases answer: NaN is what cannot be sent. */
const wideMonth = { key: '2025-03', charge: 1_234_567_893, calls: 3 }
const inexact = { seconds: NaN, mos: NaN, least: NaN, most: NaN }
export const wideRecords = [
  [
    { ...inexact, key: '2025-03-01', charge: 0.75, calls: 2 },
    { ...inexact, key: '2025-03-02', seconds: 60, charge: 1_234_567_890.25, calls: 1 },
    { key: '2025-03-03', seconds: 60, charge: 2, calls: 0 },
  ],
  [{ ...inexact, ...wideMonth }],
  [{ ...inexact, ...wideMonth }],
]

const { datasets, diagnostics } = compileDatasets(
  [...definitions, ...midnights, ...wide].map((one) => DatasetDefinition.parse(fillDataset(one))),
)
export { diagnostics }

const get = (id: string): DatasetPlan => {
  const found = datasets.find((one) => one.id === id)
  if (found === undefined) throw new Error(`there is no dataset ${id}`)
  return found
}
export function getSourced(id: string): SourcedPlan {
  const found = get(id)
  if (!isSourcedPlan(found)) throw new Error(`${id} has no source`)
  return found
}
/** Sourced datasets need nothing of the portal's own database. */
export const db = undefined as unknown as Connection

const row: fc.Arbitrary<CallRow> = fc
  .record({
    minute: fc.oneof(fc.nat(60 * 24 * 800), fc.integer({ min: 60 * 24 * 60, max: 60 * 24 * 64 })),
    operator: fc.constantFrom('MTN', 'GLO', '01 "x"', 'other'),
    way: fc.constantFrom(1, 2, 3),
    country: fc.constantFrom('Ghana', "Côte d'Ivoire", 'Togo'),
    seconds: fc.option(fc.integer({ min: -50, max: 100_000 })),
    setup: fc.option(fc.integer({ min: 0, max: 5_000 })),
  })
  .map(({ minute, ...others }) => {
    const local = new Date(Date.UTC(2023, 10, 20) + minute * 60_000)
    const moment = new Date(local.getTime() - 3_600_000)
    const [text, utc] = [local, moment].map((date) => date.toISOString().slice(0, 19).replace('T', ' '))
    return { local: text ?? '', moment: utc ?? '', day: (text ?? '').slice(0, 10), ...others }
  })

/** A row on a day of 2025 whose week is one of 2026. */
const lastOfYear: CallRow = {
  local: '2025-12-30 08:53:00',
  moment: '2025-12-30 07:53:00',
  day: '2025-12-30',
  operator: 'MTN',
  way: 2,
  country: 'Togo',
  seconds: 60,
  setup: 1,
}

/** Computes the records of rows one by one, as a definition says. */
function computeRecords(key: KeyName, rows: readonly CallRow[]) {
  const groups = new Map<string, CallRow[]>()
  for (const one of rows) {
    const operator = one.operator === '01 "x"' ? 'AIRTEL' : one.operator
    if (operator === 'other' || one.way === 3 || one.day < '2023-12-05') continue
    const day = grains.day.parse(one.day) ?? 0
    const [hours = 0, minutes = 0] = one.local.slice(11).split(':').map(Number)
    const part = key === 'hour' ? hours : key === 'quarter-hour' ? hours * 4 + Math.floor(minutes / 15) : 0
    const grain: GrainName = key === 'open' ? 'month' : key
    const own = grains[grain].format(grains[grain].at(day) + part)
    const names = [operator, one.way === 1 ? 'IN' : 'OUT', ...(key === 'open' ? [one.country] : [])]
    const id = [buildScope(names), own].join('\n')
    groups.set(id, [...(groups.get(id) ?? []), one])
  }
  return [...groups].map(([id, group]) => {
    const [scope = '', own = ''] = id.split('\n')
    const [seconds, setups] = [group.map((one) => one.seconds), group.map((one) => one.setup)].map((values) =>
      values.flatMap((value) => value ?? []),
    ) as [number[], number[]]
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
    const some = (values: readonly number[], compute: (values: readonly number[]) => number) =>
      values.length === 0 ? null : compute(values)
    const cells = {
      minutes: some(seconds, (values) => sum(values) / 60),
      calls: seconds.length,
      setup: some(setups, (values) => sum(values) / values.length),
      least: some(setups, (values) => Math.min(...values)),
      most: some(seconds, (values) => Math.max(...values)),
    }
    return {
      scope,
      key: own,
      measures: Object.fromEntries(Object.entries(cells).filter(([, value]) => value !== null)) as Record<
        string,
        number
      >,
    }
  })
}

/** Opens the sources of the cases at a URL. */
export const openSources = (
  url: string,
  onError: (reason: string) => void = () => undefined,
  timeoutMs = 20_000,
  clock = () => new Date('2026-03-01T12:00:00Z'),
  onRead: SourcesOptions['onRead'] = () => undefined,
): Sources =>
  createSources({
    urls: { warehouse: url },
    queries: 2,
    timeoutMs,
    clock,
    onError: (_, reason) => onError(reason),
    onRead,
  })

/** Opens a source whose clock the test moves, with what was logged: its reads are minutes of MTN in March 2025. */
export function openDays(url: string, timeoutMs = 10_000) {
  let now = Date.parse('2026-03-01T12:00:00Z')
  const reasons: string[] = []
  const days = getSourced('rows-day')
  const log = (reason: string) => void reasons.push(reason)
  const results: string[] = []
  const count = (connection: string, result: string) => void results.push(`${connection} ${result}`)
  const sources = openSources(url, log, timeoutMs, () => new Date(now), count)
  const read = async (caller?: SourceCaller, period = '2025-03') => {
    const reads = sources.start(undefined, caller)
    const month = { first: period, last: period }
    const records = await readDataset({ db, reads }, days, [['MTN'], ['IN']], month)
    return { minutes: records.map(({ measures }) => measures['minutes']), age: reads.getAge() }
  }
  const pass = (milliseconds: number) => (now += milliseconds)
  const check = () => sources.check(days)
  return { sources, read, check, pass, reasons, results, [Symbol.asyncDispose]: () => sources.close() }
}

/**
 * Checks on generated rows, which `fill` stores, that what a source computes is what TypeScript computes of each row. The
 * source may have several copies of each row.
 */
export async function checkRows(
  url: string,
  fill: (rows: readonly CallRow[]) => Promise<void>,
  numRuns: number,
  copies = 1,
): Promise<void> {
  const range = { first: '', last: '9999' }
  const check = async (rows: readonly CallRow[]) => {
    await fill(rows)
    const sources = openSources(url, (reason) => {
      throw new Error(reason)
    })
    try {
      const store = { db, reads: sources.start() }
      for (const key of Object.keys(keys) as KeyName[]) {
        const source = get(`rows-${key}`)
        const expected = computeRecords(key, Array.from({ length: copies }, () => rows).flat())
        const read = await readDataset(store, source, wantAll(source), range)
        type Found = { key: string; scope: string; measures: object }
        const entry = (one: Found) => [`${one.scope} ${one.key}`, one.measures] as const
        expect(new Map(read.map(entry))).toEqual(new Map(expected.map(entry)))
        expect(read).toHaveLength(expected.length)
        for (const grain of regrouped[key]) {
          const derived = derive(source, {
            id: `rows-${key}-${grain}`,
            grain,
            dimensions: ['direction'],
            measures: aggregated,
          })
          const query = derived.from?.query
          if (query === undefined) throw new Error('a dataset without a source')
          const interpreter = createQuery(query)
          for (const { key: own, period, scope, measures } of read) {
            interpreter.add(0, { key: own, period, measures, values: getDimensionValues(scope) })
          }
          const length = { hour: 10, day: 7, week: 4, month: 4, quarter: 4, year: 4 }[grain]
          const span = {
            first: '2023-12-05'.slice(0, length),
            last: '2026-03-01'.slice(0, length),
          }
          const wanted = await readDataset(store, derived, [['IN', 'OUT']], span)
          const list = interpreter.list(null)
          expect(new Map(wanted.map((one) => [`${one.key} ${one.scope}`, one.measures]))).toEqual(
            new Map(list.map((one) => [`${one.key} ${one.values.join('/')}`, one.measures])),
          )
        }
        const periods = await readPeriods(store, source)
        expect(periods).toEqual(periods.toSorted().toReversed())
        expect(periods).toEqual(expect.arrayContaining(read.flatMap((one) => one.period ?? [])))
      }
    } finally {
      await sources.close()
    }
  }
  await fc.assert(fc.asyncProperty(fc.array(row, { maxLength: 40, size: 'max' }), check), {
    numRuns,
    endOnFailure: true,
    examples: [[[lastOfYear]]],
  })
}
