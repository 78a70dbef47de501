import { type RawBuilder, sql, SqliteAdapter } from 'kysely'
import type { DatasetPlan } from '../../../dataset/dataset-plan.ts'
import { getStoredGrain } from '../../../dataset/key-spans.ts'
import { type AggregateName, aggregates, type Part } from '../../../query/aggregates.ts'
import { listAggregated } from '../../../query/columns.ts'
import { listUnits } from '../../../query/periods.ts'
import type { Formula } from '../../../query/formula.ts'
import { listOwnReads } from '../../../query/joins.ts'
import type { Aggregation, QueryInput, QueryJoin, QueryPlan, RecordRead } from '../../../query/plan.ts'
import { cycles } from '../../../time/cycles.ts'
import type { Connection } from '../../platform/database/handle.ts'
import {
  getDimensionValues,
  type RecordKey,
  type RecordRange,
  type Wanted,
} from '../../../dataset/record-keys.ts'
import { getDimensionColumn, selectRange } from './stored-records.ts'

/** Records that the database aggregated: what is known of them for each column of a query, null for the others. */
export interface RecordGroup extends RecordKey {
  /** The values of the dimensions by which they were grouped; of stored records empty for the others. */
  readonly values: readonly string[]
  readonly parts: readonly (Part | null)[]
  /** How many records there are, and how many have a measure; not known of other databases. */
  readonly records: number
  readonly countFilled: (field: string) => number
}

/**
 * Finds the periods by which the database can group the records of a source: those by which they are stored if the grain
 * consists of them, else those of the key. Null for records that are aggregated one by one: those that others read, and
 * measures whose names mean something else to a database.
 */
export function findGroupTime(
  plan: QueryPlan,
  index: number,
  { key, from }: DatasetPlan,
): QueryInput['time'] | null {
  const { grain, cycles: places, times, inputs } = plan
  const { time, join = null } = inputs[index] ?? {}
  const span = getStoredGrain(key)
  if (from !== null || time === undefined) return null
  if (join?.isLookedUp === true) return null
  if (listGroupedNames(plan, index).some((name) => !/^[A-Za-z0-9][\w .-]*$/.test(name))) return null
  if (listAggregated(plan, index).some(({ aggregation }) => !isArithmetic(aggregation))) return null
  const units = [
    grain,
    ...places.map((name) => cycles[name].grain),
    ...times.flatMap((unit) => unit ?? []),
    ...listJoins(plan, index).flatMap((join) => join.grain ?? []),
  ]
  const isStored = units.every((unit) => listUnits(span).includes(unit))
  return isStored ? { grain: span, in: 'period' } : time
}

/** Lists the joins by which the records of an input are grouped: those of the source are all. */
const listJoins = ({ inputs }: QueryPlan, index: number): QueryJoin[] =>
  inputs.flatMap(({ join }, input) => (join !== null && (index === 0 || index === input) ? join : []))

/** Lists the dimensions by which the records of an input are grouped, by index: those of rows, and those of its joins. */
export function listGroupedDimensions(plan: QueryPlan, index: number, { dimensions }: DatasetPlan) {
  const { by = [] } = plan.inputs[index] ?? {}
  const joined = listJoins(plan, index).flatMap(({ on }) =>
    on.map(({ source, own }) => (index === 0 ? source : own)),
  )
  // The index after the last dimension is the key.
  const shown = by.flatMap((dimension, value) =>
    typeof dimension === 'number' && !plan.hidden.includes(value) ? dimension : [],
  )
  return [...new Set([...shown, ...joined])].filter((index) => index >= 0 && index < dimensions.length)
}

const isEdge = (name: AggregateName): boolean => name === 'first' || name === 'last'
/** Returns true if a value is that of the first or last key, whose records are read by scope. */
export const hasEdge = (plan: QueryPlan, index: number): boolean =>
  listAggregated(plan, index).some(({ aggregation }) => isEdge(aggregation.aggregate))

type Expression = RawBuilder<unknown>

const sum = (value: Expression): Expression => sql`sum(trunc(${value}))`
/** Returns the same as `countBillionths` of each record: the operations have one result on every machine. */
const sumBillionths = (value: Expression): Expression => {
  const fraction = sql`(${value} - trunc(${value}))`
  const rounded = sql`floor(${fraction} * 1000000 + 0.5) * 1000`
  return sql`sum(case when abs(${value}) < 1000000 then floor(${fraction} * 1000000000 + 0.5) else ${rounded} end)`
}

