import { combineParts, finishPart, type Part, roundSum } from './aggregates.ts'
import { operations, type Value } from './arithmetic.ts'
import { extendToUnits, findEarlier, findUnit, getFrameSpan, type PeriodSpan } from './periods.ts'
import type { GrainName } from '../time/grains.ts'
import type { AggregatedColumn, ColumnSource, QueryColumn, QueryPlan } from './plan.ts'

/** Lists the columns that are aggregated from the records of an input, with their positions. */
export const listAggregated = ({ columns }: Pick<QueryPlan, 'columns'>, input: number) =>
  columns.flatMap((column, position) =>
    column.kind === 'aggregate' && column.measure.input === input ? [{ column, position }] : [],
  )

/** A group of records, with what is known of them for each aggregated column. */
export interface Group {
  /** The period of the grain; 0 if keys are kept. */
  readonly time: number
  readonly parts: readonly (Part | null)[]
}

interface Context {
  readonly grain: GrainName | null
  readonly columns: readonly QueryColumn[]
  /** The index of the column. */
  readonly index: number
  readonly group: Group
  /** The groups with the same values of the dimensions by period; those of one period if keys are kept. */
  readonly series: readonly Group[]
  /** Returns the value of a column in a group of the series. */
  readonly get: (group: Group, column: number) => Value
}

/** What a kind of column computes, and from which rows. */
interface ColumnKind<C> {
  readonly operands: (column: C) => readonly number[]
  /** The periods of which rows are needed for those of a span. */
  readonly reach: (column: C, grain: GrainName, span: PeriodSpan) => PeriodSpan
  readonly compute: (column: C, context: Context) => Value
}

type ColumnOf<K extends ColumnSource['kind']> = Extract<ColumnSource, { kind: K }>
type Kinds<K extends ColumnSource['kind']> = { readonly [One in K]: ColumnKind<ColumnOf<One>> }

const isIn = ({ first, last }: PeriodSpan, { time }: Group): boolean => first <= time && time <= last

/** Aggregates the records of groups, so that a mean is that of the records and not of the rows. */
function combineGroups(index: number, { aggregate }: AggregatedColumn, groups: readonly Group[]): Value {
  const parts = groups.map(({ parts }) => parts[index] ?? null)
  return finishPart(
    aggregate,
    parts.reduce((one, other) => combineParts(aggregate, one, other), null),
  )
}

const aggregate: ColumnKind<ColumnOf<'aggregate'>> = {
  operands: () => [],
  reach: ({ frame }, grain, span) =>
    frame === null ? span : { first: getFrameSpan(grain, span.first, frame).first, last: span.last },
  compute: (column, { grain, index, group, series }) => {
    const span = column.frame && grain && getFrameSpan(grain, group.time, column.frame)
    const groups = span === null ? [group] : series.filter((other) => isIn(span, other))
    return combineGroups(index, column, groups)
  },
}

const roundValue = (value: Value): Value => (value === null ? null : roundSum(value))

/** Computes a value from those of the row. */
const createArithmetic = (
  compute: (one: Value, other: Value) => Value,
): ColumnKind<ColumnOf<'product' | 'ratio' | 'difference'>> => ({
  operands: ({ operands }) => operands,
  reach: (_, _grain, span) => span,
  compute: ({ operands: [one, other] }, { group, get }) => compute(get(group, one), get(group, other)),
})

/** Every column that is computed from other values of its row. */
const arithmetic: Kinds<'product' | 'ratio' | 'difference' | 'scale'> = {
  product: createArithmetic((one, other) => roundValue(operations.product(one, other))),
  ratio: createArithmetic(operations.ratio),
  difference: createArithmetic((one, other) => roundValue(operations.difference(one, other))),
  scale: {
    operands: ({ operand }) => [operand],
    reach: (_, _grain, span) => span,
    compute: ({ operand, by }, { group, get }) => roundValue(operations.product(get(group, operand), by)),
  },
}

/** What is common to the columns that compare a row with all rows of a unit. */
const compared: Pick<ColumnKind<ColumnOf<'share' | 'rank'>>, 'operands' | 'reach'> = {
  operands: ({ operand }) => [operand],
  reach: ({ of }, grain, span) => (of === null ? span : extendToUnits(grain, span, of)),
}

/** The groups of the series in the unit of a row. */
function listCompared(
  { of }: ColumnOf<'share' | 'rank'>,
  { grain, group, series }: Context,
): readonly Group[] {
  if (of === null || grain === null) return series
  const unit = findUnit(grain, group.time, of)
  return series.filter(({ time }) => findUnit(grain, time, of) === unit)
}

/** Every column that compares a row with others. */
const windows: Kinds<'share' | 'rank' | 'change'> = {
  share: {
    ...compared,
    compute: (column, context) => {
      const { columns, group, get } = context
      const of = columns[column.operand]
      if (of?.kind !== 'aggregate') return null
      return operations.share(
        get(group, column.operand),
        combineGroups(column.operand, of, listCompared(column, context)),
      )
    },
  },
  rank: {
    ...compared,
    compute: (column, context) => {
      const { group, get } = context
      const own = get(group, column.operand)
      if (own === null) return null
      const others = listCompared(column, context).map((other) => get(other, column.operand))
      return 1 + others.filter((value) => value !== null && value > own).length
    },
  },
  change: {
    operands: ({ operand }) => [operand],
    reach: ({ since }, grain, { first, last }) => ({
      first: findEarlier(grain, first, since) ?? findEarlier(grain, first - 1, since) ?? first,
      last,
    }),
    compute: ({ operand, since }, { grain, group, series, get }) => {
      const earlier = grain && findEarlier(grain, group.time, since)
      const before = series.find(({ time }) => time === earlier)
      return operations.change(get(group, operand), before === undefined ? null : get(before, operand))
    },
  },
}

const columnKinds: Kinds<ColumnSource['kind']> = { aggregate, ...arithmetic, ...windows }

const getColumnKind = <K extends ColumnSource['kind']>({
  kind,
}: {
  readonly kind: K
}): ColumnKind<ColumnOf<K>> => columnKinds[kind]

/** Lists the columns from which a column is computed. */
export const listOperands = (column: QueryColumn, columns: readonly QueryColumn[]): readonly QueryColumn[] =>
  getColumnKind(column)
    .operands(column)
    .flatMap((index) => columns[index] ?? [])

/** Computes the value of a column from earlier columns, or from what is known of the records. */
export const computeColumn = (column: QueryColumn, context: Context): Value =>
  getColumnKind(column).compute(column, context)

/** Finds the periods whose records decide the rows of a span. */
export function findReach(columns: readonly QueryColumn[], grain: GrainName, span: PeriodSpan): PeriodSpan {
  const reachColumn = (column: QueryColumn | undefined, from: PeriodSpan): PeriodSpan[] => {
    if (column === undefined) return []
    const kind = getColumnKind(column)
    const own = kind.reach(column, grain, from)
    return [own, ...kind.operands(column).flatMap((operand) => reachColumn(columns[operand], own))]
  }
  const spans = [span, ...columns.flatMap((column) => reachColumn(column, span))]
  return {
    first: Math.min(...spans.map(({ first }) => first)),
    last: Math.max(...spans.map(({ last }) => last)),
  }
}
