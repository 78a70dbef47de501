import { createQuery } from '../../../query/run-query.ts'
import {
  type Bounds,
  type DatasetPlan,
  type FixedMeasure,
  getSentList,
} from '../../../dataset/dataset-plan.ts'
import { getKeyTime } from '../../../dataset/key-spans.ts'
import type { Connection } from '../../platform/database/handle.ts'
import { type ChooseDates, computeDayFactor, demoDates, roundAmount, seededRandom } from './random.ts'
import { getSummands, addMeasures, hasMeasure, type Measures, type Texts } from '../../../dataset/measures.ts'
import {
  buildRecordKey,
  buildScopes,
  type DemoDates,
  getDimensionValues,
  getPeriodRange,
  listDemoDates,
  type RequestedPeriod,
  wantAll,
  wantScope,
} from '../../../dataset/record-keys.ts'
import { listNamesOfPeriod, storeNames } from '../tables/names.ts'
import { addRecords, type Entry, listRecords } from '../tables/stored-records.ts'

/** Names the records of a scope and a period that get demo values. */
interface DemoPeriod extends RequestedPeriod {
  readonly dataset: DatasetPlan
  readonly scope: string
}

interface DemoOptions {
  /** How many times of a dataset get records before its other dimension values get none; null for all. */
  readonly most?: number
  /** Selects the dates of a month that get a record; the demo has gaps. */
  readonly choose?: ChooseDates
  readonly now: Date
}

/**
 * Adds demo records to the days or months of a period that have none, and returns the number of those days.
 * Existing records are never changed. A dataset of averages is computed from the other dataset, which is filled first;
 * then the days are those added to that one.
 */
export async function addDemoRecords(
  db: Connection,
  datasets: readonly DatasetPlan[],
  read: DemoPeriod,
  options: DemoOptions,
): Promise<number> {
  const { dataset, scope, year, month } = read
  const source = findAveraged(dataset, datasets)
  if (source !== null && year !== undefined) {
    const days = await addDemoRecords(db, datasets, { ...read, dataset: source }, options)
    await addAverages(db, dataset, source, scope, year, options.now)
    return days
  }
  const { choose = demoDates(getHints(dataset)?.gaps ?? 0), now } = options
  const chooseDates = (inYear: number, inMonth: number) => choose(dataset.id, inYear, inMonth)
  const periods = listDemoDates(dataset.key, year ?? 0, month, chooseDates)
  let added = 0
  for (const dates of periods) added += await addDates(db, dataset, scope, dates, now)
  return added
}

/** Adds demo records to every dataset with demo values. */
export async function addAllDemoRecords(
  db: Connection,
  datasets: readonly DatasetPlan[],
  options: DemoOptions,
): Promise<void> {
  const { most } = options
  for (const dataset of datasets) {
    const scopes = listDemoScopes(dataset)
    let added = 0
    for (const scope of most === undefined ? scopes : spread(scopes)) {
      if (most !== undefined && added >= most) break
      for (const year of dataset.demo?.years ?? []) {
        added += await addDemoRecords(db, datasets, { dataset, scope, year }, options)
      }
    }
  }
}

/** Orders the scopes of a dataset so that the first ones differ in each dimension. */
function spread(scopes: readonly string[]): string[] {
  const hasFactor = (one: number, two: number): boolean => (two === 0 ? one > 1 : hasFactor(two, one % two))
  let step = Math.ceil(scopes.length * 0.618)
  while (hasFactor(step, scopes.length)) step += 1
  return scopes.flatMap((_, index) => scopes[(index * step) % scopes.length] ?? [])
}

/** Lists the scopes of demo records: those that are wanted, with the values of the demo for open dimensions. */
export const listDemoScopes = (dataset: DatasetPlan, wanted = wantAll(dataset)): string[] =>
  buildScopes(
    dataset.dimensions.map(
      ({ id, values }, index) =>
        wanted[index] ?? values ?? Object.keys(getHints(dataset)?.dimensions[id] ?? {}),
    ),
  )

/** Multiplies the sizes that the demo gives to values of open dimensions. */
const getSize = ({ dimensions }: DatasetPlan, values: readonly string[], hints: Hints): number =>
  dimensions.reduce((size, { id }, index) => size * (hints?.dimensions[id]?.[values[index] ?? ''] ?? 1), 1)

type Hints = ReturnType<typeof getHints>

/** Returns the demo values of the definition; null if it has none, or averages another dataset. */
const getHints = ({ demo }: DatasetPlan) => (demo === null || 'average' in demo ? null : demo)

async function addDates(
  db: Connection,
  dataset: DatasetPlan,
  scope: string,
  { period, keys }: DemoDates,
  now: Date,
): Promise<number> {
  const hasNames = dataset.group !== null && period !== null
  const listed = hasNames ? await listNamesOfPeriod(db, dataset, scope, period) : []
  const names = listed.length > 0 || period === null ? listed : chooseDemoNames(dataset, period)
  const entries = keys.map(({ key, date }) => buildDayEntry(dataset, scope, key, date, names))
  const added = await addRecords(db, dataset, scope, entries, now)
  if (period !== null && getSentList(dataset.group) !== null && added.length > 0 && listed.length === 0) {
    await storeNames(db, dataset, scope, period, names)
  }
  return added.length
}