/** What the database computes of a measure: the members of the part, those that are left out are not used. */
const expressions: {
  readonly [K in AggregateName]: (
    measure: Expression,
    weights: Expression,
    keyed: Expression,
  ) => { readonly [P in keyof Part]?: Expression }
} = {
  sum: (measure) => ({ value: sum(measure), billionths: sumBillionths(measure) }),
  mean: (measure) => ({
    value: sum(measure),
    billionths: sumBillionths(measure),
    weight: sql`count(${measure})`,
  }),
  weightedMean: (measure, weights) => {
    const product = writeProduct(measure, weights)
    const counted = sql`(case when ${measure} is not null then ${weights} end)`
    return {
      value: sum(product),
      billionths: sumBillionths(product),
      weight: sum(counted),
      weightBillionths: sumBillionths(counted),
    }
  },
  min: (measure) => ({ value: sql`min(${measure})` }),
  max: (measure) => ({ value: sql`max(${measure})` }),
  count: (measure) => ({ value: sql`count(${measure})` }),
  first: (_, __, keyed) => ({ key: sql`min(${keyed})` }),
  last: (_, __, keyed) => ({ key: sql`max(${keyed})` }),
}

/** Lists the measures that are aggregated of the records of an input. */
export const listGroupedNames = (plan: QueryPlan, index: number): string[] => {
  const names = listAggregated(plan, index).flatMap(({ aggregation }) => listOwnReads(aggregation))
  return [...new Set(names)]
}

/**
 * Returns true for an aggregation that a database computes as the portal does: the first and last only of a measure, and
 * the smallest and largest not of a product, which a database may round to 0.
 */
const isArithmetic = ({ aggregate, value, weights }: Aggregation): boolean => {
  if (isEdge(aggregate)) return value.kind === 'read' && isWritable(value, false)
  const isSum = aggregate !== 'min' && aggregate !== 'max'
  return [value, weights].every((formula) => formula === null || isWritable(formula, isSum))
}

/** Writes a quotient only of a number: PostgreSQL refuses one that is too large or too small. */
const isWritable = (formula: Formula<RecordRead>, isSum: boolean): boolean => {
  if (formula.kind === 'read') return typeof formula.name === 'string'
  if (formula.kind !== 'operation') return formula.kind === 'number'
  const { operation, operands } = formula
  const [, right] = operands
  const isScaled = operation === '/' && right?.kind === 'number' && (right.value === 0 || right.value > 1e-6)
  const isAllowed = operation === '+' || operation === '-' || (isSum && (operation === '*' || isScaled))
  return isAllowed && operands.every((operand) => isWritable(operand, isSum))
}

function writeFormula(formula: Formula<RecordRead>, write: (name: RecordRead) => Expression): Expression {
  if (formula.kind === 'read') return write(formula.name)
  if (formula.kind !== 'operation') {
    return sql`cast(${formula.kind === 'number' ? formula.value : null} as double precision)`
  }
  const [left = sql`null`, right = sql`null`] = formula.operands.map((part) => writeFormula(part, write))
  if (formula.operation === '*') return writeProduct(left, right)
  if (formula.operation === '/') {
    return sql`(case when abs(${left}) > 1e-150 then ${left} else 0 * ${left} end / nullif(${right}, 0))`
  }
  return formula.operation === '-' ? sql`(${left} - ${right})` : sql`(${left} + ${right})`
}

/** Multiplies. PostgreSQL refuses a product that is too small for a number; one without billionths counts nothing. */
const writeProduct = (left: Expression, right: Expression): Expression =>
  sql`(case when abs(${left}) > 1e-150 and abs(${right}) > 1e-150 then ${left} * ${right} else 0 * ${left} * ${right} end)`

export type GroupRow = Readonly<Record<string, string | number | null>>

/**
 * Builds the statement that aggregates records for an input of a query: by the columns `by` and by time. The records have
 * these columns, `period` and `key`, and of each measure of `listGroupedNames` by its index the number (`m0`) and its text
 * after the key (`k0`); those of other databases also have `x0`, which is 1 for a value that is not exact, and of which
 * nothing can be computed.
 */
