import { sql } from 'kysely'
import type { DatasetPlan, SourceMeasurePlan, SourcePlan } from '../../../dataset/dataset-plan.ts'
import { getKeyTime, getStoredGrain, periodLengths } from '../../../dataset/key-spans.ts'
import { findFirstPeriod } from '../../../query/periods.ts'
import { formatDay } from '../../../time/days.ts'
import { type GrainName, grains } from '../../../time/grains.ts'
import type { RecordRange, Wanted } from '../../../dataset/record-keys.ts'
import type { ColumnKind, Dialect, Expression, TimeColumn } from './dialect.ts'

export type SourcedPlan = DatasetPlan & { readonly source: SourcePlan }

/** Returns true for a dataset whose rows are in another database. */
export const isSourcedPlan = (dataset: DatasetPlan): dataset is SourcedPlan => dataset.source !== null

/** What is known of the rows of a dataset when a statement is built. */
export interface SourceContext {
  readonly dialect: Dialect
  readonly kinds: Readonly<Record<string, ColumnKind>>
  /** The day after the last one that is read. */
  readonly end: number
}

/** Returns the length of time that a record is about, and by which its periods are listed. */
export const getGrains = ({ key }: DatasetPlan) =>
  ({ keyGrain: getKeyTime(key).grain, period: getStoredGrain(key) }) as const

/** Returns the first day of a range and the day after its last one, within those that are read. */
function findDays(dataset: SourcedPlan, { first, last, keys }: RecordRange, end: number) {
  const { keyGrain, period } = getGrains(dataset)
  const since = grains.day.parse(dataset.source.since) ?? 0
  const limit = (text: string, grain: GrainName, next: 0 | 1) => {
    const number = grains[grain].parse(text)
    return number === null ? null : grains[keyGrain].start(findFirstPeriod(keyGrain, grain, number + next))
  }
  const from = keys === undefined ? limit(first, period, 0) : limit(keys.first, keyGrain, 0)
  const to = keys === undefined ? limit(last, period, 1) : limit(keys.last, keyGrain, 1)
  // The last part of a day ends with the day.
  const isWithinDay = keys !== undefined && to !== null && to === from
  return {
    from: Math.max(from ?? since, since),
    to: Math.min(to === null ? end : isWithinDay ? to + 1 : to, end),
  }
}

/** Returns the period of a record if all in a range are about the same one: no row has to be looked at for it. */
function findOnlyPeriod(dataset: SourcedPlan, range: RecordRange, end: number): string | null {
  const { at, format, start } = grains[getGrains(dataset).keyGrain]
  const { from, to } = findDays(dataset, range, end)
  return start(at(from) + 1) >= to ? format(at(from)) : null
}

const ref = (name: string): Expression => sql`${sql.ref(name)}`

const getTime = ({ time, zone }: SourcePlan, { kinds }: SourceContext): TimeColumn => ({
  column: ref(time),
  kind: kinds[time] ?? 'other',
  zone,
})

/**
 * Writes what the source computes of a column. A mean is divided as everywhere else, so that it is the same to the last digit.
 * Databases differ in whether NaN is the least or largest value; with a part of the sum it is both.
 */
function aggregate({ aggregate, column }: SourceMeasurePlan, { toNumber }: Dialect): Expression {
  const sum = toNumber(sql`sum(${ref(column)})`)
  if (aggregate === 'sum') return sum
  if (aggregate === 'mean') return sql`${sum} / count(${ref(column)})`
  const value = toNumber(sql`${sql.raw(aggregate)}(${ref(column)})`)
  return aggregate === 'count' ? value : sql`${value} + 0 * ${sum}`
}

/** Returns the condition for a number that is sent with every digit: no NaN, no infinity, nothing beyond 2^53. */
const isExact = (number: Expression): Expression => sql`abs(${number}) <= ${sql.lit(Number.MAX_SAFE_INTEGER)}`

/** Builds the condition for rows of some days, and of some values of the dimensions. */
function buildCondition(dataset: SourcedPlan, context: SourceContext, range: RecordRange, wanted: Wanted) {
  const { source } = dataset
  const { dialect, kinds, end } = context
  const days = findDays(dataset, range, end)
  const time = getTime(source, context)
  const conditions = [
    sql`${time.column} >= ${dialect.startOfDay(formatDay(days.from), time)}`,
    sql`${time.column} < ${dialect.startOfDay(formatDay(days.to), time)}`,
    ...source.dimensions.map(({ column }, index) => {
      const values = wanted[index] ?? null
      if (values === null) return sql`${ref(column)} is not null`
      const codes = values.map((value) => findCode(dataset, index, value))
      return sql`${dialect.compare(ref(column), kinds[column] ?? 'other')} in (${sql.join(codes)})`
    }),
  ]
  return sql.join(conditions, sql` and `)
}

