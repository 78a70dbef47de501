import { cycles, findPlace } from '../time/cycles.ts'
import { grains } from '../time/grains.ts'
import { aggregates, combineParts, type Part } from './aggregates.ts'
import type { Value } from './arithmetic.ts'
import { createCells, type Group, listAggregated } from './columns.ts'
import { evaluate, listPlaces } from './formula.ts'
import { findUnit, parsePeriod, type PeriodSpan } from './periods.ts'
import type { JoinName, QueryPlan, QueryRecord } from './plan.ts'

/** A row of the result. */
export interface QueryRow {
  readonly key: string
  /** The period of a key that is kept; empty for any other. */
  readonly period: string
  /** The values of the dimensions by which records are grouped. */
  readonly values: readonly string[]
  /** The columns that have a value. */
  readonly measures: Readonly<Record<string, number>>
}

/** A query under way: records are added one by one, and only what is known of their groups is kept. */
export interface Query {
  readonly add: (input: number, record: QueryRecord) => void
  /** Adds what is known of several records of one row: for each column by its index, null if none has the measure. */
  readonly addParts: (
    input: number,
    record: Omit<QueryRecord, 'measures'>,
    parts: readonly (Part | null)[],
  ) => void
  /** Returns the rows of a span of periods; null for all rows. */
  readonly list: (span: PeriodSpan | null) => QueryRow[]
}

interface OpenGroup extends Omit<QueryRow, 'measures'>, Group {
  /** The row to which the records belong. */
  readonly row: string
  readonly parts: (Part | null)[]
  /** Whether each input has a record of it. */
  readonly inputs: boolean[]
}

/** Whether a join keeps what these inputs have records of. */
const joins: { readonly [K in JoinName]: (hasSource: boolean, hasJoined: boolean) => boolean } = {
  left: (hasSource) => hasSource,
  inner: (hasSource, hasJoined) => hasSource && hasJoined,
  /** The same for each key of the source, before its records are grouped. */
  paired: (hasSource, hasJoined) => hasSource && hasJoined,
}

/** Starts a query; this interpreter is the reference for what a plan means. */
export function createQuery(plan: QueryPlan): Query {
  const groups = new Map<string, OpenGroup>()
  const aggregated = plan.inputs.map((_, index) => listAggregated(plan, index))
  const findGroup = (index: number, record: Omit<QueryRecord, 'measures'>): OpenGroup => {
    const described = describeGroup(plan, index, record)
    const group = getOrAdd(groups, described.id, () => createGroup(plan, described))
    group.inputs[index] = true
    return group
  }
  return {
    add: (index, record) => {
      const group = findGroup(index, record)
      // Names have no order in time, but their months do.
      const isName = plan.inputs[index]?.time?.grain === 'month' && plan.inputs[index].time.in === 'period'
      const cell = {
        read: (name: string): Value => getMeasure(record.measures, name),
        at: () => null,
        list: () => [],
      }
      for (const { position, aggregation } of aggregated[index] ?? []) {
        const value = evaluate(aggregation.value, cell)
        const weight = aggregation.weights === null ? 1 : evaluate(aggregation.weights, cell)
        if (value === null || weight === null) continue
        const { start } = aggregates[aggregation.aggregate]
        const part = start(value, weight, isName ? record.period : record.key)
        group.parts[position] = combineParts(aggregation.aggregate, group.parts[position] ?? null, part)
      }
    },
    addParts: (index, record, parts) => {
      const group = findGroup(index, record)
      for (const { position, aggregation } of aggregated[index] ?? []) {
        const [before = null, part = null] = [group.parts[position], parts[position]]
        group.parts[position] = combineParts(aggregation.aggregate, before, part)
      }
    },
    list: (span) => {
      const { join } = plan
      const isKept = ({ inputs: [source = false, joined = false] }: OpenGroup) =>
        join === null || joins[join](source, joined)
      const kept = [...groups.values()].filter(isKept)
      return listRows(plan, join === 'paired' ? combinePairs(plan, kept) : kept, span)
    },
  }
}

function getOrAdd<T>(map: Map<string, T>, key: string, create: () => T): T {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = create()
  map.set(key, created)
  return created
}