export function buildGrouping(
  plan: QueryPlan,
  index: number,
  records: Expression,
  by: readonly string[],
  isSourced = false,
) {
  const { time } = plan.inputs[index] ?? {}
  const names = listGroupedNames(plan, index)
  const measure = (name: RecordRead, kind: 'm' | 'k' | 'x') =>
    sql.ref(`${kind}${typeof name === 'string' ? names.indexOf(name) : -1}`)
  const selected = listAggregated(plan, index).flatMap(({ aggregation, position }) => {
    const { aggregate, value, weights } = aggregation
    const write = (formula: Formula<RecordRead>) => writeFormula(formula, (name) => measure(name, 'm'))
    const part = expressions[aggregate](
      write(value),
      weights === null ? sql`1` : write(weights),
      measure(value.kind === 'read' ? value.name : '', 'k'),
    )
    const flags = listOwnReads(aggregation).map((name) => sql`max(${measure(name, 'x')})`)
    const inexact = isSourced && flags.length > 0 ? { inexact: sql.join(flags, sql` + `) } : {}
    return Object.entries({ ...part, ...inexact }).map(
      ([name, expression]) => sql`${expression} as ${sql.ref(`${name}${position}`)}`,
    )
  })
  const counts = [
    sql`count(*) as records`,
    ...names.map((name, position) => sql`count(${measure(name, 'm')}) as ${sql.ref(`filled${position}`)}`),
  ]
  const group = [time?.in ?? 'key', ...by].map((name) => sql.ref(name))
  return sql<GroupRow>`select ${sql.join([...group, ...selected, ...(isSourced ? [] : counts)])} from ${records} as record group by ${sql.join(group)}`
}

/** Creates the function that reads a row of this statement; `readValues` reads the values of its dimensions. */
export function createGroupReader(
  plan: QueryPlan,
  index: number,
  readValues: (row: GroupRow) => readonly string[],
) {
  const names = listGroupedNames(plan, index)
  return (row: GroupRow): RecordGroup => ({
    values: readValues(row),
    period: String(row['period'] ?? ''),
    key: String(row['key'] ?? ''),
    parts: plan.aggregations.map(({ aggregate, input }, position) =>
      input === index ? readPart(aggregate, row, position) : null,
    ),
    records: Number(row['records'] ?? 0),
    countFilled: (field) => Number(row[`filled${names.indexOf(field)}`] ?? 0),
  })
}

/** Aggregates wanted records that are stored, in the database; `time` is what `findGroupTime` found. */
export async function groupRecords(
  db: Connection,
  dataset: DatasetPlan,
  plan: QueryPlan,
  index: number,
  wanted: Wanted,
  range: RecordRange,
): Promise<RecordGroup[]> {
  const isByScope = hasEdge(plan, index)
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const read = listGroupedNames(plan, index).flatMap((name, position) => {
    // The number as it is stored: as a text of the database it would be another. A text is none.
    const stored = sql`cast(measures -> cast(${name} as text) as text)`
    const number = sql`case when substr(${stored}, 1, 1) <> '"' then ${stored} end`
    // SQLite reads it in one step, and sorts numbers before texts.
    const amount = isSqlite ? sql`nullif(min(measures ->> ${name}, ''), '')` : number
    return [
      sql<number>`cast(${amount} as double precision)`.as(`m${position}`),
      ...(isByScope ? [sql<string>`key || ' ' || (${number})`.as(`k${position}`)] : []),
    ]
  })
  // The limit, which is never reached, keeps the databases from reading a measure once for each use.
  const by = listGroupedDimensions(plan, index, dataset)
  const names = isByScope ? ['scope' as const] : by.map(getDimensionColumn)
  // SQLite groups without sorting what its index has in order: all values of the first dimensions.
  const isIndexed = by.length > 0 && by.every((column, place) => column === place && wanted[column] === null)
  const isInOrder = isSqlite && !isByScope && isIndexed && plan.inputs[index]?.time?.in === 'period'
  const records = selectRange(db, dataset, wanted, range)
    .select([...names, 'period', 'key', ...read])
    .$if(isInOrder, (query) =>
      by.reduce((sorted, column) => sorted.orderBy(getDimensionColumn(column)), query.orderBy('period')),
    )
    .limit(1_000_000_000)
  const { rows } = await buildGrouping(plan, index, sql`${records}`, names).execute(db)
  const readGroup = createGroupReader(plan, index, (row) => {
    if (isByScope) return getDimensionValues(String(row['scope']))
    const values: string[] = dataset.dimensions.map(() => '')
    for (const dimension of by) values[dimension] = String(row[getDimensionColumn(dimension)])
    return values
  })
  return rows.map(readGroup)
}

function readPart(aggregate: AggregateName, row: GroupRow, position: number): Part | null {
  const get = (name: keyof Part | 'inexact') => row[`${name}${position}`] ?? null
  if (Number(get('inexact')) > 0)
    return { value: NaN, billionths: NaN, weight: NaN, weightBillionths: NaN, key: '' }
  if (isEdge(aggregate)) {
    const [key = '', value] = String(get('key') ?? '').split(' ')
    return value === undefined ? null : aggregates[aggregate].start(Number(value), 1, key)
  }
  if (get('value') === null) return null
  return {
    value: Number(get('value')),
    billionths: Number(get('billionths')),
    weight: Number(get('weight')),
    weightBillionths: Number(get('weightBillionths')),
    key: '',
  }
}