/** Finds how the source writes a value. */
function findCode({ dimensions, source }: SourcedPlan, index: number, value: string): string {
  const position = dimensions[index]?.values?.indexOf(value) ?? -1
  return source.dimensions[index]?.codes?.[position] ?? value
}

/**
 * Finds the value that a source wrote. Throws for a text that it found equal to a code, such as 1.00 to 1: its rows would
 * be missing from the sums.
 */
export function findValue({ dimensions, source }: SourcedPlan, index: number, text: string): string {
  const codes = source.dimensions[index]?.codes ?? null
  const value = codes === null ? text : dimensions[index]?.values?.[codes.indexOf(text)]
  if (value === undefined) throw new Error(`a source wrote '${text}' for a value that it found equal`)
  return value
}

/** Names the column with the text of a dimension in a statement. */
export const nameDimension = (index: number): string => `d${index}`

/**
 * Builds the statement of the wanted records in a range: `d0` is the text of the first dimension, `m0` the first of the
 * measures, `x0` is 1 if a record has no exact value of it, and `k0`, of records that are grouped further, its text after
 * the key.
 */
export function buildRecords(
  dataset: SourcedPlan,
  context: SourceContext,
  wanted: Wanted,
  range: RecordRange,
  names: readonly string[],
  isGrouped: boolean,
): Expression {
  const { source } = dataset
  const { dialect } = context
  const { keyGrain, period } = getGrains(dataset)
  const measures = names.flatMap((name) => source.measures.find(({ field }) => field === name) ?? [])
  // Columns are grouped as they are, which a server can leave to its shards.
  const columns = source.dimensions.map(({ column }, index) => ({ name: `p_d${index}`, value: ref(column) }))
  const onlyPeriod = columns.length === 0 ? null : findOnlyPeriod(dataset, range, context.end)
  const time = { name: 'p_time', value: dialect.truncate(keyGrain, getTime(source, context)) }
  const parts = onlyPeriod === null ? [...columns, time] : columns
  const grouped = sql`select ${sql.join([
    ...parts.map(({ name, value }) => sql`${value} as ${ref(name)}`),
    ...measures.map((measure, index) => sql`${aggregate(measure, dialect)} as ${ref(`p_m${index}`)}`),
  ])} from ${sql.id(...source.relation)} where ${buildCondition(dataset, context, range, wanted)} group by ${sql.join(
    parts.map(({ name }) => ref(name)),
  )}`
  const key =
    onlyPeriod === null ? dialect.format(keyGrain, ref('p_time')) : dialect.toText(sql`${onlyPeriod}`)
  const records = sql`select ${sql.join([
    ...columns.map(({ name }, index) => sql`${dialect.toText(ref(name))} as ${ref(nameDimension(index))}`),
    sql`${key} as key`,
    // A week belongs to the year of its key.
    sql`substring(${key}, 1, ${sql.lit(periodLengths[period])}) as period`,
    ...measures.flatMap(({ divideBy }, index) => {
      const number = ref(`p_m${index}`)
      const divided = divideBy === 1 ? number : sql`${number} / ${divideBy}`
      const value = sql`(case when ${isExact(number)} then ${divided} end)`
      const inexact = sql`case when ${number} is null or ${isExact(number)} then 0 else 1 end as ${ref(`x${index}`)}`
      const keyed = sql`${key} || ' ' || ${dialect.toText(value)} as ${ref(`k${index}`)}`
      return [sql`${value} as ${ref(`m${index}`)}`, inexact, ...(isGrouped ? [keyed] : [])]
    }),
  ])} from (${grouped}) as p_grouped`
  if (range.keys === undefined) return records
  return sql`select * from (${records}) as p_records where key >= ${range.keys.first} and key <= ${range.keys.last}`
}

/** Builds the statement of the values of a dimension that the wanted rows have. */
export function buildValues(dataset: SourcedPlan, context: SourceContext, index: number, wanted: Wanted) {
  const { relation, dimensions } = dataset.source
  const column = context.dialect.toText(ref(dimensions[index]?.column ?? ''))
  const condition = buildCondition(dataset, context, { first: '', last: '9999' }, wanted)
  return sql`select distinct ${column} as value from ${sql.id(...relation)} where ${condition}`
}

/** Builds the statement of the first and the last day with rows, which an index in the order of time finds at once. */
export function buildExtent({ source }: SourcedPlan, context: SourceContext): Expression {
  const { dialect, end } = context
  const time = getTime(source, context)
  const since = dialect.startOfDay(source.since, time)
  const until = dialect.startOfDay(formatDay(end), time)
  const find = (order: 'asc' | 'desc') =>
    sql`(select ${dialect.format('day', dialect.truncate('day', time))} from ${sql.id(...source.relation)}
      where ${time.column} >= ${since} and ${time.column} < ${until} order by ${time.column} ${sql.raw(order)} limit 1)`
  return sql`select ${find('asc')} as first, ${find('desc')} as last`
}