/** Returns the value of a measure, or null; inherited properties do not count. */
export const getMeasure = (measures: QueryRecord['measures'], name: string): number | null =>
  Object.hasOwn(measures, name) ? (measures[name] ?? null) : null

/** Finds the row of a record, and the id of what is known of it: a pair has the keys of its records. */
function describeGroup(
  { grain, cycles: places, inputs, join }: QueryPlan,
  index: number,
  record: Omit<QueryRecord, 'measures'>,
) {
  const { by = [], time = null } = inputs[index] ?? {}
  const own = by.map((dimension) => record.values[dimension] ?? '')
  if (grain === null || time === null) {
    const { key, period } = record
    const row = [...own, period, key].join('\n')
    return { id: row, row, values: own, key, period, time: 0 }
  }
  const period = parsePeriod(time.grain, record[time.in])
  const found = findUnit(time.grain, period, grain)
  const values =
    places.length === 0
      ? own
      : [...own, ...places.map((name) => findPlace(name, findUnit(time.grain, period, cycles[name].grain)))]
  const row = [...values, found].join('\n')
  const id = join === 'paired' ? [row, record.period, record.key].join('\n') : row
  return { id, row, values, key: null, period: '', time: found }
}

function createGroup(
  { grain }: QueryPlan,
  { key, ...described }: ReturnType<typeof describeGroup>,
): OpenGroup {
  const own = key ?? (grain === null ? '' : grains[grain].format(described.time))
  return { ...described, key: own, parts: [], inputs: [] }
}

/** Combines what is known of pairs to what is known of their rows. */
function combinePairs({ aggregations }: QueryPlan, pairs: readonly OpenGroup[]): OpenGroup[] {
  const rows = new Map<string, OpenGroup>()
  for (const pair of pairs) {
    const row = getOrAdd(rows, pair.row, () => ({ ...pair, parts: [] }))
    for (const [index, { aggregate }] of aggregations.entries()) {
      row.parts[index] = combineParts(aggregate, row.parts[index] ?? null, pair.parts[index] ?? null)
    }
  }
  return [...rows.values()]
}

function listRows(plan: QueryPlan, groups: OpenGroup[], span: PeriodSpan | null): QueryRow[] {
  const series = new Map<string, OpenGroup[]>()
  for (const group of groups.toSorted((one, other) => one.time - other.time)) {
    getOrAdd(series, [...group.values, group.period].join('\n'), (): OpenGroup[] => []).push(group)
  }
  const isListed = ({ time }: Group) => span === null || (span.first <= time && time <= span.last)
  const times = readsEarlier(plan) ? [...new Set(groups.filter(isListed).map(({ time }) => time))] : []
  return [...series.values()].flatMap((known) => {
    const inSeries = [...known, ...createMissing(plan, known, times)].toSorted(
      (one, other) => one.time - other.time,
    )
    const getCell = createCells(plan, inSeries)
    const listed = inSeries.filter(isListed)
    return listed
      .map((group) => ({
        key: group.key,
        period: group.period,
        values: group.values,
        measures: Object.fromEntries(
          plan.columns.flatMap(({ name }, column): [string, number][] => {
            const value = getCell(group).read({ column })
            return value === null ? [] : [[name, value]]
          }),
        ),
      }))
      .filter(({ measures }, index) => listed[index]?.inputs.length !== 0 || Object.keys(measures).length > 0)
  })
}

/** Returns true if a value of a row can be that of records before it. */
const readsEarlier = ({ grain, columns, keepsEarlier }: QueryPlan): boolean =>
  keepsEarlier &&
  grain !== null &&
  columns.some(({ formula }) =>
    listPlaces(formula).some(({ kind }) => kind === 'earlier' || kind === 'frame'),
  )

/** Creates the rows without a record at times of which others have one: they can have a value of earlier records. */
function createMissing(
  { grain }: QueryPlan,
  known: readonly OpenGroup[],
  times: readonly number[],
): OpenGroup[] {
  const [first] = known
  if (first === undefined || grain === null) return []
  const own = new Set(known.map(({ time }) => time))
  return times
    .filter((time) => first.time < time && !own.has(time))
    .map((time) => ({ ...first, key: grains[grain].format(time), time, parts: [], inputs: [] }))
}
