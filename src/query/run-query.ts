import { cycles, findPlace } from '../time/cycles.ts'
import { type GrainName, grains } from '../time/grains.ts'
import { aggregates, combineParts, type Part } from './aggregates.ts'
import { getMeasure, type Value } from './arithmetic.ts'
import { createSeries, type Gap, type Group, listAggregated } from './columns.ts'
import { evaluate, listPlaces, noPlaces } from './formula.ts'
import { getOrAdd } from './get-or-add.ts'
import {
  combineGroups,
  isWithin,
  keepBoth,
  listUnmatched,
  type OpenGroup,
  readJoined,
} from './join-groups.ts'
import { createJoins } from './joins.ts'
import { findUnit, parsePeriod, type PeriodSpan } from './periods.ts'
import type { JoinedRead, QueryPlan, QueryRecord, RecordRead } from './plan.ts'

export interface QueryRow {
  readonly key: string
  /** The values of the dimensions by which records are grouped. */
  readonly values: readonly string[]
  readonly measures: Readonly<Record<string, number>>
  readonly gaps: Readonly<Record<string, readonly Gap[]>>
  /** The row of the report in which it counts; null for one that is there for earlier records alone. */
  readonly row: string | null
}

/**
 * Starts a query, to which records are added one by one: only what is known of their groups is kept. Joined records are
 * added before others. `end` is the last day of what is asked, at which some joined records are in force. This interpreter
 * is the reference for what a plan means.
 */
export function createQuery(plan: QueryPlan, end = 0) {
  const groups = new Map<string, OpenGroup>()
  const aggregated = plan.inputs.map((_, index) => listAggregated(plan, index))
  const joins = createJoins(plan, end)
  const combine = () => combineGroups(plan, keepBoth(plan, [...groups.values()], joins), joins)
  const findGroup = (index: number, record: Omit<QueryRecord, 'measures'>): OpenGroup => {
    const matches = joins.map((joined, input) =>
      joined !== null && (index === 0 || index === input) ? joined.match(record, index === 0) : null,
    )
    const described = describeGroup(plan, index, record, (read) => readJoined(joins, { matches }, read))
    const ids = matches.flatMap((match) => match?.id ?? [])
    const id = joins.length > 1 ? [index, described.row, ...ids].join('\n') : described.row
    const empty = { input: index, matches, parts: [], inputs: new Set([index]), gaps: [] }
    return getOrAdd(groups, id, () => ({ ...described, ...empty }))
  }
  return {
    add: (index: number, record: QueryRecord): void => {
      const { join = null } = plan.inputs[index] ?? {}
      if (join?.isLookedUp === true) joins[index]?.keep(record)
      if (join?.isGrouped === false) return
      const group = findGroup(index, record)
      const read = (name: RecordRead): Value => {
        if (typeof name === 'string') return getMeasure(record.measures, name)
        return readJoined(joins, group, name)
      }
      const cell = { ...noPlaces, read }
      for (const { position, aggregation } of aggregated[index] ?? []) {
        const amount = evaluate(aggregation.value, cell)
        const value = aggregation.aggregate === 'count' ? Number(amount !== null) : amount
        const weight = aggregation.weights === null ? 1 : evaluate(aggregation.weights, cell)
        if (value === null || weight === null) continue
        const { start } = aggregates[aggregation.aggregate]
        const part = start(value, weight, record.key)
        group.parts[position] = combineParts(aggregation.aggregate, group.parts[position] ?? null, part)
      }
    },
    /** Adds what is known of several records of one row: for each column by its index, null if none has the measure. */
    addParts: (
      index: number,
      record: Omit<QueryRecord, 'measures'>,
      parts: readonly (Part | null)[],
    ): void => {
      const group = findGroup(index, record)
      for (const { position, aggregation } of aggregated[index] ?? []) {
        const [before = null, part = null] = [group.parts[position], parts[position]]
        group.parts[position] = combineParts(aggregation.aggregate, before, part)
      }
    },
    /** Lists the rows of a span of periods, null for all; or what counts in the rows of a report that another query listed. */
    list: (span: PeriodSpan | null, listed?: ReadonlySet<string>) => listRows(plan, combine(), span, listed),
    /** Lists rows without records of their own, with what the records before say of them. */
    listForecast: (span: PeriodSpan) => listForecast(plan, combine(), span),
    /** Lists what only one of two joined datasets has in a span of periods. */
    listUnmatched: (span: PeriodSpan | null) => listUnmatched(plan, [...groups.values()], joins, span),
  }
}

/** The name of the row of records that read no value. */
const NO_VALUE = '(none)'