/** Returns the names of a demo month; a few are left out, as in real data. */
function chooseDemoNames(dataset: DatasetPlan, period: string): readonly string[] {
  const { names: values = {}, absent = 0 } = getHints(dataset) ?? {}
  const names = Object.keys(values)
  const candidates = names.slice(Math.floor(names.length / 3))
  const left = Array.from(
    { length: absent },
    (_, index) =>
      candidates[Math.floor(seededRandom(`${dataset.id} ${period} absent ${index}`) * candidates.length)],
  )
  return names.filter((name) => !left.includes(name))
}

function buildDayEntry(
  dataset: DatasetPlan,
  scope: string,
  key: string,
  date: string,
  names: readonly string[],
): Entry {
  const hints = getHints(dataset)
  const values = getDimensionValues(scope)
  const size = getSize(dataset, values, hints)
  const make = (name: string, base: unknown, bounds: Bounds) => {
    const ordinary = size * getBaseValue(base, values, `${dataset.id} ${name}`)
    return fitToBounds(ordinary * computeDayFactor(`${dataset.id} ${scope} ${name}`, date, hints), bounds)
  }
  const { group } = dataset
  const free =
    group === null ? [] : names.map((name) => [name, make(name, getOwn(hints?.names, name), group)])
  const fixed = makeMeasures(dataset, values, ({ field, ...bounds }) =>
    make(field, hints?.values[field], bounds),
  )
  const measures = { ...fixed, ...Object.fromEntries(free) }
  return { ...buildRecordKey(dataset, key), measures, texts: makeTexts(dataset, `${scope} ${key}`) }
}

/** Returns the measures of a record with these dimension values: generated ones and their sums. */
function makeMeasures(
  dataset: DatasetPlan,
  values: readonly string[],
  make: (measure: FixedMeasure) => number,
): Measures {
  const measures: Record<string, number> = {}
  for (const measure of dataset.measures) {
    const { field, sum } = measure
    if (!hasMeasure(dataset, values, measure)) continue
    measures[field] =
      sum === null ? make(measure) : addMeasures(getSummands(dataset, sum).map((name) => measures[name] ?? 0))
  }
  return measures
}

/** How many records there are for each that has a demo text. */
const RECORDS_PER_TEXT = 3

/** Returns some of the texts of the definition, for a few records. */
const makeTexts = ({ id, texts }: DatasetPlan, of: string): Texts =>
  Object.fromEntries(
    texts.map(({ field, demo }) => {
      const at = Math.floor(seededRandom(`${id} ${field} ${of}`) * demo.length * RECORDS_PER_TEXT)
      return [field, demo[at] ?? '']
    }),
  )

function findAveraged({ demo }: DatasetPlan, datasets: readonly DatasetPlan[]): DatasetPlan | null {
  if (demo === null || !('average' in demo)) return null
  return datasets.find(({ id }) => id === demo.average.dataset) ?? null
}

/** Adds the means of each month over the days with a record; months without records are left out. */
async function addAverages(
  db: Connection,
  dataset: DatasetPlan,
  source: DatasetPlan,
  scope: string,
  year: number,
  now: Date,
): Promise<void> {
  const { demo } = dataset
  if (demo === null || !('average' in demo)) return
  const query = createQuery({
    grain: 'month',
    cycles: [],
    times: [],
    hidden: [],
    inputs: [{ time: getKeyTime(source.key), where: [], by: [], join: null }],
    rows: null,
    aggregations: Object.values(demo.average.measures).map((name) => ({
      input: 0,
      aggregate: 'mean',
      value: { kind: 'read', name },
      weights: null,
      factor: null,
    })),
    columns: Object.keys(demo.average.measures).map((name, aggregation) => ({
      name,
      formula: { kind: 'read', name: { aggregation } },
    })),
  })
  const days = await listRecords(db, source, wantScope(scope), getPeriodRange(source, { year }))
  for (const day of days) query.add(0, { ...day, values: [] })
  const entries = query.list(null).map(({ key, measures }): Entry => {
    const rounded = Object.entries(measures).map(([name, value]) => [name, roundAmount(value)] as const)
    return { ...buildRecordKey(dataset, key), measures: Object.fromEntries(rounded) }
  })
  await addRecords(db, dataset, scope, entries, now)
}

/** Returns the value of an ordinary day: from the definition, or derived from the name. */
function getBaseValue(base: unknown, values: readonly string[], name: string): number {
  if (typeof base === 'number') return base
  if (typeof base === 'object' && base !== null) {
    const index = values.findIndex((value) => Object.hasOwn(base, value))
    const nested: unknown = index < 0 ? undefined : Reflect.get(base, values[index] ?? '')
    if (nested !== undefined) return getBaseValue(nested, values.slice(index + 1), name)
  }
  return 5_000 + 30_000 * seededRandom(`base of ${name}`)
}

function fitToBounds(value: number, { min, max, decimals }: Bounds): number {
  const rounded = decimals === null ? roundAmount(value) : Number(value.toFixed(decimals))
  return Math.min(max, Math.max(min, rounded))
}

const getOwn = (names: Readonly<Record<string, unknown>> | undefined, name: string): unknown =>
  names !== undefined && Object.hasOwn(names, name) ? names[name] : undefined