function describeGroup(
  { grain, cycles: places, times, hidden, inputs }: QueryPlan,
  index: number,
  record: Omit<QueryRecord, 'measures'>,
  read: (name: JoinedRead) => Value,
) {
  const input = inputs[index]
  if (input === undefined) throw new RangeError(`no input ${index}`)
  const { by, time } = input
  const own = by.map((one, value) => {
    if (hidden.includes(value)) return ''
    return typeof one === 'number' ? (record.values[one] ?? '') : String(read(one) ?? NO_VALUE)
  })
  const period = parsePeriod(time.grain, record[time.in])
  const found = findUnit(time.grain, period, grain)
  const find = (unit: GrainName) => findUnit(time.grain, period, unit)
  const values = [
    ...own,
    ...places.map((name) => findPlace(name, find(cycles[name].grain))),
    ...times.map((unit) => (unit === null ? '' : grains[unit].format(find(unit)))),
  ]
  return { row: [...values, found].join('\n'), values, key: grains[grain].format(found), time: found }
}

/** Divides groups by their dimension values, each in the order of time. */
function listSeries(groups: readonly OpenGroup[]): readonly OpenGroup[][] {
  const series = new Map<string, OpenGroup[]>()
  for (const group of groups.toSorted((one, other) => one.time - other.time)) {
    getOrAdd(series, group.values.join('\n'), (): OpenGroup[] => []).push(group)
  }
  return [...series.values()]
}

/** Computes the row of a group: the columns that have a value, and those that have gaps. */
function computeRow(plan: QueryPlan, group: OpenGroup, compute: ReturnType<typeof createSeries>): QueryRow {
  const computed = plan.columns.map((column) => ({ name: column.name, ...compute(group, column) }))
  const { key, values } = group
  return {
    key,
    values,
    measures: Object.fromEntries(
      computed.flatMap(({ name, value }) => (value === null ? [] : [[name, value]])),
    ),
    gaps: Object.fromEntries(
      computed.flatMap(({ name, gaps }) => (gaps.size === 0 ? [] : [[name, [...gaps]]])),
    ),
    row: findRow(plan, group),
  }
}

function listForecast(
  plan: QueryPlan,
  groups: readonly OpenGroup[],
  { first, last }: PeriodSpan,
): QueryRow[] {
  const times = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return listSeries(groups).flatMap((known) => {
    const ahead = known.slice(0, 1).flatMap((group) => createMissing(plan, group, known, times))
    const compute = createSeries(plan, [...known, ...ahead])
    return ahead.map((group) => computeRow(plan, group, compute))
  })
}

function listRows(
  plan: QueryPlan,
  groups: OpenGroup[],
  span: PeriodSpan | null,
  listed?: ReadonlySet<string>,
): QueryRow[] {
  const isListed = ({ time }: Group) => isWithin(span, time)
  const isOwn = ({ inputs }: OpenGroup) =>
    plan.inputs.some(({ join }, index) => inputs.has(index) && (join === null || join.rows === 'all'))
  const canBeEarlier = readsEarlier(plan)
  const own = groups.filter((group) => isListed(group) && isOwn(group))
  const times = new Set(canBeEarlier ? own.map(({ time }) => time) : [])
  const ownRows = listed ?? new Set(own.map((group) => findRow(plan, group)))
  return listSeries(groups).flatMap((series) => {
    const first = series.find(isOwn)
    const missing = first === undefined ? [] : createMissing(plan, first, series, [...times])
    const inSeries = [...series, ...missing].toSorted((one, other) => one.time - other.time)
    const compute = createSeries(plan, inSeries)
    return inSeries.filter(isListed).flatMap((group) => {
      const isLater = first !== undefined && first.time < group.time && times.has(group.time)
      const isOfRow = ownRows.has(findRow(plan, group))
      if (!isLater && !isOfRow) return []
      // What a joined dataset has of it counts in no row then.
      const counted = isOfRow ? group : { ...group, parts: [], gaps: [] }
      const row = computeRow(plan, counted, compute)
      if (!isOwn(group) && Object.keys(row.measures).length === 0) return []
      return [isOfRow ? row : { ...row, row: null }]
    })
  })
}

/**
 * Finds the row of a report in which a group counts. Its records can be finer: those of a joined dataset count there even
 * where the source has none of their own day or of their own value of a selector.
 */
function findRow({ grain, rows }: QueryPlan, { row, values, time }: OpenGroup): string {
  if (rows === null) return row
  const own = rows.values.map((index) => values[index] ?? '')
  return [...own, ...(rows.grain === null ? [] : [findUnit(grain, time, rows.grain)])].join('\n')
}

/** Returns true if a value of a row can be that of records before it. */
const readsEarlier = ({ columns, rows }: QueryPlan): boolean =>
  rows !== null && columns.some(({ formula }) => listPlaces(formula).length > 0)

/** Creates the rows without a record at times of which others have one: they can have a value of earlier records. */
function createMissing(
  { grain }: QueryPlan,
  first: OpenGroup,
  series: readonly OpenGroup[],
  times: readonly number[],
): OpenGroup[] {
  const own = new Set(series.map(({ time }) => time))
  return times
    .filter((time) => first.time < time && !own.has(time))
    .map((time) => {
      const empty = { parts: [], inputs: new Set<number>(), gaps: [] }
      return { ...first, ...empty, key: grains[grain].format(time), time }
    })
}
